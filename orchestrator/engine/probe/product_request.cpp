#include "engine/probe/product_request.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace pacer {
namespace {

std::string path_of(long id) { return fmt::format("/products/{}", id); }

}  // namespace

nlohmann::json product(long id, const std::string& name, long price_cents) {
  return {{"id", id}, {"name", name}, {"price_cents", price_cents}};
}

Request list_products(const std::string& note) { return {"GET", "/products", note}; }

Request read_product(long id, const std::string& note) { return {"GET", path_of(id), note}; }

Request delete_product(long id, const std::string& note) { return {"DELETE", path_of(id), note}; }

Request create_product(const std::string& body, const std::string& note) {
  return {"POST", "/products", note, body, "application/json"};
}

Request replace_product(long id, const std::string& body, const std::string& note) {
  return {"PUT", path_of(id), note, body, "application/json"};
}

std::string product_body(const std::string& name, long price_cents) {
  return nlohmann::json{{"name", name}, {"price_cents", price_cents}}.dump();
}

}  // namespace pacer
