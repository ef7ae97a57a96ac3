// Settings. See settings.h.
#include "settings.h"

#include "errors.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace autolink {
namespace {

struct Key {
  const char *name;
  void (*set)(Settings &, const std::string &value);
  std::string (*get)(const Settings &);
};

[[noreturn]] void fail(const std::string &value, const char *wanted) {
  throw Failure(AL_ERR_ARGUMENT, "AutoLink: the setting '" + value + "' should be " + wanted);
}

std::uint64_t number(const std::string &text, std::uint64_t least, std::uint64_t greatest,
                     const char *wanted) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out < least || out > greatest)
    fail(text, wanted);
  return out;
}

bool truth(const std::string &text) {
  if (text != "true" && text != "false")
    fail(text, "true or false");
  return text == "true";
}

std::string text(bool value) { return value ? "true" : "false"; }

constexpr Key keys[] = {
    {"packet_bytes",
     [](Settings &s, const std::string &v) {
       s.pack.packet_bytes = number(v, 1, 1 << 30, "1 to 1073741824 bytes");
     },
     [](const Settings &s) { return std::to_string(s.pack.packet_bytes); }},
    {"packets_in_flight",
     [](Settings &s, const std::string &v) { s.packets_in_flight = number(v, 1, 1024, "1 to 1024 packets"); },
     [](const Settings &s) { return std::to_string(s.packets_in_flight); }},
    {"eager_bytes",
     [](Settings &s, const std::string &v) { s.pack.eager_bytes = number(v, 0, 32768, "0 to 32768 bytes"); },
     [](const Settings &s) { return std::to_string(s.pack.eager_bytes); }},
    {"allocation",
     [](Settings &s, const std::string &v) {
       if (v != "malloc" && v != "arena")
         fail(v, "malloc or arena");
       s.unpack.use_arena = v == "arena";
     },
     [](const Settings &s) { return std::string(s.unpack.use_arena ? "arena" : "malloc"); }},
    {"limit_bytes",
     [](Settings &s, const std::string &v) {
       s.unpack.limit_bytes = number(v, 0, PTRDIFF_MAX, "a number of bytes");
     },
     [](const Settings &s) { return std::to_string(s.unpack.limit_bytes); }},
    {"check_sharing",
     [](Settings &s, const std::string &v) {
       s.pack.sharing = truth(v) ? Sharing::checked : Sharing::as_declared;
     },
     [](const Settings &s) { return text(s.pack.sharing == Sharing::checked); }},
    {"check_reachable", [](Settings &s, const std::string &v) { s.unpack.check_reachable = truth(v); },
     [](const Settings &s) { return text(s.unpack.check_reachable); }},
};

constexpr std::string_view prefix = "autolink_";

std::uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  std::uint64_t out = 0;
  const bool is_known = pages > 0 && page > 0 && !__builtin_mul_overflow(pages, page, &out);
  return is_known ? std::min<std::uint64_t>(out, PTRDIFF_MAX) : PTRDIFF_MAX;
}

} // namespace

Settings settings_from_environment() {
  Settings out;
  out.unpack.limit_bytes = physical_memory();
  for (const Key &key : keys) {
    std::string name = std::string(prefix) + key.name;
    for (char &c : name)
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (const char *value = std::getenv(name.c_str()))
      key.set(out, value);
  }
  return out;
}

Settings changed(Settings settings, MPI_Info info) {
  int n = 0;
  check_call(MPI_Info_get_nkeys(info, &n));
  for (int i = 0; i < n; ++i) {
    char name[MPI_MAX_INFO_KEY + 1] = "";
    check_call(MPI_Info_get_nthkey(info, i, name));
    if (std::string_view(name).substr(0, prefix.size()) != prefix)
      continue;
    const Key *found = nullptr;
    for (const Key &key : keys)
      if (std::string_view(name).substr(prefix.size()) == key.name)
        found = &key;
    if (!found)
      throw Failure(AL_ERR_ARGUMENT, std::string("AutoLink: there is no setting ") + name);
    char value[MPI_MAX_INFO_VAL + 1] = "";
    int is_there = 0;
    check_call(MPI_Info_get(info, name, MPI_MAX_INFO_VAL, value, &is_there));
    if (is_there)
      found->set(settings, value);
  }
  return settings;
}

MPI_Info info_of(const Settings &settings) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const Key &key : keys)
    values.emplace_back(std::string(prefix) + key.name, key.get(settings));
  MPI_Info out = MPI_INFO_NULL;
  check_call(MPI_Info_create(&out));
  for (const auto &[name, value] : values)
    check_call(MPI_Info_set(out, name.c_str(), value.c_str()));
  return out;
}

} // namespace autolink
