#pragma once

#include "http.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>

#include <cstddef>
#include <memory>

// One connection. A request is read only after the one before it was answered, so pipelined
// requests wait in the buffer and are answered in order.
class Session : public std::enable_shared_from_this<Session> {
public:
    explicit Session(boost::asio::ip::tcp::socket&& socket);

    void start();

private:
    void read();
    void on_read(boost::beast::error_code error, std::size_t);
    void hold_back(std::chrono::milliseconds delay);
    void write();
    void on_write(boost::beast::error_code error, std::size_t);
    void close();

    boost::beast::tcp_stream stream_;
    boost::asio::steady_timer timer_;
    boost::beast::flat_buffer buffer_;
    Request request_;
    Response response_;
};
