import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import products from './products.js';

const app = express();
app.disable('x-powered-by');
// An ETag costs more than it could save of answers as short as these.
app.disable('etag');
let hellos = 0;

app.get('/', (req, res) => {
  hellos += 1;
  res.type('text/plain').send('Hello, World!');
});

app.get('/count', (req, res) => {
  res.type('text/plain').send(`${process.pid} ${hellos}\n`);
});

app.post('/echo', express.raw({ type: () => true, limit: '1mb' }), (req, res) => {
  res.type('application/octet-stream').send(req.body ?? Buffer.alloc(0));
});

app.get('/wait', async (req, res) => {
  const ms = /^\d+$/.test(req.query.ms) ? Number(req.query.ms) : NaN;
  if (!(ms <= 10_000)) {
    return res.status(400).json({ error: 'ms must be an integer from 0 to 10000' });
  }
  // Node's timers count whole milliseconds, and may fire up to one of them early.
  await sleep(ms + 1);
  res.type('text/plain').send(`waited ${ms}`);
});

app.use('/products', products);

// What is the client's fault is told to the client, and needs no stack trace in the log.
app.use((error, req, res, next) => {
  if (!error.expose) return next(error);
  res.status(error.status).json({ error: error.message });
});

app.listen(Number(process.env.PORT), process.env.HOST);
