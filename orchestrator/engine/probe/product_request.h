#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/probe/conversation.h"

namespace pacer {

/// A product as the contract writes it.
nlohmann::json product(long id, const std::string& name, long price_cents);

Request list_products(const std::string& note = "");
Request read_product(long id, const std::string& note = "");
Request delete_product(long id, const std::string& note = "");
/// `body` is sent as it is, as application/json.
Request create_product(const std::string& body, const std::string& note = "");
Request replace_product(long id, const std::string& body, const std::string& note = "");
/// The body for a product of these fields.
std::string product_body(const std::string& name, long price_cents);

}  // namespace pacer
