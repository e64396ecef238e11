#include "store.hpp"

#include <mutex>
#include <utility>

Store::Store(std::int64_t size)
{
    for (std::int64_t id = 1; id <= size; ++id) add({"Product " + std::to_string(id), id * 100});
}

std::vector<Product> Store::all() const
{
    const std::shared_lock lock{mutex_};
    std::vector<Product> all;
    all.reserve(products_.size());
    for (const auto& [id, product] : products_) all.push_back(product);
    return all;
}

std::optional<Product> Store::get(std::int64_t id) const
{
    const std::shared_lock lock{mutex_};
    const auto found = products_.find(id);
    if (found == products_.end()) return {};
    return found->second;
}

Product Store::add(ProductFields fields)
{
    const std::unique_lock lock{mutex_};
    const auto id = ++last_id_;
    return products_.insert({id, {id, std::move(fields.name), fields.price_cents}}).first->second;
}

std::optional<Product> Store::update(std::int64_t id, ProductFields fields)
{
    const std::unique_lock lock{mutex_};
    const auto found = products_.find(id);
    if (found == products_.end()) return {};
    found->second = {id, std::move(fields.name), fields.price_cents};
    return found->second;
}

bool Store::remove(std::int64_t id)
{
    const std::unique_lock lock{mutex_};
    return products_.erase(id) != 0;
}
