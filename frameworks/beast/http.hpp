#pragma once

#include <boost/beast/http.hpp>

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>

namespace http = boost::beast::http;

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

// What a handler gets: the request, and what stands in its path in place of {id}.
struct Call {
    Request& request;
    std::string_view id;
};

// What a handler gives: the response, and how long to hold it back.
struct Answer {
    Response response;
    std::chrono::milliseconds delay{0};
};

// What a handler throws in place of an answer.
class HttpError : public std::runtime_error {
public:
    HttpError(http::status status, const std::string& why) : std::runtime_error(why), status(status) {}

    http::status status;
};

Response respond(const Request& request, http::status status, std::string_view content_type, std::string body);
Response text(const Request& request, http::status status, std::string body);
Response no_content(const Request& request);
