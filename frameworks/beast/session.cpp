#include "session.hpp"

#include "router.hpp"

#include <boost/asio/dispatch.hpp>

#include <utility>

namespace beast = boost::beast;
namespace net = boost::asio;
using tcp = net::ip::tcp;

Session::Session(tcp::socket&& socket) : stream_(std::move(socket)), timer_(stream_.get_executor()) {}

void Session::start()
{
    // Without this, Nagle's algorithm holds back every pipelined answer but the first.
    beast::error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    net::dispatch(stream_.get_executor(), beast::bind_front_handler(&Session::read, shared_from_this()));
}

void Session::read()
{
    request_ = {};
    stream_.expires_after(std::chrono::seconds(30));
    http::async_read(stream_, buffer_, request_, beast::bind_front_handler(&Session::on_read, shared_from_this()));
}

void Session::on_read(beast::error_code error, std::size_t)
{
    if (error) return close();
    auto [response, delay] = answer(request_);
    response_ = std::move(response);
    if (delay.count() == 0) write();
    else hold_back(delay);
}

void Session::hold_back(std::chrono::milliseconds delay)
{
    timer_.expires_after(delay);
    timer_.async_wait([self = shared_from_this()](beast::error_code) { self->write(); });
}

void Session::write()
{
    http::async_write(stream_, response_, beast::bind_front_handler(&Session::on_write, shared_from_this()));
}

void Session::on_write(beast::error_code error, std::size_t)
{
    if (error || !response_.keep_alive()) return close();
    read();
}

void Session::close()
{
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
}
