import express from 'express';

// A Map keeps the order of insertion, which is that of the ids.
const products = new Map();
let lastId = 0;

function add({ name, price_cents }) {
  const product = { id: (lastId += 1), name, price_cents };
  products.set(product.id, product);
  return product;
}

for (let n = 1; n <= 100; n += 1) add({ name: `Product ${n}`, price_cents: n * 100 });

function requireProduct(req, res, next) {
  const { name, price_cents } = req.body ?? {};
  if (typeof name === 'string' && Number.isSafeInteger(price_cents)) return next();
  res.status(400).json({ error: 'name must be a string and price_cents an integer' });
}

const router = express.Router();
const readProduct = [express.json(), requireProduct];

router.get('/', (req, res) => {
  res.json([...products.values()]);
});

router.post('/', readProduct, (req, res) => {
  res.status(201).json(add(req.body));
});

router.get('/:id', (req, res, next) => {
  const product = products.get(Number(req.params.id));
  if (!product) return next();
  res.json(product);
});

router.put('/:id', readProduct, (req, res, next) => {
  const product = products.get(Number(req.params.id));
  if (!product) return next();
  product.name = req.body.name;
  product.price_cents = req.body.price_cents;
  res.json(product);
});

router.delete('/:id', (req, res, next) => {
  if (!products.delete(Number(req.params.id))) return next();
  res.status(204).end();
});

export default router;
