#include "core/manifest/schema.h"

#include "core/manifest/fields.h"
#include "core/yaml/schema.h"

namespace pacer {

std::string manifest_schema() {
  return yaml::schema_of("Pacer framework manifest",
                         "framework.yaml: what differs between one framework and the others. "
                         "Written by `pacer schema`.",
                         yaml::infos_of(manifest_fields()));
}

std::string manifest_fields_markdown() {
  return yaml::markdown_of(yaml::infos_of(manifest_fields()));
}

}  // namespace pacer
