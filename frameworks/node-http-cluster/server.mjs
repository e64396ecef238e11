import cluster from 'node:cluster';
import { createServer } from 'node:http';

const workers = Number(process.argv[2]);
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

if (cluster.isPrimary) {
  for (let i = 0; i < workers; i += 1) cluster.fork();

  // The primary ends by itself once its last worker has.
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.kill();
  });
} else {
  const server = createServer((req, res) => {
    const [path] = req.url.split('?', 1);
    const handle = routes.get(`${req.method} ${path}`) ?? notFound;
    handle(req, res);
  });

  server.listen(Number(process.env.PORT), process.env.HOST);
}
