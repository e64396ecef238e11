#include "session.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace net = boost::asio;
using tcp = net::ip::tcp;

namespace {

class Listener {
public:
    Listener(net::io_context& io, const tcp::endpoint& endpoint) : io_(io), acceptor_(io, endpoint) { accept(); }

private:
    void accept()
    {
        acceptor_.async_accept(net::make_strand(io_), [this](boost::beast::error_code error, tcp::socket socket) {
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
