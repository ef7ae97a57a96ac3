// Settings. See settings.h.
#include "settings.h"

#include "errors.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace autolink {
namespace {

struct Key {
  const char *name;
  const char *wanted;                                // describes its values, for messages
  bool (*set)(Settings &, const std::string &value); // returns false if the value is impossible
  std::string (*get)(const Settings &);
};

template <typename Number>
bool read(const std::string &text, std::uint64_t least, std::uint64_t greatest, Number &out) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > greatest)
    return false;
  out = static_cast<Number>(number);
  return true;
}

/// Reads one of two words.
template <typename Value>
bool read(const std::string &text, const char *no, const char *yes, Value &out, Value of_no, Value of_yes) {
  if (text != no && text != yes)
    return false;
  out = text == yes ? of_yes : of_no;
  return true;
}

std::string text(bool value) { return value ? "true" : "false"; }

constexpr Key keys[] = {
    {"packet_bytes", "1 to 1073741824 bytes",
     [](Settings &s, const std::string &v) { return read(v, 1, 1 << 30, s.pack.packet_bytes); },
     [](const Settings &s) { return std::to_string(s.pack.packet_bytes); }},
    {"packets_in_flight", "1 to 1024 packets",
     [](Settings &s, const std::string &v) { return read(v, 1, 1024, s.packets_in_flight); },
     [](const Settings &s) { return std::to_string(s.packets_in_flight); }},
    {"eager_bytes", "0 to 32768 bytes",
     [](Settings &s, const std::string &v) { return read(v, 0, 32768, s.pack.eager_bytes); },
     [](const Settings &s) { return std::to_string(s.pack.eager_bytes); }},
    {"allocation", "malloc or arena",
     [](Settings &s, const std::string &v) { return read(v, "malloc", "arena", s.unpack.use_arena, false, true); },
     [](const Settings &s) { return std::string(s.unpack.use_arena ? "arena" : "malloc"); }},
    {"limit_bytes", "a number of bytes",
     [](Settings &s, const std::string &v) { return read(v, 0, PTRDIFF_MAX, s.unpack.limit_bytes); },
     [](const Settings &s) { return std::to_string(s.unpack.limit_bytes); }},
    {"check_sharing", "true or false",
     [](Settings &s, const std::string &v) {
       return read(v, "false", "true", s.pack.sharing, Sharing::as_declared, Sharing::checked);
     },
     [](const Settings &s) { return text(s.pack.sharing == Sharing::checked); }},
    {"check_reachable", "true or false",
     [](Settings &s, const std::string &v) { return read(v, "false", "true", s.unpack.check_reachable, false, true); },
     [](const Settings &s) { return text(s.unpack.check_reachable); }},
};

constexpr std::string_view prefix = "autolink_";

void set(Settings &settings, const Key &key, const std::string &value) {
  if (!key.set(settings, value))
    throw Failure(AL_ERR_ARGUMENT, "AutoLink: the setting " + std::string(prefix) + key.name + " is '" + value +
                                       "' and should be " + key.wanted);
}

/// Returns the environment variable of a key.
std::string variable_name(const Key &key) {
  std::string out = std::string(prefix) + key.name;
  for (char &c : out)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

/// Returns how many characters have to be inserted, removed or changed.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t changed = diagonal + (from[i - 1] != to[j - 1]);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

/// Returns the variable that `name`, whose first `n_same` characters are right, may stand for; "" if there is none.
std::string nearest_variable(std::string_view name, std::size_t n_same) {
  std::string out;
  std::size_t least = (name.size() - n_same + 2) / 3 + 1;
  for (const Key &key : keys) {
    const std::string candidate = variable_name(key);
    const std::size_t distance = candidate.starts_with(name) ? candidate != name : edit_distance(name, candidate);
    if (distance < least) {
      least = distance;
      out = candidate;
    }
  }
  return out;
}

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
  for (const Key &key : keys)
    if (const char *value = std::getenv(variable_name(key).c_str()))
      set(out, key, value);
  return out;
}

std::string misspelled_in_environment() {
  constexpr std::string_view begin = "AUTOLINK_";
  std::string out;
  for (char **at = environ; at && *at; ++at) {
    const std::string_view entry = *at, name = entry.substr(0, entry.find('='));
    if (!name.starts_with(begin))
      continue;
    const std::string meant = nearest_variable(name, begin.size());
    if (!meant.empty() && meant != name)
      out += "AutoLink: " + std::string(name) + " in the environment is not a setting; did you mean " + meant + "?\n";
  }
  return out;
}

Settings apply(Settings settings, MPI_Info info) {
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
      set(settings, *found, value);
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
