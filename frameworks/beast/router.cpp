#include "router.hpp"

#include "handlers.hpp"
#include "products.hpp"

#include <algorithm>
#include <array>

namespace {

constexpr std::string_view id_segment = "{id}";

struct Route {
    constexpr Route(http::verb method, std::string_view pattern, Answer (*handle)(const Call&))
        : method(method), path(pattern), handle(handle), has_id(pattern.ends_with(id_segment))
    {
        if (has_id) path.remove_suffix(id_segment.size());
    }

    bool matches(http::verb asked, std::string_view target) const
    {
        if (method != asked) return false;
        if (!has_id) return target == path;
        return target.starts_with(path) && target.find('/', path.size()) == std::string_view::npos;
    }

    http::verb method;
    std::string_view path;
    Answer (*handle)(const Call&);
    bool has_id;
};

constexpr std::array routes{
    Route{http::verb::get, "/", hello},
    Route{http::verb::get, "/count", count},
    Route{http::verb::post, "/echo", echo},
    Route{http::verb::get, "/wait", wait},
    Route{http::verb::get, "/products", list_products},
    Route{http::verb::post, "/products", create_product},
    Route{http::verb::get, "/products/{id}", get_product},
    Route{http::verb::put, "/products/{id}", update_product},
    Route{http::verb::delete_, "/products/{id}", delete_product},
};

Answer dispatch(Request& request)
{
    const std::string_view target{request.target()};
    const auto path = target.substr(0, target.find('?'));
    const auto route = std::ranges::find_if(
        routes, [&](const Route& candidate) { return candidate.matches(request.method(), path); });
    if (route == routes.end()) throw HttpError{http::status::not_found, "Not Found"};

    const auto id = route->has_id ? path.substr(route->path.size()) : std::string_view{};
    return route->handle({request, id});
}

}  // namespace

Answer answer(Request& request)
try {
    return dispatch(request);
}
catch (const HttpError& error) {
    return {text(request, error.status, error.what())};
}
