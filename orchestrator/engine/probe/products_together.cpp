#include "engine/probe/products_together.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>

#include "engine/probe/check_answer.h"
#include "engine/probe/json_answer.h"
#include "engine/probe/product_request.h"

namespace pacer {
namespace {

using nlohmann::json;

constexpr int kShoppers = 16;
constexpr int kTurns = 30;
constexpr auto kTurnLimit = std::chrono::seconds(5);
constexpr const char* kBeside = "beside 15 other changes";

/// What one process must hold.
struct Store {
  std::map<long, json> products;
  std::set<long> given;  ///< ids, the deleted ones too

  json all() const {
    auto list = json::array();
    for (const auto& [id, value] : products) list.push_back(value);
    return list;
  }
};

enum class Kind { kCreate, kReplace, kDelete };

struct Shopper {
  Conversation conversation;
  Store* store = nullptr;
  std::deque<long> own = {};  ///< products that nobody else touches
  Kind kind = Kind::kCreate;  ///< of the request under way
  Request request = {};
  std::string name = {};
  long price_cents = 0;
};

/// 0 where it has none.
long id_of(const json& value) {
  const bool has_id = value.is_object() && value.contains("id") && value["id"].is_number_integer();
  return has_id ? value["id"].get<long>() : 0;
}

/// -1 stands for the only process.
long process_of(Conversation& conversation, bool counts) {
  if (!counts) return -1;
  const auto& count = workload_named("count");
  const Request request{"GET", std::string(count.path)};
  const auto response = conversation.ask(request);
  require(request, check_answer(count, response));
  return parse_count(response.body)->pid;
}

Store read_store(Conversation& conversation) {
  const auto request = list_products();
  const auto response = conversation.ask(request);
  const auto list = json::parse(response.body, nullptr, false);
  require(request, check_json(response, 200, list));
  Store store;
  for (const auto& one : list) {
    store.products[id_of(one)] = one;
    store.given.insert(id_of(one));
  }
  return store;
}

/// In every turn each of the three kinds is among the requests.
void ask(Shopper& shopper, int number, int turn, MonotonicTime deadline) {
  const int choice = (number + turn) % 3;
  shopper.name = fmt::format("By {} in turn {}", number, turn);
  shopper.price_cents = turn;
  const auto body = product_body(shopper.name, shopper.price_cents);
  if (choice == 1 && !shopper.own.empty()) {
    shopper.kind = Kind::kReplace;
    shopper.request = replace_product(shopper.own.back(), body, kBeside);
  } else if (choice == 2 && shopper.own.size() > 3) {
    shopper.kind = Kind::kDelete;
    shopper.request = delete_product(shopper.own.front(), kBeside);
  } else {
    shopper.kind = Kind::kCreate;
    shopper.request = create_product(body, kBeside);
  }
  shopper.conversation.send(shopper.request, deadline);
}

/// The new product's id; throws Error where there is none, or it was given before.
long take_id(Shopper& shopper, const Response& response) {
  const long id = id_of(json::parse(response.body, nullptr, false));
  const auto no_id = fmt::format("body {} has no id", shown(response.body));
  require(shopper.request, check_response(response, 201, "application/json", id == 0 ? no_id : ""));
  if (!shopper.store->given.insert(id).second) {
    require(shopper.request, fmt::format("id {} is given twice", id));
  }
  shopper.own.push_back(id);
  return id;
}

void hear(Shopper& shopper, MonotonicTime deadline) {
  const auto response = shopper.conversation.receive(deadline);
  auto& products = shopper.store->products;
  if (shopper.kind == Kind::kDelete) {
    require(shopper.request, check_response(response, 204, "", ""));
    products.erase(shopper.own.front());
    shopper.own.pop_front();
    return;
  }
  const bool creates = shopper.kind == Kind::kCreate;
  const long id = creates ? take_id(shopper, response) : shopper.own.back();
  products[id] = product(id, shopper.name, shopper.price_cents);
  require(shopper.request, check_json(response, creates ? 201 : 200, products[id]));
}

}  // namespace

void check_products_together(const Target& target, bool one_process) {
  const auto& serves = target.manifest.serves;
  const bool counts = std::find(serves.begin(), serves.end(), "count") != serves.end();
  if (!counts && !one_process) return;
  std::map<long, Store> stores;
  std::list<Shopper> shoppers;
  for (int i = 0; i < kShoppers; ++i) {
    auto& shopper = shoppers.emplace_back(Shopper{Conversation(target)});
    const auto process = process_of(shopper.conversation, counts);
    if (!stores.contains(process)) stores[process] = read_store(shopper.conversation);
    shopper.store = &stores[process];
  }
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto deadline = monotonic_now() + kTurnLimit;
    int number = 0;
    for (auto& shopper : shoppers) ask(shopper, number++, turn, deadline);
    for (auto& shopper : shoppers) hear(shopper, deadline);
  }
  for (auto& shopper : shoppers) {
    const auto request = list_products("after changes on 16 connections at the same time");
    require(request, check_json(shopper.conversation.ask(request), 200, shopper.store->all()));
  }
}

}  // namespace pacer
