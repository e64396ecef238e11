import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import echo from './echo.js';
import products from './products.js';

// A price_cents of "5" is refused, not taken for a 5.
const fastify = Fastify({ ajv: { customOptions: { coerceTypes: false } } });
let hellos = 0;

// Fastify sends a string as text/plain.
fastify.get('/', (request, reply) => {
  hellos += 1;
  reply.send('Hello, World!');
});

fastify.get('/count', async () => `${process.pid} ${hellos}\n`);

// Checked by hand: one more shape of route, with a schema of the query beside those of bodies, and V8
// gives up on the lookups that Fastify does for every request, which costs all routes a tenth.
fastify.get('/wait', async (request, reply) => {
  const { ms } = request.query;
  if (!/^([0-9]{1,4}|10000)$/.test(ms)) {
    reply.code(400);
    return 'ms is a whole number from 0 to 10000';
  }
  // Node's timers count whole milliseconds, and may fire up to one of them early.
  await sleep(Number(ms) + 1);
  return `waited ${ms}`;
});

fastify.register(echo);
fastify.register(products, { prefix: '/products' });

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
