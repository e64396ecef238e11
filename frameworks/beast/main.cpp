#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
using tcp = net::ip::tcp;

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

namespace {

std::atomic<std::uint64_t> hellos{0};

Response text(const Request& request, http::status status, std::string body)
{
    Response response{status, request.version(), std::move(body)};
    response.set(http::field::content_type, "text/plain");
    response.keep_alive(request.keep_alive());
    response.prepare_payload();
    return response;
}

Response hello(const Request& request)
{
    hellos.fetch_add(1, std::memory_order_relaxed);
    return text(request, http::status::ok, "Hello, World!");
}

Response count(const Request& request)
{
    auto body = std::to_string(::getpid()) + ' ' + std::to_string(hellos.load(std::memory_order_relaxed)) + '\n';
    return text(request, http::status::ok, std::move(body));
}

struct Route {
    http::verb method;
    std::string_view path;
    Response (*handle)(const Request&);
};

constexpr std::array routes{
    Route{http::verb::get, "/", hello},
    Route{http::verb::get, "/count", count},
};

Response answer(const Request& request)
{
    const std::string_view target{request.target()};
    const auto path = target.substr(0, target.find('?'));
    const auto route = std::ranges::find_if(routes, [&](const Route& candidate) {
        return candidate.method == request.method() && candidate.path == path;
    });
    return route != routes.end() ? route->handle(request) : text(request, http::status::not_found, "Not Found");
}

// One connection. A request is read only after the one before it was answered, so pipelined
// requests wait in the buffer and are answered in order.
class Session : public std::enable_shared_from_this<Session> {
public:
    explicit Session(tcp::socket&& socket) : stream_(std::move(socket)) {}

    void start()
    {
        // Without this, Nagle's algorithm holds back every pipelined answer but the first.
        beast::error_code ignored;
        stream_.socket().set_option(tcp::no_delay(true), ignored);
        net::dispatch(stream_.get_executor(), beast::bind_front_handler(&Session::read, shared_from_this()));
    }

private:
    void read()
    {
        request_ = {};
        stream_.expires_after(std::chrono::seconds(30));
        http::async_read(stream_, buffer_, request_,
                         beast::bind_front_handler(&Session::on_read, shared_from_this()));
    }

    void on_read(beast::error_code error, std::size_t)
    {
        if (error) return close();
        response_ = answer(request_);
        http::async_write(stream_, response_,
                          beast::bind_front_handler(&Session::on_write, shared_from_this()));
    }

    void on_write(beast::error_code error, std::size_t)
    {
        if (error || !response_.keep_alive()) return close();
        read();
    }

    void close()
    {
        beast::error_code ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    Request request_;
    Response response_;
};

class Listener {
public:
    Listener(net::io_context& io, const tcp::endpoint& endpoint) : io_(io), acceptor_(io, endpoint) { accept(); }

private:
    void accept()
    {
        acceptor_.async_accept(net::make_strand(io_), [this](beast::error_code error, tcp::socket socket) {
            if (error) std::cerr << "accept: " << error.message() << '\n';
            else std::make_shared<Session>(std::move(socket))->start();
            accept();
        });
    }

    net::io_context& io_;
    tcp::acceptor acceptor_;
};

const char* from_environment(const char* name)
{
    const char* value = std::getenv(name);
    if (!value) throw std::runtime_error(std::string(name) + " is not set");
    return value;
}

}  // namespace

int main(int argc, char** argv)
try {
    if (argc != 2) throw std::runtime_error("usage: server THREADS, with HOST and PORT in the environment");
    const int threads = std::stoi(argv[1]);
    const auto host = net::ip::make_address(from_environment("HOST"));
    const auto port = static_cast<std::uint16_t>(std::stoi(from_environment("PORT")));

    net::io_context io{threads};
    Listener listener{io, {host, port}};

    std::vector<std::jthread> workers;
    for (int i = 1; i < threads; ++i) workers.emplace_back([&io] { io.run(); });
    io.run();
}
catch (const std::exception& error) {
    std::cerr << "server: " << error.what() << '\n';
    return EXIT_FAILURE;
}
