// The types of single values. See al_type.h.
#include "autolink/al_type.h"

#include <array>

namespace {

struct Described {
  uint64_t size, align;
};

template <typename T> constexpr Described of() { return {sizeof(T), alignof(T)}; }
constexpr Described twice(Described one) { return {2 * one.size, one.align}; }

/// One value of each type.
constexpr auto runs = [] {
  std::array<AL_Run, AL_BASIC_TYPES> out{};
  for (uint32_t basic = 0; basic < out.size(); ++basic)
    out[basic] = {basic, 0, 1, 0};
  return out;
}();

// The signature: one value of the type with this number. Only compared with itself.
constexpr AL_TypeInfo info(const char *name, uint32_t basic, Described described) {
  return {AL_TYPE_ABI,  0, name,    described.size, described.align, basic + UINT64_C(1), 1, 1,
          &runs[basic], 0, nullptr, nullptr};
}

} // namespace

extern "C" {
extern const AL_TypeInfo AL_Basic[AL_BASIC_TYPES] = {
    info("char", AL_CHAR, of<char>()),
    info("signed char", AL_SIGNED_CHAR, of<signed char>()),
    info("unsigned char", AL_UNSIGNED_CHAR, of<unsigned char>()),
    info("wchar_t", AL_WCHAR, of<wchar_t>()),
    info("short", AL_SHORT, of<short>()),
    info("unsigned short", AL_UNSIGNED_SHORT, of<unsigned short>()),
    info("int", AL_INT, of<int>()),
    info("unsigned", AL_UNSIGNED, of<unsigned>()),
    info("long", AL_LONG, of<long>()),
    info("unsigned long", AL_UNSIGNED_LONG, of<unsigned long>()),
    info("long long", AL_LONG_LONG, of<long long>()),
    info("unsigned long long", AL_UNSIGNED_LONG_LONG, of<unsigned long long>()),
    info("float", AL_FLOAT, of<float>()),
    info("double", AL_DOUBLE, of<double>()),
    info("long double", AL_LONG_DOUBLE, of<long double>()),
    info("_Bool", AL_C_BOOL, of<bool>()),
    info("float _Complex", AL_C_FLOAT_COMPLEX, twice(of<float>())),
    info("double _Complex", AL_C_DOUBLE_COMPLEX, twice(of<double>())),
    info("long double _Complex", AL_C_LONG_DOUBLE_COMPLEX, twice(of<long double>())),
    info("bool", AL_CXX_BOOL, of<bool>()),
    info("std::complex<float>", AL_CXX_FLOAT_COMPLEX, twice(of<float>())),
    info("std::complex<double>", AL_CXX_DOUBLE_COMPLEX, twice(of<double>())),
    info("std::complex<long double>", AL_CXX_LONG_DOUBLE_COMPLEX, twice(of<long double>())),
    info("int8_t", AL_INT8_T, of<int8_t>()),
    info("int16_t", AL_INT16_T, of<int16_t>()),
    info("int32_t", AL_INT32_T, of<int32_t>()),
    info("int64_t", AL_INT64_T, of<int64_t>()),
    info("uint8_t", AL_UINT8_T, of<uint8_t>()),
    info("uint16_t", AL_UINT16_T, of<uint16_t>()),
    info("uint32_t", AL_UINT32_T, of<uint32_t>()),
    info("uint64_t", AL_UINT64_T, of<uint64_t>()),
    info("MPI_Aint", AL_AINT, of<intptr_t>()),
    info("MPI_Count", AL_COUNT, of<int64_t>()),
    info("MPI_Offset", AL_OFFSET, of<int64_t>()),
    info("bytes", AL_BYTE, of<unsigned char>()),
};
}
