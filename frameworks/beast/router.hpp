#pragma once

#include "http.hpp"

Answer answer(Request& request);
