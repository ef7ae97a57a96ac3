// Templates of generated C++ headers. See cxx_templates.h.
#include "cxx_templates.h"
#include "model/names.h"

#include "llvm/ADT/STLExtras.h"
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

/* Where templates look the MPI datatype of a type up; specialised for basic types and, below, for structs. */
template <typename AutomapT, typename = void>
struct datatype_of {
    static_assert(sizeof(AutomapT) == 0, "no MPI datatype is known for this type; a record is to be marked with "
                                  "AutoMap_TpUsed, elements of a range go through automap::buffer");
    static MPI_Datatype get() { return MPI_DATATYPE_NULL; }
};

template <typename AutomapT>
struct datatype_of<AutomapT, std::enable_if_t<std::is_enum<AutomapT>::value>> : datatype_of<std::underlying_type_t<AutomapT>> {
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

/* The MPI datatype of a type, which does not compile if there is none. Those of structs are MPI_DATATYPE_NULL
 * while they are not built. Local. */
template <typename AutomapT>
MPI_Datatype datatype()
{
    return datatype_of<std::remove_cv_t<AutomapT>>::get();
}

/* Has it been marked? Then it is one object, though it may look like a range. */
template <typename AutomapT>
struct is_record : std::false_type {
};

/* What an array of arrays consists of, and how many of these it has. */
template <typename AutomapT>
struct flattened {
    using type = AutomapT;
    static constexpr std::size_t count = 1;
};
template <typename AutomapT, std::size_t AutomapN>
struct flattened<AutomapT[AutomapN]> {
    using type = typename flattened<AutomapT>::type;
    static constexpr std::size_t count = AutomapN * flattened<AutomapT>::count;
};
template <typename AutomapT, std::size_t AutomapN>
struct flattened<std::array<AutomapT, AutomapN>> : flattened<AutomapT[AutomapN]> {
};
template <typename AutomapT, std::size_t AutomapN>
struct flattened<const std::array<AutomapT, AutomapN>> : flattened<const AutomapT[AutomapN]> {
};

/* Elements as MPI calls take them: MPI_Send(b.data(), b.count(), b.type(), ...). Does not own them. */
template <typename AutomapT>
class message_buffer {
public:
    using element_type = AutomapT;

    message_buffer(AutomapT *data, std::size_t size) noexcept : data_(data), size_(size) {}

    AutomapT *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    std::size_t size_bytes() const noexcept { return size_ * sizeof(AutomapT); }
    bool empty() const noexcept { return size_ == 0; }
    AutomapT *begin() const noexcept { return data_; }
    AutomapT *end() const noexcept { return data_ + size_; }

    /* The size as MPI's int; std::length_error if it is none. MPI-4's large-count calls take size(). */
    int count() const
    {
        if (size_ > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            throw std::length_error("automap::buffer: more elements than an int counts");
        return static_cast<int>(size_);
    }

    MPI_Datatype type() const { return datatype<AutomapT>(); }

private:
    AutomapT *data_;
    std::size_t size_;
};

template <typename AutomapRange, typename = void>
struct is_range : std::false_type {
};
template <typename AutomapRange>
struct is_range<AutomapRange, decltype(void(std::data(std::declval<AutomapRange &>())), void(std::size(std::declval<AutomapRange &>())))>
    : std::true_type {
};

template <typename AutomapRange, typename = void>
struct is_scattered : std::false_type {
};
template <typename AutomapRange>
struct is_scattered<AutomapRange, decltype(void(std::begin(std::declval<AutomapRange &>())))>
    : std::integral_constant<bool, !is_range<AutomapRange>::value> {
};

/* A contiguous range - std::vector, std::array, std::span, an array, also of arrays - or one object, whose
 * elements have a datatype. They must outlive the result. */
template <typename AutomapRange>
auto buffer(AutomapRange &&automap_range)
{
    using automap_whole = std::remove_reference_t<AutomapRange>;
    if constexpr (is_range<automap_whole>::value && !is_record<std::remove_cv_t<automap_whole>>::value) {
        using automap_item = std::remove_pointer_t<decltype(std::data(automap_range))>;
        static_assert(std::is_lvalue_reference<AutomapRange>::value ||
                          (std::is_trivially_copyable<automap_whole>::value &&
                           std::is_same<typename flattened<automap_whole>::type, automap_whole>::value),
                      "automap::buffer: the elements would be gone before MPI sees them");
        using automap_element = typename flattened<automap_item>::type;
        return message_buffer<automap_element>(reinterpret_cast<automap_element *>(std::data(automap_range)),
                                       std::size(automap_range) * flattened<automap_item>::count);
    } else {
        static_assert(!is_scattered<automap_whole>::value || is_record<std::remove_cv_t<automap_whole>>::value,
                      "automap::buffer: the elements do not lie side by side");
        static_assert(std::is_lvalue_reference<AutomapRange>::value,
                      "automap::buffer: the object would be gone before MPI sees it");
        return message_buffer<automap_whole>(__builtin_addressof(automap_range), 1);
    }
}

} /* namespace automap */
#endif
#ifndef AUTOMAP_OP_TEMPLATES
#define AUTOMAP_OP_TEMPLATES 1
namespace automap {

/* Where templates look the operator up that AutoMap_Reduce gives a struct; specialised below. */
template <typename AutomapT>
struct op_of {
    static_assert(sizeof(AutomapT) == 0, "this type has no operator for reductions; a record is to be marked with "
                                  "AutoMap_Reduce");
    static MPI_Op get() { return MPI_OP_NULL; }
};

/* The operator for reductions of a struct, which does not compile if there is none. MPI_OP_NULL while it is not
 * built. Local. */
template <typename AutomapT>
MPI_Op op()
{
    return op_of<std::remove_cv_t<AutomapT>>::get();
}

} /* namespace automap */
#endif
)";

/// Whether the templates have a specialisation for the type already.
bool is_known(const Record &record) {
  const llvm::StringRef name = record.spelling;
  return name.ends_with("std::complex<float>") || name.ends_with("std::complex<double>") ||
         name.ends_with("std::complex<long double>");
}

} // namespace

void emit_cxx_templates(const Survey &survey, llvm::raw_ostream &out) {
  // The rest of the header is C as well.
  out << "\n#if defined(__cplusplus) && __cplusplus >= 201703L\n"
         "#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Wold-style-cast\" /* of mpi.h's macros */\n"
      << templates;
  const bool deprecated =
      llvm::any_of(survey.records, [](const Record &record) { return record.listed && record.deprecated; });
  if (deprecated)
    out << "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n";
  out << "\nnamespace automap {\n\n";
  for (const Record &record : survey.records) {
    if (record.datatypes.empty() || !record.view.empty() || is_known(record) || is_array(record))
      continue;
    const Record::Datatype &datatype = record.datatypes.front();
    // An instance of a template may be marked in several generated headers, each time by another name.
    const bool instance = llvm::StringRef(record.spelling).contains('<');
    const std::string guard = names::specialisation_guard(record.spelling);
    if (instance)
      out << "#ifndef " << guard << "\n#define " << guard << " 1\n";
    out << "template <>\nstruct datatype_of<" << datatype.spelling << "> {\n    static MPI_Datatype get() { return "
        << names::datatype(datatype.name) << "; }\n};\ntemplate <>\nstruct is_record<" << datatype.spelling
        << "> : std::true_type {\n};\n";
    if (!record.reductions.empty())
      out << "template <>\nstruct op_of<" << datatype.spelling << "> {\n    static MPI_Op get() { return "
          << names::reduction(datatype.name) << "; }\n};\n";
    if (instance)
      out << "#endif\n";
  }
  out << "\n} /* namespace automap */\n#pragma GCC diagnostic pop\n#endif\n";
}

} // namespace automap
