#pragma once

#include <boost/describe/class.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

struct Product {
    std::int64_t id;
    std::string name;
    std::int64_t price_cents;
};
BOOST_DESCRIBE_STRUCT(Product, (), (id, name, price_cents))

// What a client may say of a product.
struct ProductFields {
    std::string name;
    std::int64_t price_cents;
};

class Store {
public:
    explicit Store(std::int64_t size);

    std::vector<Product> all() const;
    std::optional<Product> get(std::int64_t id) const;
    Product add(ProductFields fields);
    std::optional<Product> update(std::int64_t id, ProductFields fields);
    bool remove(std::int64_t id);

private:
    mutable std::shared_mutex mutex_;
    std::map<std::int64_t, Product> products_;
    std::int64_t last_id_{0};
};
