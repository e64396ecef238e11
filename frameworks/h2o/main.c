#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <h2o.h>

static h2o_globalconf_t config;
static int listen_fd;
static atomic_ulong hellos;

static bool is_get(const h2o_req_t *req, const char *path)
{
    return h2o_memis(req->method.base, req->method.len, H2O_STRLIT("GET")) &&
           h2o_memis(req->path_normalized.base, req->path_normalized.len, path, strlen(path));
}

static void send_text(h2o_req_t *req, const char *body, size_t length)
{
    req->res.status = 200;
    req->res.reason = "OK";
    req->res.content_length = length;
    h2o_add_header(&req->pool, &req->res.headers, H2O_TOKEN_CONTENT_TYPE, NULL, H2O_STRLIT("text/plain"));
    h2o_send_inline(req, body, length);
}

static int on_hello(h2o_handler_t *self, h2o_req_t *req)
{
    (void)self;
    if (!is_get(req, "/")) return -1;

    atomic_fetch_add_explicit(&hellos, 1, memory_order_relaxed);
    send_text(req, H2O_STRLIT("Hello, World!"));
    return 0;
}

static int on_count(h2o_handler_t *self, h2o_req_t *req)
{
    (void)self;
    if (!is_get(req, "/count")) return -1;

    char body[64];
    int length = snprintf(body, sizeof(body), "%d %lu\n", getpid(), atomic_load(&hellos));
    send_text(req, body, length);
    return 0;
}

static void register_handler(h2o_hostconf_t *host, const char *path, int (*on_req)(h2o_handler_t *, h2o_req_t *))
{
    h2o_pathconf_t *pathconf = h2o_config_register_path(host, path, 0);
    h2o_create_handler(pathconf, sizeof(h2o_handler_t))->on_req = on_req;
}

static void on_accept(h2o_socket_t *listener, const char *error)
{
    if (error != NULL) return;

    h2o_socket_t *sock = h2o_evloop_socket_accept(listener);
    if (sock != NULL) h2o_accept(listener->data, sock);
}

static void *run_loop(void *unused)
{
    (void)unused;
    h2o_context_t context;
    h2o_context_init(&context, h2o_evloop_create(), &config);

    h2o_accept_ctx_t accept_context = {.ctx = &context, .hosts = config.hosts};
    h2o_socket_t *listener = h2o_evloop_socket_create(context.loop, dup(listen_fd), H2O_SOCKET_FLAG_DONT_READ);
    listener->data = &accept_context;
    h2o_socket_read_start(listener, on_accept);

    while (h2o_evloop_run(context.loop, INT32_MAX) == 0) {
    }
    err(EXIT_FAILURE, "event loop");
}

static int listen_on(const char *host, const char *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) errx(EXIT_FAILURE, "%s is no IPv4 address", host);

    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int on = 1;
    if (fd == -1 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
        bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0 || listen(fd, SOMAXCONN) != 0)
        err(EXIT_FAILURE, "cannot listen on %s:%s", host, port);
    return fd;
}

static const char *from_environment(const char *name)
{
    const char *value = getenv(name);
    if (value == NULL) errx(EXIT_FAILURE, "%s is not set", name);
    return value;
}

int main(int argc, char **argv)
{
    if (argc != 2) errx(EXIT_FAILURE, "usage: server THREADS, with HOST and PORT in the environment");

    signal(SIGPIPE, SIG_IGN);
    listen_fd = listen_on(from_environment("HOST"), from_environment("PORT"));

    h2o_config_init(&config);
    h2o_hostconf_t *host = h2o_config_register_host(&config, h2o_iovec_init(H2O_STRLIT("default")), 65535);
    /* A registered path takes what lies below it, and the first that fits wins. */
    register_handler(host, "/count", on_count);
    register_handler(host, "/", on_hello);

    for (int i = 1; i < atoi(argv[1]); ++i) {
        pthread_t thread;
        h2o_multithread_create_thread(&thread, NULL, run_loop, NULL);
    }
    run_loop(NULL);
}
