const fields = {
  name: { type: 'string' },
  price_cents: { type: 'integer' },
};

const product = {
  $id: 'product',
  type: 'object',
  properties: { id: { type: 'integer' }, ...fields },
};

const body = { type: 'object', required: ['name', 'price_cents'], properties: fields };

const answers = (status) => ({ response: { [status]: { $ref: 'product#' } } });

export default async function products(fastify) {
  // A Map keeps the order of insertion, which is that of the ids.
  const store = new Map();
  let lastId = 0;

  function add({ name, price_cents }) {
    const added = { id: (lastId += 1), name, price_cents };
    store.set(added.id, added);
    return added;
  }

  for (let n = 1; n <= 100; n += 1) add({ name: `Product ${n}`, price_cents: n * 100 });

  fastify.addSchema(product);

  const listSchema = { response: { 200: { type: 'array', items: { $ref: 'product#' } } } };
  fastify.get('/', { schema: listSchema }, async () => [...store.values()]);

  fastify.post('/', { schema: { body, ...answers(201) } }, async (request, reply) => {
    reply.code(201);
    return add(request.body);
  });

  fastify.get('/:id', { schema: answers(200) }, async (request, reply) =>
    store.get(Number(request.params.id)) ?? reply.callNotFound());

  fastify.put('/:id', { schema: { body, ...answers(200) } }, async (request, reply) => {
    const found = store.get(Number(request.params.id));
    if (!found) return reply.callNotFound();
    found.name = request.body.name;
    found.price_cents = request.body.price_cents;
    return found;
  });

  fastify.delete('/:id', async (request, reply) => {
    if (!store.delete(Number(request.params.id))) return reply.callNotFound();
    return reply.code(204).send();
  });
}
