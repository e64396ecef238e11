import HyperExpress from 'hyper-express';

// With auto_close a SIGTERM waits until idle keep-alive connections time out.
const server = new HyperExpress.Server({ auto_close: false });
let hellos = 0;

server.get('/', (request, response) => {
  hellos += 1;
  response.type('text/plain').send('Hello, World!');
});

server.get('/count', (request, response) => {
  response.type('text/plain').send(`${process.pid} ${hellos}\n`);
});

await server.listen(Number(process.env.PORT), process.env.HOST);
