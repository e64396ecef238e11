import express from 'ultimate-express';

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
