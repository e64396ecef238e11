import cluster from 'node:cluster';
import app from './app.js';

const workers = 8;

if (cluster.isPrimary) {
  for (let i = 0; i < workers; i += 1) cluster.fork();

  // The primary ends by itself once its last worker has.
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.kill();
  });
} else {
  app.listen(Number(process.env.PORT), process.env.HOST);
}
