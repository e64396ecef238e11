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

const waitSchema = {
  querystring: {
    type: 'object',
    required: ['ms'],
    properties: { ms: { type: 'string', pattern: '^([0-9]{1,4}|10000)$' } },
  },
};

fastify.get('/wait', { schema: waitSchema }, async (request) => {
  const ms = Number(request.query.ms);
  // Node's timers count whole milliseconds, and may fire up to one of them early.
  await sleep(ms + 1);
  return `waited ${ms}`;
});

fastify.register(echo);
fastify.register(products, { prefix: '/products' });

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
