#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <microhttpd.h>

enum { MAX_CONNECTIONS = 16384 };

static atomic_ulong hellos;

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned int status, const char *body)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(body), (void *)body, MHD_RESPMEM_MUST_COPY);
    if (response == NULL) return MHD_NO;

    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain");
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result hello(struct MHD_Connection *connection)
{
    atomic_fetch_add_explicit(&hellos, 1, memory_order_relaxed);
    return answer(connection, MHD_HTTP_OK, "Hello, World!");
}

static enum MHD_Result count(struct MHD_Connection *connection)
{
    char body[64];
    snprintf(body, sizeof(body), "%d %lu\n", getpid(), atomic_load(&hellos));
    return answer(connection, MHD_HTTP_OK, body);
}

static enum MHD_Result route(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                             const char *version, const char *upload_data, size_t *upload_data_size,
                             void **request_state)
{
    (void)cls;
    (void)version;
    (void)upload_data;

    /* The first call is for the headers alone: an answer queued now would close the connection. */
    static int headers_seen;
    if (*request_state == NULL) {
        *request_state = &headers_seen;
        return MHD_YES;
    }
    if (*upload_data_size != 0) {
        *upload_data_size = 0;
        return MHD_YES;
    }

    if (strcmp(method, MHD_HTTP_METHOD_GET) == 0) {
        if (strcmp(url, "/") == 0) return hello(connection);
        if (strcmp(url, "/count") == 0) return count(connection);
    }
    return answer(connection, MHD_HTTP_NOT_FOUND, "Not Found");
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
    const unsigned int threads = atoi(argv[1]);

    const char *host = from_environment("HOST");
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(from_environment("PORT")))};
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) errx(EXIT_FAILURE, "%s is no IPv4 address", host);

    /* Blocked here, and so in the threads of the daemon, for sigwait below. */
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);

    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, 0, NULL, NULL, route, NULL,
                         MHD_OPTION_SOCK_ADDR, &address,
                         MHD_OPTION_THREAD_POOL_SIZE, threads,
                         MHD_OPTION_CONNECTION_LIMIT, (unsigned int)MAX_CONNECTIONS,
                         MHD_OPTION_END);
    if (daemon == NULL) errx(EXIT_FAILURE, "the daemon did not start");

    int signal;
    sigwait(&signals, &signal);
    MHD_stop_daemon(daemon);
}
