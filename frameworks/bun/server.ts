let hellos = 0;

// Bun sends a string body as text/plain, and answers 404 itself where no route matches.
Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/': {
      GET: () => {
        hellos += 1;
        return new Response('Hello, World!');
      },
    },
    '/count': {
      GET: () => new Response(`${process.pid} ${hellos}\n`),
    },
  },
});
