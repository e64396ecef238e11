#include "ceiling/answers.h"

namespace pacer::ceiling {
namespace {

constexpr std::string_view kNoDate = "Thu, 01 Jan 1970 00:00:00 GMT";
constexpr std::string_view kDateName = "\r\nDate: ";

enum Ending { kSilent, kClose, kKeepAlive };

Ending ending_of(const RequestHead& head) {
  if (!head.keep_alive) return kClose;
  return head.http_1_0 ? kKeepAlive : kSilent;
}

std::string_view header_of(Ending ending) {
  switch (ending) {
    case kClose:
      return "Connection: close\r\n";
    case kKeepAlive:
      return "Connection: keep-alive\r\n";
    case kSilent:
      break;
  }
  return "";
}

std::string make(std::string_view status, std::string_view date, std::string_view headers,
                 std::string_view body) {
  std::string text = "HTTP/1.1 ";
  text.append(status).append("\r\nServer: pacer-ceiling").append(kDateName).append(date);
  text.append("\r\n").append(headers);
  text.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
  return text.append(body);
}

std::string with_type(std::string_view header) {
  return "Content-Type: text/plain\r\n" + std::string(header);
}

std::string http_date(std::time_t now) {
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return text.data();
}

}  // namespace

Answers::Answers() : date_(kNoDate) {
  for (const auto ending : {kSilent, kClose, kKeepAlive}) {
    const std::string header(header_of(ending));
    texts_[static_cast<std::size_t>(Answer::kHello)][ending] =
        make("200 OK", kNoDate, with_type(header), "Hello, World!");
    texts_[static_cast<std::size_t>(Answer::kNotFound)][ending] =
        make("404 Not Found", kNoDate, header, "");
    texts_[static_cast<std::size_t>(Answer::kNotAllowed)][ending] =
        make("405 Method Not Allowed", kNoDate, "Allow: GET\r\n" + header, "");
    texts_[static_cast<std::size_t>(Answer::kBadRequest)][ending] =
        make("400 Bad Request", kNoDate, header, "");
  }
}

void Answers::set_time(std::time_t now) {
  if (now == now_) return;
  now_ = now;
  date_ = http_date(now);
  for (auto& endings : texts_) {
    for (auto& text : endings) {
      text.replace(text.find(kDateName) + kDateName.size(), date_.size(), date_);
    }
  }
}

std::string_view Answers::text(Answer answer, const RequestHead& head) const {
  return texts_[static_cast<std::size_t>(answer)][ending_of(head)];
}

std::string Answers::count(int pid, std::uint64_t handled, const RequestHead& head) const {
  const auto body = std::to_string(pid) + " " + std::to_string(handled) + "\n";
  return make("200 OK", date_, with_type(header_of(ending_of(head))), body);
}

}  // namespace pacer::ceiling
