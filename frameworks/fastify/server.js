import Fastify from 'fastify';

const fastify = Fastify();
let hellos = 0;

// Fastify sends a string as text/plain.
fastify.get('/', async () => {
  hellos += 1;
  return 'Hello, World!';
});

fastify.get('/count', async () => `${process.pid} ${hellos}\n`);

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
