#include "core/model/sample.h"

#include "base/error.h"

namespace pacer {

std::string badge_name(Badge badge) {
  switch (badge) {
    case Badge::kHandler:
      return "handler";
    case Badge::kBytes:
      return "bytes";
    case Badge::kClient:
      break;
  }
  return "client";
}

Badge badge_named(const std::string& name) {
  for (const auto badge : {Badge::kClient, Badge::kBytes, Badge::kHandler}) {
    if (badge_name(badge) == name) return badge;
  }
  throw Error("unknown badge '" + name + "'");
}

}  // namespace pacer
