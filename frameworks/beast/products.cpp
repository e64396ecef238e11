#include "products.hpp"

#include "store.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <utility>

namespace json = boost::json;

namespace {

constexpr int first_products = 100;

Store store{first_products};

template <class Value>
Answer json_answer(const Call& call, http::status status, const Value& value)
{
    return {respond(call.request, status, "application/json", json::serialize(json::value_from(value)))};
}

HttpError not_found()
{
    return {http::status::not_found, "Not Found"};
}

HttpError bad_request(const std::string& why)
{
    return {http::status::bad_request, why};
}

std::int64_t id_of(const Call& call)
{
    std::int64_t id{};
    const auto end = call.id.data() + call.id.size();
    const auto result = std::from_chars(call.id.data(), end, id);
    if (result.ec != std::errc{} || result.ptr != end) throw not_found();
    return id;
}

ProductFields fields_of(const Call& call)
{
    json::error_code error;
    const auto value = json::parse(call.request.body(), error);
    if (error) throw bad_request(error.message());

    const auto* object = value.if_object();
    const auto* name = object ? object->if_contains("name") : nullptr;
    const auto* price_cents = object ? object->if_contains("price_cents") : nullptr;
    if (!name || !name->is_string()) throw bad_request("name must be a string");
    if (!price_cents || !price_cents->is_int64()) throw bad_request("price_cents must be an integer");
    return {std::string{name->get_string()}, price_cents->get_int64()};
}

}  // namespace

Answer list_products(const Call& call)
{
    return json_answer(call, http::status::ok, store.all());
}

Answer create_product(const Call& call)
{
    return json_answer(call, http::status::created, store.add(fields_of(call)));
}

Answer get_product(const Call& call)
{
    const auto product = store.get(id_of(call));
    if (!product) throw not_found();
    return json_answer(call, http::status::ok, *product);
}

Answer update_product(const Call& call)
{
    const auto product = store.update(id_of(call), fields_of(call));
    if (!product) throw not_found();
    return json_answer(call, http::status::ok, *product);
}

Answer delete_product(const Call& call)
{
    if (!store.remove(id_of(call))) throw not_found();
    return {no_content(call.request)};
}
