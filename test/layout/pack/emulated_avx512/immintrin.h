// Replaces the compiler's <immintrin.h> with what kernels_avx512.cpp uses of it, in plain C++ by the definitions of
// Intel's manual. So its kernels run, and are tested, on any processor. As with the instructions, masked functions
// access only the memory that the mask selects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using __mmask16 = std::uint16_t;
using __m128i_u = long long __attribute__((vector_size(16), aligned(1), may_alias));
using __m256i_u = long long __attribute__((vector_size(32), aligned(1), may_alias));

struct __m512i {
  unsigned char bytes[64];
};

namespace emulated {

template <typename Element> using Elements = std::array<Element, 64 / sizeof(Element)>;

template <typename Element> Elements<Element> elements(const __m512i &vector) {
  Elements<Element> out;
  std::memcpy(out.data(), vector.bytes, 64);
  return out;
}

template <typename Element> __m512i vector(const Elements<Element> &elements) {
  __m512i out;
  std::memcpy(out.bytes, elements.data(), 64);
  return out;
}

inline bool has(std::uint64_t mask, std::size_t i) { return mask >> i & 1; }

/// Returns the elements at `index`, modulo `n`, of `first` followed by `second`.
template <typename Element>
__m512i permuted(const __m512i &index, const __m512i &first, const __m512i &second, std::size_t n) {
  std::array<Element, 128 / sizeof(Element)> both; // GCC 12.2 -O3 confuses the two if one is chosen each time
  std::memcpy(both.data(), first.bytes, 64);
  std::memcpy(both.data() + both.size() / 2, second.bytes, 64);
  Elements<Element> out = elements<Element>(index);
  for (Element &element : out)
    element = both[element % n];
  return vector<Element>(out);
}

template <typename Element> void store(void *to, std::uint64_t mask, const __m512i &data) {
  for (std::size_t i = 0; i < 64 / sizeof(Element); ++i)
    if (has(mask, i))
      std::memcpy(static_cast<char *>(to) + i * sizeof(Element), data.bytes + i * sizeof(Element), sizeof(Element));
}

/// Returns, for each pair of words, those of `first` and `second` at `at`.
inline __m512i unpacked(const __m512i &first, const __m512i &second, std::size_t at) {
  const auto a = elements<std::uint64_t>(first), b = elements<std::uint64_t>(second);
  Elements<std::uint64_t> out;
  for (std::size_t i = 0; i < 8; i += 2)
    out[i] = a[i + at], out[i + 1] = b[i + at];
  return vector<std::uint64_t>(out);
}

} // namespace emulated

inline __m512i _mm512_loadu_si512(const void *from) {
  __m512i out;
  std::memcpy(out.bytes, from, 64);
  return out;
}
inline void _mm512_storeu_si512(void *to, __m512i data) { std::memcpy(to, data.bytes, 64); }
/// Stores to a cache line; faults if the address is not aligned.
inline void _mm512_stream_si512(__m512i *to, __m512i data) {
  if (reinterpret_cast<std::uintptr_t>(to) % 64 != 0)
    std::abort();
  std::memcpy(to, data.bytes, 64);
}
#define _mm_sfence() static_cast<void>(0) // a macro, since Clang lets nobody define the function
inline __m512i _mm512_maskz_loadu_epi8(std::uint64_t mask, const void *from) {
  __m512i out = {};
  for (std::size_t i = 0; i < 64; ++i)
    if (emulated::has(mask, i))
      out.bytes[i] = static_cast<const unsigned char *>(from)[i];
  return out;
}
inline void _mm512_mask_storeu_epi8(void *to, std::uint64_t mask, __m512i data) {
  emulated::store<std::uint8_t>(to, mask, data);
}
inline void _mm512_mask_storeu_epi32(void *to, __mmask16 mask, __m512i data) {
  emulated::store<std::uint32_t>(to, mask, data);
}

inline __m512i _mm512_permutexvar_epi8(__m512i index, __m512i data) {
  return emulated::permuted<std::uint8_t>(index, data, data, 64);
}
inline __m512i _mm512_permutexvar_epi32(__m512i index, __m512i data) {
  return emulated::permuted<std::uint32_t>(index, data, data, 16);
}
inline __m512i _mm512_permutex2var_epi8(__m512i first, __m512i index, __m512i second) {
  return emulated::permuted<std::uint8_t>(index, first, second, 128);
}
inline __m512i _mm512_permutex2var_epi32(__m512i first, __m512i index, __m512i second) {
  return emulated::permuted<std::uint32_t>(index, first, second, 32);
}

inline __m512i _mm512_maskz_compress_epi8(std::uint64_t mask, __m512i data) {
  __m512i out = {};
  for (std::size_t i = 0, to = 0; i < 64; ++i)
    if (emulated::has(mask, i))
      out.bytes[to++] = data.bytes[i];
  return out;
}
inline __m512i _mm512_maskz_expand_epi8(std::uint64_t mask, __m512i data) {
  __m512i out = {};
  for (std::size_t i = 0, from = 0; i < 64; ++i)
    if (emulated::has(mask, i))
      out.bytes[i] = data.bytes[from++];
  return out;
}

inline __m512i _mm512_unpacklo_epi64(__m512i first, __m512i second) { return emulated::unpacked(first, second, 0); }
inline __m512i _mm512_unpackhi_epi64(__m512i first, __m512i second) { return emulated::unpacked(first, second, 1); }
/// Selects two lanes of 16 bytes from each operand, as given by pairs of bits.
inline __m512i _mm512_shuffle_i64x2(__m512i first, __m512i second, unsigned lanes) {
  __m512i out;
  for (std::size_t i = 0; i < 4; ++i)
    std::memcpy(out.bytes + 16 * i, (i < 2 ? first : second).bytes + 16 * (lanes >> (2 * i) & 3), 16);
  return out;
}

inline std::uint64_t _pext_u64(std::uint64_t from, std::uint64_t mask) {
  std::uint64_t out = 0;
  for (std::size_t i = 0, to = 0; i < 64; ++i)
    if (emulated::has(mask, i))
      out |= (from >> i & 1) << to++;
  return out;
}
inline std::uint64_t _bzhi_u64(std::uint64_t from, unsigned n) {
  n &= 0xff;
  return n < 64 ? from & ((std::uint64_t{1} << n) - 1) : from;
}
