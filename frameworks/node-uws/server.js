import uWS from 'uwebsockets';

const host = process.env.HOST;
const port = Number(process.env.PORT);
let hellos = 0;

uWS
  .App()
  .get('/', (res) => {
    hellos += 1;
    res.writeHeader('Content-Type', 'text/plain').end('Hello, World!');
  })
  .get('/count', (res) => {
    res.writeHeader('Content-Type', 'text/plain').end(`${process.pid} ${hellos}\n`);
  })
  .listen(host, port, (socket) => {
    if (!socket) throw new Error(`cannot listen on ${host}:${port}`);
  });
