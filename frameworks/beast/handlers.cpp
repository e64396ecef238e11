#include "handlers.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <atomic>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include <unistd.h>

namespace urls = boost::urls;

namespace {

constexpr unsigned max_wait_ms = 10'000;

std::atomic<std::uint64_t> hellos{0};

std::optional<unsigned> number(const Request& request, std::string_view name)
{
    // Not parse_query: in Boost 1.81 it reads on to a NUL behind the query.
    const auto url = urls::parse_origin_form(request.target());
    if (!url) return {};
    const auto parameters = url->params();
    const auto found = parameters.find(name);
    if (found == parameters.end()) return {};

    const auto text = (*found).value;
    unsigned value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

}  // namespace

Answer hello(const Call& call)
{
    hellos.fetch_add(1, std::memory_order_relaxed);
    return {text(call.request, http::status::ok, "Hello, World!")};
}

Answer count(const Call& call)
{
    auto body = std::to_string(::getpid()) + ' ' + std::to_string(hellos.load(std::memory_order_relaxed)) + '\n';
    return {text(call.request, http::status::ok, std::move(body))};
}

// Beast itself refuses a body of over 1 MiB.
Answer echo(const Call& call)
{
    auto& body = call.request.body();
    return {respond(call.request, http::status::ok, "application/octet-stream", std::move(body))};
}

Answer wait(const Call& call)
{
    const auto ms = number(call.request, "ms");
    if (!ms || *ms > max_wait_ms) {
        const auto most = std::to_string(max_wait_ms);
        throw HttpError{http::status::bad_request, "ms must be an integer from 0 to " + most};
    }
    auto waited = "waited " + std::to_string(*ms);
    return {text(call.request, http::status::ok, std::move(waited)), std::chrono::milliseconds(*ms)};
}
