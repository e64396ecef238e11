#pragma once

#include "http.hpp"

Answer hello(const Call& call);
Answer count(const Call& call);
Answer echo(const Call& call);
Answer wait(const Call& call);
