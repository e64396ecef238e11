#include "http.hpp"

#include <utility>

Response respond(const Request& request, http::status status, std::string_view content_type, std::string body)
{
    Response response{status, request.version(), std::move(body)};
    response.set(http::field::content_type, content_type);
    response.keep_alive(request.keep_alive());
    response.prepare_payload();
    return response;
}

Response text(const Request& request, http::status status, std::string body)
{
    return respond(request, status, "text/plain", std::move(body));
}

// Not prepare_payload, which would add a Content-Length: a 204 has none.
Response no_content(const Request& request)
{
    Response response{http::status::no_content, request.version()};
    response.keep_alive(request.keep_alive());
    return response;
}
