#include "engine/probe/products.h"

#include <map>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "engine/probe/check_answer.h"
#include "engine/probe/json_answer.h"
#include "engine/probe/product_request.h"
#include "engine/probe/products_together.h"

namespace pacer {
namespace {

using nlohmann::json;

constexpr long kFirstProducts = 100;
constexpr long kNoSuchIds[]{9999, 99'999'999'999'999};  ///< the second is beyond 32 bits
/// A quote, a backslash, and characters of two, three and four bytes.
constexpr const char* kOddName = "Größe \"XL\" \\ 漢字 😀";

struct BadBody {
  const char* what;
  const char* body;
};
constexpr BadBody kBadBodies[]{
    {"with half an object", R"({"name": "x", )"},
    {"with the body 'hello'", "hello"},
    {"with an empty body", ""},
    {"with a list", "[]"},
    {"with a list of the values", R"(["x", 5])"},
    {"with something behind the object", R"({"name": "x", "price_cents": 5} x)"},
    {"with null as name", R"({"name": null, "price_cents": 5})"},
    {"without name", R"({"price_cents": 5})"},
    {"without price_cents", R"({"name": "x"})"},
    {"with a number as name", R"({"name": 5, "price_cents": 5})"},
    {"with a text as price_cents", R"({"name": "x", "price_cents": "5"})"},
};

/// One user of the store, who keeps account of what must be in it.
class Shopper {
 public:
  Shopper(const Target& target, bool one_process);
  void read();
  void create_and_delete();
  void replace();
  void ask_for_what_is_not_there();
  void send_bad_bodies();

 private:
  void expect(const Request& request, int status, const json& value);
  void expect(const Request& request, int status);
  json all() const;

  Conversation conversation_;
  const bool one_process_;
  std::map<long, json> products_;
};

Shopper::Shopper(const Target& target, bool one_process)
    : conversation_(target), one_process_(one_process) {
  for (long id = 1; id <= kFirstProducts; ++id) {
    products_[id] = product(id, fmt::format("Product {}", id), 100 * id);
  }
}

void Shopper::expect(const Request& request, int status, const json& value) {
  require(request, check_json(conversation_.ask(request), status, value));
}

void Shopper::expect(const Request& request, int status) {
  require(request, check_response(conversation_.ask(request), status, "", ""));
}

json Shopper::all() const {
  auto list = json::array();
  for (const auto& [id, value] : products_) list.push_back(value);
  return list;
}

void Shopper::read() {
  expect(list_products(), 200, all());
  for (const long id : {1L, 7L, kFirstProducts}) {
    expect(read_product(id), 200, products_.at(id));
  }
}

void Shopper::create_and_delete() {
  const auto create = [&](long id, const std::string& name, long price, const std::string& note) {
    products_[id] = product(id, name, price);
    expect(create_product(product_body(name, price), note), 201, products_[id]);
  };
  create(101, kOddName, 1'234'567, "");
  create(102, "Second", 0, "with price_cents 0");
  expect(read_product(101), 200, products_.at(101));
  expect(delete_product(102), 204);
  products_.erase(102);
  expect(read_product(102, "after its deletion"), 404);
  expect(delete_product(102, "after its deletion"), 404);
  create(103, "Third", 3, "after product 102 was deleted");
  expect(delete_product(50), 204);
  products_.erase(50);
}

void Shopper::replace() {
  for (const long id : {7L, 101L}) {
    products_[id] = product(id, "Replaced", id + 1);
    expect(replace_product(id, product_body("Replaced", id + 1)), 200, products_[id]);
    expect(read_product(id, "after it was replaced"), 200, products_[id]);
  }
  expect(list_products("after the changes"), 200, all());
}

void Shopper::ask_for_what_is_not_there() {
  for (const long id : kNoSuchIds) {
    expect(read_product(id), 404);
    expect(replace_product(id, product_body("x", 1)), 404);
    expect(delete_product(id), 404);
  }
}

void Shopper::send_bad_bodies() {
  for (const auto& [what, body] : kBadBodies) {
    expect(create_product(body, what), 400);
    expect(replace_product(9, body, what), 400);
  }
  // A server may close the connection after a 400, and the next may be another process's.
  if (one_process_ || !conversation_.was_reopened()) {
    expect(list_products("after requests that were refused"), 200, all());
  }
}

}  // namespace

void check_products(const Target& target, bool one_process) {
  {
    Shopper shopper(target, one_process);
    shopper.read();
    shopper.create_and_delete();
    shopper.replace();
    shopper.ask_for_what_is_not_there();
    shopper.send_bad_bodies();
  }
  check_products_together(target, one_process);
}

}  // namespace pacer
