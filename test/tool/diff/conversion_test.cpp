#include "diff/conversion.h"

#include "core/base/form.h"
#include "layout/basic_type.h"

#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace automap {
namespace {

/// Values of one type, as bytes, among which are those that other types are most likely to lack.
struct Samples {
  std::string mpi_name;
  std::uint32_t size;
  std::vector<std::byte> bytes;
};

template <typename T> Samples samples_of(const char *name) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0), T(1), Limits::max(), Limits::lowest()};
  if constexpr (!std::is_same_v<T, bool>) {
    for (int bit = 1; bit < Limits::digits; ++bit)
      values.push_back(static_cast<T>((static_cast<T>(1) * static_cast<T>(1ull << (bit % 64))) + static_cast<T>(1)));
    if constexpr (!Limits::is_integer)
      values.insert(values.end(), {T(0.5), T(-1.25), Limits::min(), Limits::epsilon() + T(1)});
  }
  Samples out{name, sizeof(T), std::vector<std::byte>(values.size() * sizeof(T))};
  std::size_t at = 0;
  for (const T value : values) {
    std::memcpy(out.bytes.data() + at, &value, sizeof(T));
    at += sizeof(T);
  }
  return out;
}

/// Whether AutoLink converts all samples to the type.
bool converts_all(const Samples &from, const Samples &to) {
  const auto form = [](const Samples &one) {
    return autolink::form_of(static_cast<std::uint32_t>(*layout::basic_type_from_mpi_name(one.mpi_name)));
  };
  std::vector<std::byte> out(to.size);
  for (std::size_t at = 0; at < from.bytes.size(); at += from.size)
    if (!autolink::convert(from.bytes.data() + at, from.size, form(from), false, out.data(), to.size, form(to), 1))
      return false;
  return true;
}

TEST(Conversion, SaysWhatAutoLinkDoesWithValuesOfAllPairsOfTypes) {
  const std::vector<Samples> types = {samples_of<signed char>("MPI_SIGNED_CHAR"),
                                      samples_of<unsigned char>("MPI_UNSIGNED_CHAR"),
                                      samples_of<short>("MPI_SHORT"),
                                      samples_of<unsigned short>("MPI_UNSIGNED_SHORT"),
                                      samples_of<int>("MPI_INT"),
                                      samples_of<unsigned>("MPI_UNSIGNED"),
                                      samples_of<long>("MPI_LONG"),
                                      samples_of<unsigned long long>("MPI_UNSIGNED_LONG_LONG"),
                                      samples_of<std::int8_t>("MPI_INT8_T"),
                                      samples_of<std::uint64_t>("MPI_UINT64_T"),
                                      samples_of<float>("MPI_FLOAT"),
                                      samples_of<double>("MPI_DOUBLE"),
                                      samples_of<long double>("MPI_LONG_DOUBLE"),
                                      samples_of<bool>("MPI_C_BOOL")};
  for (const Samples &from : types)
    for (const Samples &to : types) {
      const Verdict verdict = conversion_of(from.mpi_name, to.mpi_name);
      EXPECT_NE(verdict, Verdict::broken);
      EXPECT_EQ(verdict == Verdict::same, converts_all(from, to)) << from.mpi_name << " to " << to.mpi_name;
    }
}

TEST(Conversion, OfOtherTypesIsRefused) {
  for (const auto &[before, after] : {std::pair("MPI_CHAR", "MPI_INT"), std::pair("MPI_INT", "MPI_CHAR"),
                                      std::pair("MPI_DOUBLE", "MPI_C_DOUBLE_COMPLEX"), std::pair("MPI_BYTE", "MPI_INT"),
                                      std::pair("MPI_INT", "MPI_INTEGER"), std::pair("MPI_INT", "nothing")})
    EXPECT_EQ(conversion_of(before, after), Verdict::broken) << before << " to " << after;
  EXPECT_EQ(conversion_of("MPI_C_FLOAT_COMPLEX", "MPI_C_DOUBLE_COMPLEX"), Verdict::same);
  EXPECT_EQ(conversion_of("MPI_C_DOUBLE_COMPLEX", "MPI_C_FLOAT_COMPLEX"), Verdict::conditional);
  EXPECT_EQ(conversion_of("MPI_BYTE", "MPI_BYTE"), Verdict::same);
}

} // namespace
} // namespace automap
