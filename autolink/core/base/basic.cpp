// The types of single values. See al_type.h.
#include "autolink/al_type.h"

#include "layout/basic_type.h"

#include <array>

namespace {

#define AUTOMAP_C_TYPE(identifier, ...) static_assert(AL_##identifier == int(automap::layout::BasicTypeId::identifier));
#include "layout/basic_type.def"

/// One value of each type.
constexpr auto runs = [] {
  std::array<AL_Run, AL_BASIC_TYPES> out{};
  for (uint32_t basic = 0; basic < out.size(); ++basic)
    out[basic] = {basic, 0, 1, 0};
  return out;
}();

/// Returns a basic type. Its signature is one value of the type and is only compared with itself.
constexpr AL_TypeInfo info(const char *name, uint32_t basic, uint64_t size, uint64_t align) {
  return {AL_TYPE_ABI, 0, name, size, align, basic + UINT64_C(1), 1, 1, &runs[basic], 0, nullptr, nullptr};
}

} // namespace

extern "C" {
extern const AL_TypeInfo AL_Basic[AL_BASIC_TYPES] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, ...)                                                         \
  info(name, AL_##identifier, numbers * sizeof(number), alignof(number)),
#include "layout/basic_type.def"
};
}
