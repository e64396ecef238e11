#pragma once

#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

// One file each; table.cpp puts them in order. Each `text` is clean.
bool is_bombardier(std::string_view text);
std::vector<Reading> read_bombardier(const Document& document, std::string_view text);
bool is_oha(std::string_view text);
std::vector<Reading> read_oha(const Document& document, std::string_view text);
bool is_techempower(std::string_view text);
std::vector<Reading> read_techempower(const Document& document, std::string_view text);
bool is_http_arena(std::string_view text);
std::vector<Reading> read_http_arena(const Document& document, std::string_view text);
bool is_the_benchmarker(std::string_view text);
std::vector<Reading> read_the_benchmarker(const Document& document, std::string_view text);
/// wrk and wrk2: one output, or a page of several; also what no other reader knows.
std::vector<Reading> read_wrk(const Document& document, std::string_view text);

}  // namespace pacer::audit
