// Layouts from debug information. See dwarf_layout.h.
#include "dwarf_layout.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"

#include <bit>
#include <optional>
#include <set>
#include <stdexcept>

namespace automap::test {

using llvm::DWARFDie;
using namespace llvm::dwarf;

namespace {

constexpr std::size_t max_elements = 4'000'000;

DWARFDie type_of(const DWARFDie &die) { return die.getAttributeValueAsReferencedDie(DW_AT_type); }

std::optional<std::uint64_t> number(const DWARFDie &die, Attribute attribute) {
  const auto value = die.find(attribute);
  if (!value)
    return std::nullopt;
  if (const auto unsigned_value = value->getAsUnsignedConstant())
    return unsigned_value;
  if (const auto signed_value = value->getAsSignedConstant())
    return static_cast<std::uint64_t>(*signed_value);
  return std::nullopt;
}

bool flag(const DWARFDie &die, Attribute attribute) { return toUnsigned(die.find(attribute), 0) != 0; }

std::string own_name(const DWARFDie &die) {
  const char *name = die.getShortName();
  return name ? name : "";
}

bool is_record(const DWARFDie &die) {
  return die.getTag() == DW_TAG_structure_type || die.getTag() == DW_TAG_class_type ||
         die.getTag() == DW_TAG_union_type;
}

/// Returns the scope of a declaration in the program. A class that is defined outside its scope names it.
DWARFDie scope_of(const DWARFDie &die) {
  const DWARFDie declaration = die.getAttributeValueAsReferencedDie(DW_AT_specification);
  return (declaration ? declaration : die).getParent();
}

bool is_std(const DWARFDie &scope) {
  DWARFDie outer = scope;
  while (outer && outer.getTag() == DW_TAG_namespace && flag(outer, DW_AT_export_symbols))
    outer = outer.getParent(); // inline namespaces
  return outer && outer.getTag() == DW_TAG_namespace && own_name(outer) == "std" &&
         outer.getParent().getTag() == DW_TAG_compile_unit;
}

/// Returns the name without unnamed and inline namespaces, which are not part of it.
std::string qualified_name(const DWARFDie &die) {
  std::string name = own_name(die);
  for (DWARFDie scope = scope_of(die); scope; scope = scope_of(scope)) {
    const bool space = scope.getTag() == DW_TAG_namespace;
    if ((space && !own_name(scope).empty() && !flag(scope, DW_AT_export_symbols)) || is_record(scope))
      name = own_name(scope) + "::" + name;
  }
  return name;
}

/// Returns the file's absolute path. (DWARFDie::getDeclFile does not know the form DW_FORM_implicit_const.)
std::string file_of(const DWARFDie &die, llvm::DWARFContext &context) {
  llvm::DWARFUnit &unit = *die.getDwarfUnit();
  const auto *lines = context.getLineTableForUnit(&unit);
  const auto file = die.findRecursively({DW_AT_decl_file});
  const auto index = file ? file->getAsUnsignedConstant() : std::nullopt;
  std::string path;
  if (lines && index)
    lines->getFileNameByIndex(*index, unit.getCompilationDir(),
                              llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, path);
  return path;
}

/// Returns the type without typedefs and qualifiers.
DWARFDie strip(DWARFDie type) {
  while (type && (type.getTag() == DW_TAG_typedef || type.getTag() == DW_TAG_const_type ||
                  type.getTag() == DW_TAG_volatile_type || type.getTag() == DW_TAG_restrict_type ||
                  type.getTag() == DW_TAG_atomic_type || type.getTag() == DW_TAG_template_alias))
    type = type_of(type);
  return type;
}

/// Returns the number of elements, or nothing for T[].
std::optional<std::uint64_t> extent(const DWARFDie &subrange) {
  if (const auto count = number(subrange, DW_AT_count))
    return count;
  if (const auto last = number(subrange, DW_AT_upper_bound))
    return *last + 1;
  return std::nullopt;
}

std::uint64_t element_count(const DWARFDie &array) {
  std::uint64_t count = 1;
  for (const DWARFDie &child : array.children())
    if (child.getTag() == DW_TAG_subrange_type)
      count *= extent(child).value_or(0);
  return count;
}

std::uint64_t size_of(const DWARFDie &written) {
  const DWARFDie type = strip(written);
  if (!type)
    return 0;
  if (const auto size = number(type, DW_AT_byte_size))
    return *size;
  switch (type.getTag()) {
  case DW_TAG_array_type: {
    const std::uint64_t size = element_count(type) * size_of(type_of(type));
    return flag(type, DW_AT_GNU_vector) ? std::bit_ceil(size) : size;
  }
  case DW_TAG_ptr_to_member_type:
    return strip(type_of(type)).getTag() == DW_TAG_subroutine_type ? 16 : 8;
  case DW_TAG_enumeration_type:
    return size_of(type_of(type));
  default:
    return 8; // addresses
  }
}

/// Returns a name such as "MPI_SIGNED_CHAR", by size and signedness; "char" is handled elsewhere.
std::string integer_type(llvm::StringRef name, std::uint64_t size, bool is_signed) {
  const bool long_long = name.count("long") == 2;
  const std::string type = size == 2 ? "SHORT" : size == 4 ? "INT" : long_long ? "LONG_LONG" : "LONG";
  if (size == 1)
    return is_signed ? "MPI_SIGNED_CHAR" : "MPI_UNSIGNED_CHAR";
  if (is_signed)
    return "MPI_" + type;
  return size == 4 ? "MPI_UNSIGNED" : "MPI_UNSIGNED_" + type;
}

class Flattening {
public:
  using Definitions = std::map<std::string, DWARFDie>;

  Flattening(const FlattenOptions &options, const Definitions &definitions, bool cplusplus)
      : options_(options), definitions_(definitions), cplusplus_(cplusplus) {}

  bool record(const DWARFDie &die, std::uint64_t offset);
  std::vector<Element> elements; // fields that are left out have no type
  std::string refusal;
  bool beyond_oracle = false;

private:
  using Kind = Annotation::Kind;

  bool member(const DWARFDie &die, std::uint64_t offset, std::set<std::uint64_t> &bit_bytes);
  bool one_member_of(const DWARFDie &die, const Annotation &annotation, std::uint64_t offset);
  bool any_member_of(const DWARFDie &die, std::uint64_t offset);
  bool type(const DWARFDie &written, std::uint64_t offset, const Annotation *annotation = nullptr);
  bool array(const DWARFDie &die, std::uint64_t offset, const Annotation *annotation);
  bool base_type(const DWARFDie &die, std::uint64_t offset);

  bool no(const std::string &why) {
    if (refusal.empty())
      refusal = why;
    return false;
  }
  bool unknown(const std::string &why) {
    beyond_oracle = true;
    return no(why);
  }
  bool leave_out(std::uint64_t offset, std::uint64_t size) { return size == 0 || add(offset, "", size); }
  bool add(std::uint64_t offset, const std::string &type, std::uint64_t size, std::uint64_t count = 1) {
    if (elements.size() + count > max_elements)
      return unknown("too many elements");
    for (std::uint64_t i = 0; i < count; ++i)
      elements.push_back({offset + i * size, type, size});
    return true;
  }
  const Annotation *annotation(const std::string &key) const {
    const auto found = options_.annotations.find(key);
    return found == options_.annotations.end() ? nullptr : &found->second;
  }
  std::string named_type(const DWARFDie &alias) const;

  const FlattenOptions &options_;
  const Definitions &definitions_;
  bool cplusplus_;
};

/// Returns the MPI type that a typedef's own name stands for, or nothing. The underlying type must match the name.
std::string Flattening::named_type(const DWARFDie &alias) const {
  const DWARFDie scope = alias.getParent();
  if (scope.getTag() != DW_TAG_compile_unit && !is_std(scope))
    return "";
  const DWARFDie type = strip(alias);
  if (!type || type.getTag() != DW_TAG_base_type)
    return "";
  const std::string written = own_name(alias);
  const llvm::StringRef name = written;
  const std::uint64_t encoding = toUnsigned(type.find(DW_AT_encoding), 0), size = size_of(type);
  const bool is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
  const bool is_unsigned = encoding == DW_ATE_unsigned || encoding == DW_ATE_unsigned_char;
  if (!is_signed && !is_unsigned)
    return "";
  if (name == "wchar_t" && !cplusplus_)
    return own_name(type) == "int" ? "MPI_WCHAR" : "";
  if (name == "MPI_Aint" || name == "MPI_Count" || name == "MPI_Offset")
    return is_signed ? "MPI_" + name.drop_front(4).upper() : "";
  const std::string exact = (is_signed ? "int" : "uint") + std::to_string(8 * size) + "_t";
  if (name == exact && size <= 8)
    return "MPI_" + name.upper();
  if (is_unsigned && size <= 4 && name == "char" + std::to_string(8 * size) + "_t")
    return "MPI_" + llvm::StringRef(exact).upper();
  return "";
}

bool Flattening::base_type(const DWARFDie &die, std::uint64_t offset) {
  const std::string written = own_name(die);
  const llvm::StringRef name = written;
  const std::uint64_t size = size_of(die);
  const auto is = [&](const char *type) { return add(offset, type, size); };
  switch (toUnsigned(die.find(DW_AT_encoding), 0)) {
  case DW_ATE_boolean:
    return is(cplusplus_ ? "MPI_CXX_BOOL" : "MPI_C_BOOL");
  case DW_ATE_UTF:
    return is(size == 1 ? "MPI_UINT8_T" : size == 2 ? "MPI_UINT16_T" : "MPI_UINT32_T");
  case DW_ATE_signed:
  case DW_ATE_unsigned:
  case DW_ATE_signed_char:
  case DW_ATE_unsigned_char: {
    if (name == "char")
      return is("MPI_CHAR");
    if (name == "wchar_t")
      return is("MPI_WCHAR");
    if (name == "char8_t") // gcc describes it as an integer
      return is("MPI_UINT8_T");
    if (name.contains("__int128") || name.contains("_BitInt"))
      return add(offset, "MPI_BYTE", 1, size);
    const auto encoding = toUnsigned(die.find(DW_AT_encoding), 0);
    const bool is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    return is(integer_type(name, size, is_signed).c_str());
  }
  case DW_ATE_float:
    if (name == "float" || name == "_Float32")
      return is("MPI_FLOAT");
    if (name == "double" || name == "_Float64" || name == "_Float32x")
      return is("MPI_DOUBLE");
    if (name == "long double" || name == "_Float64x")
      return is("MPI_LONG_DOUBLE");
    return add(offset, "MPI_BYTE", 1, size); // _Float16, __bf16, __float128
  case DW_ATE_complex_float:                 // clang calls all of them "complex"
    if (size == 4)                           // _Float16
      return add(offset, "MPI_BYTE", 1, size);
    if (name == "__unknown__")
      return unknown("a complex type that gcc does not name");
    return is(size == 8 ? "MPI_C_FLOAT_COMPLEX" : size == 16 ? "MPI_C_DOUBLE_COMPLEX" : "MPI_C_LONG_DOUBLE_COMPLEX");
  case DW_ATE_lo_user: // _Complex int in GNU C; other types cannot be distinguished
    if (size == 8 && (name == "complex int" || name == "complex"))
      return add(offset, "MPI_INT", 4, 2);
    return unknown("a complex integer type that is not named");
  default:
    return unknown("a basic type '" + name.str() + "' that is unknown here");
  }
}

bool Flattening::array(const DWARFDie &die, std::uint64_t offset, const Annotation *annotation) {
  const std::uint64_t count = element_count(die), size = size_of(type_of(die));
  if (count == 0)
    return true;
  // One element is flattened like any other type, and then repeated.
  const std::size_t first = elements.size();
  if (!type(type_of(die), offset, annotation))
    return false;
  const std::size_t last = elements.size();
  if ((last - first) > 0 && count > (max_elements - first) / (last - first))
    return unknown("too many elements");
  for (std::uint64_t i = 1; i < count; ++i)
    for (std::size_t j = first; j < last; ++j) {
      Element element = elements[j];
      element.offset_bytes += i * size;
      elements.push_back(std::move(element));
    }
  return true;
}

bool Flattening::type(const DWARFDie &written, std::uint64_t offset, const Annotation *annotation) {
  if (annotation && annotation->kind == Kind::bytes)
    return add(offset, "MPI_BYTE", 1, size_of(written));
  for (DWARFDie name = written; name && name != strip(name); name = type_of(name))
    if (name.getTag() == DW_TAG_typedef)
      if (const std::string type = named_type(name); !type.empty())
        return add(offset, type, size_of(name));
  const DWARFDie die = strip(written);
  if (!die)
    return no("void");
  switch (die.getTag()) {
  case DW_TAG_base_type:
    return base_type(die, offset);
  case DW_TAG_enumeration_type: {
    if (own_name(die) == "byte" && is_std(die.getParent()))
      return add(offset, "MPI_BYTE", 1);
    if (type_of(die))
      return type(type_of(die), offset);
    return unknown("an enum whose type is not told");
  }
  case DW_TAG_array_type:
    return array(die, offset, annotation);
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    return no("reference");
  case DW_TAG_pointer_type:
  case DW_TAG_ptr_to_member_type:
  case DW_TAG_unspecified_type: // the type of nullptr
    return options_.ignore_pointers ? leave_out(offset, size_of(die)) : no("pointer");
  case DW_TAG_union_type:
    if (annotation)
      return one_member_of(die, *annotation, offset);
    return record(die, offset);
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
    return record(die, offset);
  default:
    return unknown("a type of the kind " + llvm::dwarf::TagString(die.getTag()).str());
  }
}

/// Takes the first member of a union if all have the same elements.
bool Flattening::any_member_of(const DWARFDie &die, std::uint64_t offset) {
  std::vector<Element> expected;
  for (const DWARFDie &child : die.children()) {
    if (child.getTag() != DW_TAG_member)
      continue;
    Flattening one(options_, definitions_, cplusplus_);
    std::set<std::uint64_t> bit_bytes;
    const bool is_sent = one.member(child, offset, bit_bytes);
    beyond_oracle = beyond_oracle || one.beyond_oracle;
    std::vector<Element> sent = one.elements;
    std::erase_if(sent, [](const Element &element) { return element.type.empty(); });
    if (!is_sent || sent.empty() || (!expected.empty() && sent != expected))
      return no("union");
    if (!expected.empty())
      leave_out(offset, size_of(type_of(child)));
    else
      elements.insert(elements.end(), one.elements.begin(), one.elements.end());
    expected = std::move(sent);
  }
  return !expected.empty() || no("union");
}

bool Flattening::one_member_of(const DWARFDie &die, const Annotation &annotation, std::uint64_t offset) {
  if (annotation.kind == Kind::bytes)
    return add(offset, "MPI_BYTE", 1, size_of(die));
  bool found = false;
  for (const DWARFDie &child : die.children()) {
    if (child.getTag() != DW_TAG_member)
      continue;
    std::set<std::uint64_t> bit_bytes;
    const auto bits = number(child, DW_AT_bit_size);
    if (own_name(child) != annotation.member) {
      if (!leave_out(offset, bits ? (*bits + 7) / 8 : size_of(type_of(child))))
        return false;
    } else if (found = member(child, offset, bit_bytes); !found) {
      return false;
    }
  }
  return found || no("a union without the member '" + annotation.member + "'");
}

/// Adds a field of a record at this offset.
bool Flattening::member(const DWARFDie &die, std::uint64_t offset, std::set<std::uint64_t> &bit_bytes) {
  if (flag(die, DW_AT_external) || flag(die, DW_AT_declaration))
    return true; // static
  const std::string name = own_name(die);
  const Annotation *own = annotation(name);
  const bool ignored = own && own->kind == Kind::ignored;
  const auto bits = number(die, DW_AT_bit_size);
  const std::uint64_t location = number(die, DW_AT_data_member_location).value_or(0);
  if (flag(die, DW_AT_artificial)) // the pointer to the virtual functions
    return leave_out(offset + location, 8);
  if (ignored && !bits)
    return leave_out(offset + location, size_of(type_of(die)));
  if (!bits)
    return type(type_of(die), offset + location, own);
  if (name.empty())
    return true;
  std::uint64_t first = number(die, DW_AT_data_bit_offset).value_or(8 * location);
  if (const auto from_top = number(die, DW_AT_bit_offset)) { // DWARF 3, on a little-endian machine
    const std::uint64_t storage = number(die, DW_AT_byte_size).value_or(size_of(type_of(die)));
    first = 8 * (location + storage) - *from_top - *bits;
  }
  for (std::uint64_t byte = first / 8; 8 * byte < first + *bits; ++byte)
    if (ignored ? !leave_out(offset + byte, 1) : bit_bytes.insert(byte).second && !add(offset + byte, "MPI_BYTE", 1))
      return false;
  return true;
}

bool Flattening::record(const DWARFDie &declaration, std::uint64_t offset) {
  DWARFDie die = declaration;
  if (flag(die, DW_AT_declaration)) {
    const auto definition = definitions_.find(qualified_name(die));
    if (definition == definitions_.end())
      return no("incomplete type '" + qualified_name(die) + "'");
    die = definition->second;
  }
  if (die.getTag() == DW_TAG_union_type) {
    const Annotation *own = nullptr;
    for (const DWARFDie &child : die.children())
      if (child.getTag() == DW_TAG_member) {
        own = annotation("union " + own_name(child));
        break;
      }
    return own ? one_member_of(die, *own, offset) : any_member_of(die, offset);
  }
  if (is_std(scope_of(die)))
    if (const auto type = llvm::StringSwitch<const char *>(own_name(die))
                              .Case("complex<float>", "MPI_CXX_FLOAT_COMPLEX")
                              .Case("complex<double>", "MPI_CXX_DOUBLE_COMPLEX")
                              .Case("complex<long double>", "MPI_CXX_LONG_DOUBLE_COMPLEX")
                              .Default(nullptr))
      return add(offset, type, size_of(die));
  for (const DWARFDie &child : die.children()) {
    if (child.getTag() != DW_TAG_inheritance)
      continue;
    if (flag(child, DW_AT_virtuality))
      return no("virtual base class");
    if (!record(strip(type_of(child)), offset + number(child, DW_AT_data_member_location).value_or(0)))
      return false;
  }
  std::set<std::uint64_t> bit_bytes; // a byte that several bit-fields share is listed once
  for (const DWARFDie &child : die.children())
    if (child.getTag() == DW_TAG_member && !member(child, offset, bit_bytes))
      return false;
  return true;
}

} // namespace

struct DwarfLayouts::DebugInfo {
  llvm::object::OwningBinary<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> context;
  Flattening::Definitions definitions;
};

DwarfLayouts::DwarfLayouts(const std::filesystem::path &object) : info_(std::make_unique<DebugInfo>()) {
  auto file = llvm::object::ObjectFile::createObjectFile(object.string());
  if (!file)
    throw std::runtime_error(object.string() + ": " + llvm::toString(file.takeError()));
  info_->object = std::move(*file);
  info_->context = llvm::DWARFContext::create(*info_->object.getBinary());

  std::vector<DWARFDie> aliases;
  for (const auto &unit : info_->context->compile_units())
    for (const llvm::DWARFDebugInfoEntry &entry : unit->dies()) {
      const DWARFDie die(unit.get(), &entry);
      if (die.getTag() == DW_TAG_typedef)
        aliases.push_back(die);
      if (!is_record(die) || flag(die, DW_AT_declaration))
        continue;
      Record record{.name = own_name(die).empty() ? "" : qualified_name(die),
                    .size_bytes = number(die, DW_AT_byte_size).value_or(0),
                    .align_bytes = number(die, DW_AT_alignment).value_or(0),
                    .file = file_of(die, *info_->context),
                    .line = die.getDeclLine(),
                    .entry = die.getOffset()};
      if (!record.name.empty()) {
        info_->definitions.emplace(record.name, die);
        by_name_.emplace(record.name, records_.size());
      }
      records_.push_back(std::move(record));
    }
  std::map<std::uint64_t, std::size_t> by_entry;
  for (std::size_t i = 0; i < records_.size(); ++i)
    by_entry.emplace(records_[i].entry, i);
  for (const DWARFDie &alias : aliases) {
    DWARFDie die = strip(alias);
    if (!die || !is_record(die))
      continue;
    if (flag(die, DW_AT_declaration))
      if (const auto definition = info_->definitions.find(qualified_name(die)); definition != info_->definitions.end())
        die = definition->second;
    if (const auto found = by_entry.find(die.getOffset()); found != by_entry.end())
      by_name_.emplace(qualified_name(alias), found->second);
  }
}

DwarfLayouts::~DwarfLayouts() = default;

const DwarfLayouts::Record *DwarfLayouts::find(const std::string &name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &records_[found->second];
}

Flattened DwarfLayouts::flatten(const Record &record, const FlattenOptions &options) const {
  const DWARFDie die = info_->context->getDIEForOffset(record.entry);
  const auto language =
      static_cast<SourceLanguage>(toUnsigned(die.getDwarfUnit()->getUnitDIE().find(DW_AT_language), DW_LANG_C11));
  Flattening flattening(options, info_->definitions, isCPlusPlus(language));
  Flattened result;
  if (!flattening.record(die, 0)) {
    result.refusal = std::move(flattening.refusal);
    result.beyond_oracle = flattening.beyond_oracle;
    return result;
  }
  for (Element &element : flattening.elements)
    (element.type.empty() ? result.left_out : result.elements).push_back(std::move(element));
  return result;
}

} // namespace automap::test
