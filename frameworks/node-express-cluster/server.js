import cluster from 'node:cluster';
import express from 'express';

const workers = 8;

if (cluster.isPrimary) {
  for (let i = 0; i < workers; i += 1) cluster.fork();

  // The primary ends by itself once its last worker has.
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.kill();
  });
} else {
  const app = express();
  let hellos = 0;

  app.get('/', (req, res) => {
    hellos += 1;
    res.type('text/plain').send('Hello, World!');
  });

  app.get('/count', (req, res) => {
    res.type('text/plain').send(`${process.pid} ${hellos}\n`);
  });

  app.listen(Number(process.env.PORT), process.env.HOST);
}
