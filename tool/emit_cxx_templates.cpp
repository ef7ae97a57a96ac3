// Templates of generated C++ headers. See emit_cxx_templates.h.
#include "emit_cxx_templates.h"
#include "names.h"

#include "llvm/ADT/StringRef.h"

namespace automap {
namespace {

constexpr llvm::StringLiteral templates = R"(#ifndef AUTOMAP_DATATYPE_TEMPLATES
#define AUTOMAP_DATATYPE_TEMPLATES 1
#include <array>
#include <complex>
#include <cstddef>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace automap {

/* Where templates look the MPI datatype of T up; specialised for basic types and, below, for structs. */
template <typename T, typename = void>
struct datatype_of {
    static_assert(sizeof(T) == 0, "no MPI datatype is known for this type: mark it with AutoMap_TpUsed");
    static MPI_Datatype get() { return MPI_DATATYPE_NULL; }
};

template <typename T>
struct datatype_of<T, std::enable_if_t<std::is_enum<T>::value>> : datatype_of<std::underlying_type_t<T>> {
};

#define AUTOMAP_BASIC(T, type) \
    template <> struct datatype_of<T> { static MPI_Datatype get() { return type; } };
AUTOMAP_BASIC(char, MPI_CHAR)
AUTOMAP_BASIC(signed char, MPI_SIGNED_CHAR)
AUTOMAP_BASIC(unsigned char, MPI_UNSIGNED_CHAR)
AUTOMAP_BASIC(wchar_t, MPI_WCHAR)
#ifdef __cpp_char8_t
AUTOMAP_BASIC(char8_t, MPI_UINT8_T)
#endif
AUTOMAP_BASIC(char16_t, MPI_UINT16_T)
AUTOMAP_BASIC(char32_t, MPI_UINT32_T)
AUTOMAP_BASIC(bool, MPI_CXX_BOOL)
AUTOMAP_BASIC(short, MPI_SHORT)
AUTOMAP_BASIC(unsigned short, MPI_UNSIGNED_SHORT)
AUTOMAP_BASIC(int, MPI_INT)
AUTOMAP_BASIC(unsigned, MPI_UNSIGNED)
AUTOMAP_BASIC(long, MPI_LONG)
AUTOMAP_BASIC(unsigned long, MPI_UNSIGNED_LONG)
AUTOMAP_BASIC(long long, MPI_LONG_LONG)
AUTOMAP_BASIC(unsigned long long, MPI_UNSIGNED_LONG_LONG)
AUTOMAP_BASIC(float, MPI_FLOAT)
AUTOMAP_BASIC(double, MPI_DOUBLE)
AUTOMAP_BASIC(long double, MPI_LONG_DOUBLE)
AUTOMAP_BASIC(std::complex<float>, MPI_CXX_FLOAT_COMPLEX)
AUTOMAP_BASIC(std::complex<double>, MPI_CXX_DOUBLE_COMPLEX)
AUTOMAP_BASIC(std::complex<long double>, MPI_CXX_LONG_DOUBLE_COMPLEX)
AUTOMAP_BASIC(std::byte, MPI_BYTE)
#undef AUTOMAP_BASIC

/* The MPI datatype of T, which does not compile if there is none. Those of structs are MPI_DATATYPE_NULL
 * while they are not built. Local. */
template <typename T>
MPI_Datatype datatype()
{
    return datatype_of<std::remove_cv_t<T>>::get();
}

/* What an array of arrays consists of, and how many of these one T has. */
template <typename T>
struct flattened {
    using type = T;
    static constexpr std::size_t count = 1;
};
template <typename T, std::size_t N>
struct flattened<T[N]> {
    using type = typename flattened<T>::type;
    static constexpr std::size_t count = N * flattened<T>::count;
};
template <typename T, std::size_t N>
struct flattened<std::array<T, N>> : flattened<T[N]> {
};
template <typename T, std::size_t N>
struct flattened<const std::array<T, N>> : flattened<const T[N]> {
};

/* Elements as MPI calls take them: MPI_Send(b.data(), b.count(), b.type(), ...). Does not own them. */
template <typename T>
class message_buffer {
public:
    using element_type = T;

    message_buffer(T *data, std::size_t size) noexcept : data_(data), size_(size) {}

    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    bool empty() const noexcept { return size_ == 0; }
    T *begin() const noexcept { return data_; }
    T *end() const noexcept { return data_ + size_; }

    /* The size as MPI's int; std::length_error if it is none. MPI-4's large-count calls take size(). */
    int count() const
    {
        if (size_ > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            throw std::length_error("automap::buffer: more elements than an int counts");
        return static_cast<int>(size_);
    }

    MPI_Datatype type() const { return datatype<T>(); }

private:
    T *data_;
    std::size_t size_;
};

template <typename Range, typename = void>
struct is_range : std::false_type {
};
template <typename Range>
struct is_range<Range, decltype(void(std::data(std::declval<Range &>())), void(std::size(std::declval<Range &>())))>
    : std::true_type {
};

/* A contiguous range - std::vector, std::array, std::span, an array, also of arrays - or one object, whose
 * elements have a datatype. They must outlive the result. */
template <typename Range>
auto buffer(Range &&range)
{
    using Whole = std::remove_reference_t<Range>;
    if constexpr (is_range<Whole>::value) {
        using Item = std::remove_pointer_t<decltype(std::data(range))>;
        static_assert(std::is_lvalue_reference<Range>::value ||
                          (std::is_trivially_copyable<Whole>::value && flattened<Whole>::count == 1),
                      "automap::buffer: the elements would be gone before MPI sees them");
        using Element = typename flattened<Item>::type;
        return message_buffer<Element>(reinterpret_cast<Element *>(std::data(range)),
                                       std::size(range) * flattened<Item>::count);
    } else {
        static_assert(std::is_lvalue_reference<Range>::value,
                      "automap::buffer: the object would be gone before MPI sees it");
        return message_buffer<Whole>(&range, 1);
    }
}

} /* namespace automap */
#endif
)";

/// Types that the templates know already.
bool is_known(const Record &record) {
  const llvm::StringRef name = record.spelling;
  return name.contains("std::complex<float>") || name.contains("std::complex<double>") ||
         name.contains("std::complex<long double>");
}

} // namespace

void emit_cxx_templates(const Survey &survey, llvm::raw_ostream &out) {
  // The rest of the header is C as well.
  out << "\n#if defined(__cplusplus) && __cplusplus >= 201703L\n" << templates << "\nnamespace automap {\n\n";
  for (const Record &record : survey.records) {
    if (record.datatypes.empty() || !record.view.empty() || is_known(record))
      continue;
    const Record::Datatype &datatype = record.datatypes.front();
    out << "template <>\nstruct datatype_of<" << datatype.spelling
        << "> {\n    static MPI_Datatype get() { return " << names::datatype(datatype.name) << "; }\n};\n";
  }
  out << "\n} /* namespace automap */\n#endif\n";
}

} // namespace automap
