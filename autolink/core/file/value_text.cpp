// Values as text. See value_text.h.
#include "value_text.h"

#include "core/base/bytes.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdio>
#include <optional>

namespace autolink::file {
namespace {

/// Returns a number as T; nothing if T cannot hold it.
template <typename T> std::optional<T> number_as(Form form, bool other_order, const std::byte *from, Form::Kind kind) {
  const Form to = {kind, sizeof(T)};
  std::byte out[sizeof(T)];
  if (!is_convertible(form, to, other_order) || !convert(from, form.size, form, other_order, out, sizeof(T), to, 1))
    return std::nullopt;
  return load<T>(out);
}

template <typename T> std::string shortest(T value) {
  std::array<char, 64> out;
  return {out.data(), std::to_chars(out.data(), out.data() + out.size(), value).ptr};
}

std::string escaped(char c, char quote) {
  if (c == quote || c == '\\')
    return {'\\', c};
  if (c == '\n')
    return "\\n";
  if (c == '\t')
    return "\\t";
  if (c >= ' ' && c <= '~')
    return {c};
  std::array<char, 8> out;
  std::snprintf(out.data(), out.size(), "\\%03o", static_cast<unsigned char>(c));
  return out.data();
}

} // namespace

std::string number_text(Form form, bool other_order, const std::byte *from) {
  if (form.kind == Form::ieee || form.kind == Form::x87) {
    if (form.size == sizeof(float))
      if (const auto value = number_as<float>(form, other_order, from, Form::ieee))
        return shortest(*value);
    if (const auto value = number_as<double>(form, other_order, from, Form::ieee))
      return shortest(*value);
    if (const auto here = form_of(AL_LONG_DOUBLE); is_convertible(form, here, other_order)) {
      alignas(long double) std::byte out[sizeof(long double)] = {};
      if (convert(from, form.size, form, other_order, out, sizeof out, here, 1))
        return shortest(load<long double>(out));
    }
  } else {
    if (const auto value = number_as<std::int64_t>(form, other_order, from, Form::integer))
      return shortest(*value);
    if (const auto value = number_as<std::uint64_t>(form, other_order, from, Form::natural))
      return shortest(*value);
  }
  return "?";
}

std::string value_text(const Types &types, std::uint32_t kind, const std::byte *from) {
  const Form form = types.forms[kind];
  const bool other_order = types.is_big_endian != (std::endian::native == std::endian::big);
  switch (form.kind) {
  case Form::character:
    return quoted(from, 1, '\'');
  case Form::bytes: {
    std::array<char, 8> out;
    std::snprintf(out.data(), out.size(), "%02x", std::to_integer<unsigned>(*from));
    return out.data();
  }
  case Form::unknown:
    return "?";
  default:
    break;
  }
  if ((kind == AL_C_BOOL || kind == AL_CXX_BOOL) && form.size == 1 && std::to_integer<unsigned>(*from) <= 1)
    return *from == std::byte{0} ? "false" : "true";
  const std::string first = number_text(form, other_order, from);
  return parts_of(kind) == 1 ? first : "(" + first + ", " + number_text(form, other_order, from + form.size) + ")";
}

std::string quoted(const std::byte *from, std::size_t n, char quote) {
  std::string out = {quote};
  for (std::size_t i = 0; i < n; ++i)
    out += escaped(static_cast<char>(from[i]), quote);
  return out + quote;
}

} // namespace autolink::file
