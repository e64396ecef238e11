#pragma once

#include "http.hpp"

Answer list_products(const Call& call);
Answer create_product(const Call& call);
Answer get_product(const Call& call);
Answer update_product(const Call& call);
Answer delete_product(const Call& call);
