// Values of files as text.
#pragma once

#include "types.h"

#include <string>

namespace autolink::file {

/// Returns a value of a basic type as C would write it: "42", "0.1", "'a'", "true"; bytes in hexadecimal.
std::string value_text(const Types &types, std::uint32_t kind, const std::byte *from);

/// Returns a number: "42", "0.1"; "?" if its form is not known.
std::string number_text(Form form, bool other_order, const std::byte *from);

/// Returns characters in quotes.
std::string quoted(const std::byte *from, std::size_t n, char quote = '"');

} // namespace autolink::file
