// A plugin of its own, for here no body is parsed, whatever its type says.
export default async function echo(fastify) {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request, body) => body);

  fastify.post('/echo', async (request, reply) => {
    reply.type('application/octet-stream');
    return request.body ?? Buffer.alloc(0);
  });
}
