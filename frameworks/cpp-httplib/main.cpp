#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include <httplib.h>

namespace {

// A connection holds its thread as long as it is kept alive.
constexpr std::size_t threads = 256;
constexpr std::size_t requests_per_connection = 1000;

std::atomic<std::uint64_t> hellos{0};

void hello(const httplib::Request&, httplib::Response& response)
{
    hellos.fetch_add(1, std::memory_order_relaxed);
    response.set_content("Hello, World!", "text/plain");
}

void count(const httplib::Request&, httplib::Response& response)
{
    const auto line = std::to_string(::getpid()) + ' ' + std::to_string(hellos.load(std::memory_order_relaxed)) + '\n';
    response.set_content(line, "text/plain");
}

std::string from_environment(const char* name)
{
    const char* value = std::getenv(name);
    if (!value) throw std::runtime_error(std::string(name) + " is not set");
    return value;
}

}  // namespace

int main()
try {
    const auto host = from_environment("HOST");
    const int port = std::stoi(from_environment("PORT"));

    httplib::Server server;
    server.new_task_queue = [] { return new httplib::ThreadPool(threads); };
    server.set_keep_alive_max_count(requests_per_connection);
    server.set_tcp_nodelay(true);
    server.Get("/", hello);
    server.Get("/count", count);

    if (!server.listen(host, port)) throw std::runtime_error("cannot listen on " + host + ':' + std::to_string(port));
}
catch (const std::exception& error) {
    std::cerr << "server: " << error.what() << '\n';
    return EXIT_FAILURE;
}
