#include "engine/build/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/error.h"

namespace pacer {

struct Sha256::Context {
  EVP_MD_CTX* evp = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(evp); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  if (EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr) != 1) {
    throw Error("OpenSSL has no SHA-256");
  }
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view field) {
  const auto length = fmt::format("{}:", field.size());
  EVP_DigestUpdate(context_->evp, length.data(), length.size());
  EVP_DigestUpdate(context_->evp, field.data(), field.size());
}

std::string Sha256::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_DigestFinal_ex(context_->evp, digest, &size);
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace pacer
