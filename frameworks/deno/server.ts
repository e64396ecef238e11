let hellos = 0;

// Deno sends a string body as text/plain.
export default {
  fetch(request) {
    const { pathname } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case 'GET /':
        hellos += 1;
        return new Response('Hello, World!');
      case 'GET /count':
        return new Response(`${Deno.pid} ${hellos}\n`);
      default:
        return new Response('Not Found', { status: 404 });
    }
  },
} satisfies Deno.ServeDefaultExport;
