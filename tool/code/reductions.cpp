// Operators in generated code. See reductions.h.
//
// A function combines the fields of two arrays of structs. It names places by offsets, because code outside of a class
// may not name all of its fields; the checks of the layout come before it. Adjacent numbers with the same operator are
// one loop of constant length, which compilers vectorise. If a struct consists of nothing else, one loop goes over all
// structs, in blocks of constant length: gcc vectorises no other loops at -O2.
#include "reductions.h"

#include "model/names.h"

#include "layout/basic_type.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

namespace automap {
namespace {

using Id = layout::BasicTypeId;
using Op = ReductionOperator;

/// The numbers that a value consists of, as code reads and writes them.
struct NumberType {
  std::string_view name;
  std::uint64_t size_bytes;
  std::uint64_t per_value = 1; // two in a complex number
  bool is_real = false;
};

/// Returns the type of the numbers of a field. Truth values are bytes of 0 or 1.
NumberType number_type(layout::BasicType type) {
  const auto parts = static_cast<std::uint64_t>(layout::numbers_in(type.id));
  if (type.id == Id::C_BOOL || type.id == Id::CXX_BOOL || type.id == Id::BYTE)
    return {"unsigned char", 1};
  switch (type.id) {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, ...)                                                         \
  case Id::identifier:                                                                                                 \
    return {parts == 2 ? #number : (name), type.size_bytes / parts, parts, std::is_floating_point_v<number>};
#include "layout/basic_type.def"
  default:
    return {"unsigned char", 1};
  }
}

/// One operator on dense numbers, at equal places of all structs.
struct Span {
  Op op;
  NumberType number;
  std::uint64_t offset_bytes;
  std::uint64_t count;
  std::vector<Repetition> arrays; // the arrays in which the dense numbers lie, outermost first
  std::string fields;             // for people

  bool continues(const Span &before) const {
    return op == before.op && number.name == before.number.name && number.per_value == before.number.per_value &&
           arrays == before.arrays && offset_bytes == before.offset_bytes + before.count * number.size_bytes;
  }
};

/// Returns the reduction's numbers with all arrays around them.
Numbers placed(const Reduction &reduction, Numbers numbers) {
  numbers.arrays.insert(numbers.arrays.begin(), reduction.around.begin(), reduction.around.end());
  return numbers;
}

Span span_of(const Reduction &reduction) {
  const Numbers numbers = placed(reduction, reduction.numbers);
  NumberType number = number_type(numbers.type);
  const std::uint64_t count = number.per_value;
  if (reduction.op != Op::prod) // a sum of complex numbers is that of their parts
    number.per_value = 1;
  return {reduction.op, number, numbers.offset_bytes, count, numbers.arrays, describe(reduction)};
}

/// Makes dense arrays of a span part of its count.
void flatten(Span &span) {
  while (!span.arrays.empty() &&
         (span.arrays.back().count == 1 || span.arrays.back().stride_bytes == span.count * span.number.size_bytes)) {
    span.count *= span.arrays.back().count;
    span.arrays.pop_back();
  }
}

/// Joins spans that continue each other.
void join(std::vector<Span> &spans) {
  std::ranges::stable_sort(spans, {}, &Span::offset_bytes);
  for (std::size_t before = spans.size() + 1; spans.size() < before;) {
    before = spans.size();
    std::vector<Span> next;
    for (Span &span : spans) {
      flatten(span);
      if (!next.empty() && span.continues(next.back())) {
        next.back().count += span.count;
        next.back().fields += ", " + span.fields;
      } else {
        next.push_back(std::move(span));
      }
    }
    spans = std::move(next);
  }
}

/// Returns the spans of all reductions but minloc and maxloc.
std::vector<Span> spans_of(const std::vector<Reduction> &reductions) {
  std::vector<Span> spans;
  for (const Reduction &reduction : reductions)
    if (!takes_fields(reduction.op))
      spans.push_back(span_of(reduction));
  join(spans);
  return spans;
}

/// Returns the number of a minloc or maxloc, then what goes with it.
std::vector<Numbers> parts_of(const Reduction &reduction) {
  std::vector<Numbers> parts = {reduction.numbers};
  parts.insert(parts.end(), reduction.with.begin(), reduction.with.end());
  return parts;
}

/// Returns code that combines two numbers.
std::string combined(Op op, const NumberType &number, const std::string &a, const std::string &b) {
  const auto whole = [&](const std::string &value) { return "(" + std::string(number.name) + ")(" + value + ")"; };
  // Integers wrap around, as in MPI's own operators: without signs, and not in types that C would widen to int.
  const auto arithmetic = [&](const std::string &sign) {
    const std::string wide = number.size_bytes > 4 ? "(unsigned long long)" : "(unsigned)";
    return number.is_real ? a + sign + b : whole(wide + a + sign + wide + b);
  };
  const auto logical = [&](const std::string &sign) { return whole("(" + a + " != 0)" + sign + "(" + b + " != 0)"); };
  switch (op) {
  case Op::sum:
    return arithmetic(" + ");
  case Op::prod:
    return arithmetic(" * ");
  case Op::min:
    return a + " < " + b + " ? " + a + " : " + b;
  case Op::max:
    return a + " > " + b + " ? " + a + " : " + b;
  case Op::land:
    return logical(" & ");
  case Op::lor:
    return logical(" | ");
  case Op::lxor:
    return logical(" ^ ");
  case Op::band:
    return whole(a + " & " + b);
  case Op::bor:
    return whole(a + " | " + b);
  default:
    return whole(a + " ^ " + b);
  }
}

/// Prints the function that combines structs of one type.
class Combiner {
public:
  Combiner(const ReducedType &type, const std::string &suffix, llvm::raw_ostream &out)
      : type_(type), suffix_(suffix), out_(out), spans_(spans_of(*type.reductions)) {}

  /// Adds the numbers that lie where their type may not: those of packed structs. Code needs a typedef for them.
  void add_unaligned(std::set<std::string_view> &names) const {
    for (const Span &span : spans_)
      if (is_unaligned(span.number.size_bytes, span.offset_bytes, span.arrays))
        names.insert(span.number.name);
    for (const Reduction &reduction : *type_.reductions)
      if (takes_fields(reduction.op))
        for (const Numbers &numbers : parts_of(reduction)) {
          const NumberType number = number_type(numbers.type);
          if (is_unaligned(number.size_bytes, numbers.offset_bytes, placed(reduction, numbers).arrays))
            names.insert(number.name);
        }
  }

  static std::string unaligned(std::string_view number, const std::string &suffix) {
    std::string name = "unaligned_" + std::string(number);
    std::ranges::replace(name, ' ', '_');
    return names::helper(name, suffix);
  }

  void print() {
    out_ << "\n/* The function of " << names::reduction(type_.name) << ". */\n"
         << "static void " << names::reduction_part("combine", type_.name)
         << "(const char *__restrict__ am_from, char *__restrict__ am_to, size_t am_count)\n{\n";
    if (is_one_span())
      print_blocks(spans_.front());
    else
      print_structs();
    out_ << "}\n";
  }

private:
  static constexpr std::uint64_t block = 16; // numbers

  bool is_unaligned(std::uint64_t size_bytes, std::uint64_t offset_bytes, const std::vector<Repetition> &arrays) const {
    const std::uint64_t alignment = size_bytes & -size_bytes;
    return type_.size_bytes % alignment != 0 || offset_bytes % alignment != 0 ||
           llvm::any_of(arrays, [&](const Repetition &array) { return array.stride_bytes % alignment != 0; });
  }

  std::string type_at(const NumberType &number, std::uint64_t offset_bytes,
                      const std::vector<Repetition> &arrays) const {
    return is_unaligned(number.size_bytes, offset_bytes, arrays) ? unaligned(number.name, suffix_)
                                                                 : std::string(number.name);
  }

  /// Whether a struct consists of one span alone.
  bool is_one_span() const {
    const auto is_pair = [](const Reduction &reduction) { return takes_fields(reduction.op); };
    return spans_.size() == 1 && llvm::none_of(*type_.reductions, is_pair) && spans_[0].arrays.empty() &&
           spans_[0].number.per_value == 1 && spans_[0].count * spans_[0].number.size_bytes == type_.size_bytes;
  }

  void line(const std::string &text) { out_.indent(4 * depth_) << text << '\n'; }

  void open(const std::string &head) {
    line(head + (head.empty() ? "{" : " {"));
    ++depth_;
  }

  void close() {
    --depth_;
    line("}");
  }

  /// Opens loops over arrays. Adds the place of an element to `place`, which is code.
  void open_loops(const std::vector<Repetition> &arrays, std::string &place) {
    for (const Repetition &array : arrays) {
      const std::string index = "am_j" + std::to_string(loops_++);
      line("size_t " + index + ";");
      open(for_each(index, array.count));
      place += " + " + index + " * " + std::to_string(array.stride_bytes);
    }
  }

  void close_loops(const std::vector<Repetition> &arrays) {
    for (std::size_t i = 0; i < arrays.size(); ++i, --loops_)
      close();
  }

  static std::string for_each(const std::string &index, std::uint64_t count) {
    return "for (" + index + " = 0; " + index + " < " + std::to_string(count) + "; " + index + "++)";
  }

  void print_pointers(const std::string &type, const std::string &place) {
    line("const " + type + " *am_a = (const " + type + " *)(const void *)(am_from" + place + ");");
    line(type + " *am_b = (" + type + " *)(void *)(am_to" + place + ");");
  }

  static std::string assignment(const Span &span, const std::string &index) {
    const std::string a = "am_a[" + index + "]", b = "am_b[" + index + "]";
    return b + " = " + combined(span.op, span.number, a, b) + ";";
  }

  void print_blocks(const Span &span) {
    const std::string numbers = std::to_string(block), step = " += " + numbers;
    print_pointers(type_at(span.number, 0, {}), "");
    line("size_t am_i = 0, am_j;\n");
    line("am_count *= " + std::to_string(span.count) + ";");
    line("for (; am_count - am_i >= " + numbers + "; am_i" + step + ", am_a" + step + ", am_b" + step + ")");
    line("    " + for_each("am_j", block));
    line("        " + assignment(span, "am_j"));
    line("for (; am_i < am_count; am_i++, am_a++, am_b++)");
    line("    " + assignment(span, "0"));
  }

  void print_structs() {
    const std::string step = " += " + std::to_string(type_.size_bytes);
    line("size_t am_i;\n");
    open("for (am_i = 0; am_i < am_count; am_i++, am_from" + step + ", am_to" + step + ")");
    for (const Span &span : spans_)
      print_span(span);
    for (const Reduction &reduction : *type_.reductions)
      if (takes_fields(reduction.op))
        print_pair(reduction);
    close();
  }

  void print_span(const Span &span) {
    std::string place = " + " + std::to_string(span.offset_bytes);
    open("");
    line("/* " + span.fields + " */");
    open_loops(span.arrays, place);
    print_pointers(type_at(span.number, span.offset_bytes, span.arrays), place);
    const std::uint64_t values = span.count / span.number.per_value;
    if (values != 1) {
      line("size_t am_j;");
      open(for_each("am_j", values));
    }
    if (span.number.per_value == 1) {
      line(assignment(span, values == 1 ? "0" : "am_j"));
    } else { // a complex product
      const std::string re = values == 1 ? "[0]" : "[2 * am_j]", im = values == 1 ? "[1]" : "[2 * am_j + 1]";
      line("const " + std::string(span.number.name) + " am_real = am_a" + re + " * am_b" + re + " - am_a" + im +
           " * am_b" + im + ";");
      line("am_b" + im + " = am_a" + re + " * am_b" + im + " + am_a" + im + " * am_b" + re + ";");
      line("am_b" + re + " = am_real;");
    }
    if (values != 1)
      close();
    close_loops(span.arrays);
    close();
  }

  /// Prints a minloc or maxloc. am_wins is 1 if what arrives replaces what is there, -1 if not, and 0 as long as both
  /// are equal.
  void print_pair(const Reduction &reduction) {
    std::string element;
    open("");
    line("/* " + describe(reduction) + " */");
    open_loops(reduction.around, element);
    line("int am_wins;");
    print_comparison(reduction, reduction.numbers, element, "", reduction.op == Op::maxloc ? '>' : '<');
    for (const Numbers &numbers : reduction.with)
      print_comparison(reduction, numbers, element, "if (am_wins == 0)", '<');
    open("if (am_wins > 0)");
    print_copies(reduction, element);
    close();
    close_loops(reduction.around);
    close();
  }

  /// Prints the comparison of two numbers, or of two arrays of which the first difference counts. The element of the
  /// arrays around the pair is at `element`.
  void print_comparison(const Reduction &reduction, const Numbers &numbers, const std::string &element,
                        const std::string &condition, char wins) {
    std::string place = element + " + " + std::to_string(numbers.offset_bytes);
    open(condition);
    open_loops(numbers.arrays, place);
    print_pointers(type_at(number_type(numbers.type), numbers.offset_bytes, placed(reduction, numbers).arrays), place);
    const std::string sign = std::string(" ") + wins + ' ';
    line((numbers.arrays.empty() ? "" : condition + "\n" + std::string(4 * (depth_ + 1), ' ')) + "am_wins = *am_a" +
         sign + "*am_b ? 1 : *am_b" + sign + "*am_a ? -1 : 0;");
    close_loops(numbers.arrays);
    close();
  }

  /// Prints the copies of a pair's fields; adjacent ones are one.
  void print_copies(const Reduction &reduction, const std::string &element) {
    std::vector<Span> copies;
    for (const Numbers &numbers : parts_of(reduction))
      copies.push_back({reduction.op, {"char", 1}, numbers.offset_bytes, numbers.type.size_bytes, numbers.arrays, ""});
    join(copies);
    for (const Span &copy : copies) {
      std::string place = element + " + " + std::to_string(copy.offset_bytes);
      if (!copy.arrays.empty())
        open("");
      open_loops(copy.arrays, place);
      line("memcpy(am_to" + place + ", am_from" + place + ", " + std::to_string(copy.count) + ");");
      close_loops(copy.arrays);
      if (!copy.arrays.empty())
        close();
    }
  }

  const ReducedType &type_;
  const std::string &suffix_;
  llvm::raw_ostream &out_;
  const std::vector<Span> spans_;
  unsigned depth_ = 1;    // of blocks in the function
  std::size_t loops_ = 0; // that are open
};

/// {0} is the helper's name.
constexpr llvm::StringLiteral count_structs = R"(
/*
 * Returns how many structs MPI hands to an operator as a duplicate of their datatype, or as arrays of it. Ends the
 * program at any other datatype, since an operator cannot fail.
 */
static size_t {0}(int am_count, MPI_Datatype am_type, MPI_Count am_extent, MPI_Count am_bytes,
    const char *am_name)
{{
    MPI_Count am_size = 0, am_lower = 0, am_span = 0;

    if (MPI_Type_size_x(am_type, &am_size) == MPI_SUCCESS &&
        MPI_Type_get_extent_x(am_type, &am_lower, &am_span) == MPI_SUCCESS && am_size >= am_bytes &&
        am_size % am_bytes == 0 && am_lower == 0 && am_span == am_size / am_bytes * am_extent)
        return (size_t)am_count * (size_t)(am_size / am_bytes);
    fprintf(stderr, "%s_op: it reduces elements of %s, and was called with another datatype\n", am_name, am_name);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 0;
}
)";

void emit_user_function(const ReducedType &type, const std::string &suffix, llvm::raw_ostream &out) {
  const std::string handle = names::datatype(type.name);
  out << "\nstatic void " << names::reduction_part("reduce", type.name)
      << "(void *am_from, void *am_to, int *am_count, MPI_Datatype *am_type)\n{\n    const size_t am_structs = "
         "*am_type == "
      << handle << " ? (size_t)*am_count\n        : " << names::helper("structs", suffix) << "(*am_count, *am_type, "
      << type.size_bytes << ", " << type.data_bytes << ", \"" << handle << "\");\n\n    "
      << names::reduction_part("combine", type.name) << "((const char *)am_from, (char *)am_to, am_structs);\n}\n";
}

} // namespace

void emit_reductions(const std::vector<ReducedType> &types, const std::string &suffix, llvm::raw_ostream &out) {
  if (types.empty())
    return;
  std::vector<Combiner> combiners;
  std::set<std::string_view> unaligned;
  for (const ReducedType &type : types)
    combiners.emplace_back(type, suffix, out).add_unaligned(unaligned);
  if (!unaligned.empty())
    out << "\n/* Numbers in packed structs. */\n";
  for (const std::string_view number : unaligned)
    out << "typedef " << number << ' ' << Combiner::unaligned(number, suffix) << " __attribute__((aligned(1)));\n";
  out << llvm::formatv(count_structs.data(), names::helper("structs", suffix));
  for (std::size_t i = 0; i < types.size(); ++i) {
    combiners[i].print();
    emit_user_function(types[i], suffix, out);
  }
}

} // namespace automap
