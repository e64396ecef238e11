import { createServer } from 'node:http';

let hellos = 0;

function text(res, body) {
  res.setHeader('Content-Type', 'text/plain; charset=utf-8').end(body);
}

const routes = new Map([
  ['GET /', (req, res) => {
    hellos += 1;
    text(res, 'Hello, World!');
  }],
  ['GET /count', (req, res) => text(res, `${process.pid} ${hellos}\n`)],
]);

function notFound(req, res) {
  res.statusCode = 404;
  text(res, 'Not Found');
}

const server = createServer((req, res) => {
  const [path] = req.url.split('?', 1);
  const handle = routes.get(`${req.method} ${path}`) ?? notFound;
  handle(req, res);
});

server.listen(Number(process.env.PORT), process.env.HOST);
