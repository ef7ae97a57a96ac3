// AutoLink's tables as C99 or C++17. See al_routines.h; autolink/include/autolink/al_type.h defines the tables.
//
// The source holds, in this order: checks that the compiler still sees the layout that automap saw, the types of
// pointers that arrays consist of, and for each record its data, the names of its fields, its pointers with the
// functions that read their lengths and kinds, its routines (functions.h), and its AL_TypeInfo.
#include "al_routines.h"

#include "code/banner.h"
#include "code/layout_checks.h"
#include "functions.h"
#include "model/directives.h"
#include "model/names.h"
#include "model/quoted.h"
#include "named_fields.h"
#include "node_tables.h"

#include "layout/signature.h"

#include <autolink/al_inline.h>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <map>
#include <set>

namespace automap {
namespace {

using Step = Length::Step::Kind;

const std::string &user_name(const Record &record) { return record.datatypes.front().name; }

std::string handle(const Record &record, const CodeOptions &options) {
  return names::node_type(user_name(record), options.suffix);
}

/// Returns "AL_DOUBLE" for MPI_DOUBLE.
std::string al_basic(layout::BasicTypeId id) { return "AL_" + std::string(layout::mpi_name(id).substr(4)); }

/// Returns an alignment that is enough for a single value.
std::uint64_t natural_alignment(layout::BasicType basic) {
  return basic.size_bytes / static_cast<std::uint64_t>(layout::numbers_in(basic.id));
}

/// Returns "item.a.b" for a path, however it was written.
std::string place_text(const Survey &survey, const Link &link) {
  std::string text = user_name(survey.records[link.record]);
  const llvm::StringRef path = llvm::StringRef(link.place).split('.').second;
  for (const Word &part : split_path({{path.data(), path.size()}}))
    text += "." + std::string(part.text);
  return text;
}

/// Returns what two programs must agree on beside the data, as text: where the pointers lead.
std::string signature_text(const Survey &survey, const Link *link) {
  if (!link)
    return "0";
  if (link->weak) {
    Link strong = *link;
    strong.weak = false;
    return (link->kind == Link::Kind::any ? "" : "w") + signature_text(survey, &strong);
  }
  switch (link->kind) {
  case Link::Kind::null:
    return "0";
  case Link::Kind::object:
    return "1(" + user_name(survey.records[link->record]) + ")";
  case Link::Kind::array:
    if (link->element == Link::Element::pointer)
      return "n(" + (link->owner.empty() ? "" : link->owner + ":") + signature_text(survey, &link->pointers.front()) +
             ")";
    if (link->element == Link::Element::basic)
      return "n(" + std::string(layout::mpi_name(link->basic.id)) + ")";
    return "n(" + user_name(survey.records[link->record]) + ")";
  case Link::Kind::end:
    return "e";
  case Link::Kind::string:
    return "s";
  case Link::Kind::inside:
    return link->place.empty() ? "i" : "i(" + place_text(survey, *link) + ")";
  case Link::Kind::any: {
    std::string text = link->headed ? "h(" : link->kind_in_target ? "t(" : "a(";
    for (const LinkChoice &choice : link->choices)
      text += signature_text(survey, &choice.link);
    return text + ")";
  }
  case Link::Kind::data:
    return "d";
  }
  return "";
}

/// The functions that compute lengths and kinds, as formats in which "{{" is a brace.
constexpr llvm::StringLiteral arithmetic = R"(
/* Lengths: INT64_MIN stands for one that is no number, and whatever is computed from that is none either. */
)";
constexpr llvm::StringLiteral operation = R"(static inline int64_t {0}(int64_t al_a, int64_t al_b)
{{
    int64_t al_result = 0;

    if (al_a == INT64_MIN || al_b == INT64_MIN || {1})
        return INT64_MIN;
    return al_result;
}
)";

struct Operation {
  Step step;
  const char *name;
  const char *fails; // the condition of failure; otherwise the result is in al_result
};
constexpr Operation operations[] = {
    {Step::add, "add", "__builtin_add_overflow(al_a, al_b, &al_result)"},
    {Step::subtract, "subtract", "__builtin_sub_overflow(al_a, al_b, &al_result)"},
    {Step::multiply, "multiply", "__builtin_mul_overflow(al_a, al_b, &al_result)"},
    {Step::divide, "divide", "al_b == 0 || ((void)(al_result = al_a / al_b), 0)"},
    {Step::less, "less", "((void)(al_result = al_a < al_b), 0)"},
    {Step::greater, "greater", "((void)(al_result = al_a > al_b), 0)"},
    {Step::at_most, "at_most", "((void)(al_result = al_a <= al_b), 0)"},
    {Step::at_least, "at_least", "((void)(al_result = al_a >= al_b), 0)"},
    {Step::equal, "equal", "((void)(al_result = al_a == al_b), 0)"},
    {Step::unequal, "unequal", "((void)(al_result = al_a != al_b), 0)"},
};
constexpr llvm::StringLiteral choosing = R"(static inline int64_t {0}(int64_t al_condition, int64_t al_a, int64_t al_b)
{{
    return al_condition == INT64_MIN ? INT64_MIN : al_condition ? al_a : al_b;
}
)";

class Emitter {
public:
  /// The names of functions follow `helpers`.
  Emitter(const Survey &survey, const CodeOptions &options, const CodeOptions &helpers, llvm::raw_ostream &out)
      : survey_(survey), options_(options), helpers_(helpers), out_(out) {}

  void print() {
    std::vector<std::pair<const Record *, NodeTables>> nodes;
    for (const Record &record : survey_.records)
      if (record.is_node)
        nodes.emplace_back(&record, node_tables(survey_, record));
    for (const auto &[record, tables] : nodes)
      for (const NodePointer &pointer : tables.pointers)
        if (pointer.link)
          note_operations(*pointer.link);
    for (const auto &[record, tables] : nodes)
      for (const NodePointer &pointer : tables.pointers)
        if (pointer.link && !pointer.owner_is_node && !is_aligned_in(*record, pointer))
          misaligned_.insert(pointer.owner);
    print_operations();
    for (const auto &[record, tables] : nodes)
      for (const NodePointer &pointer : tables.pointers)
        if (pointer.link)
          print_element(*pointer.link, pointer);
    for (const auto &[record, tables] : nodes)
      print_node(*record, tables);
  }

private:
  std::string helper(const std::string &name) const { return names::helper(name, helpers_.suffix); }

  void note_operations(const Link &link) {
    for (const Length::Step &step : link.length.steps)
      used_.insert(step.kind);
    if ((link.kind == Link::Kind::array || link.kind == Link::Kind::end) && multiple_of(link) != 1)
      used_.insert(Step::multiply);
    if (link.length.of_target)
      used_.insert({Step::multiply, Step::add});
    for (const Link &pointer : link.pointers)
      note_operations(pointer);
    for (const LinkChoice &choice : link.choices)
      note_operations(choice.link);
  }

  void print_operations() {
    bool first = true;
    for (const Operation &one : operations)
      if (used_.contains(one.step)) {
        if (std::exchange(first, false))
          out_ << arithmetic;
        out_ << llvm::formatv(operation.data(), helper(one.name), one.fails);
      }
    if (used_.contains(Step::choose))
      out_ << (first ? arithmetic : "") << llvm::formatv(choosing.data(), helper("choose"));
  }

  /// Whether an array's elements are aligned more strictly than the single values that they consist of.
  static bool is_aligned(const Link &link) {
    return (link.kind == Link::Kind::array || link.kind == Link::Kind::end) && link.element == Link::Element::basic &&
           link.align_bytes > natural_alignment(link.basic);
  }

  /// Prints the type of an array's elements: AL_Basic's with another alignment.
  void print_aligned(const Link &link) {
    const std::string name = aligned_name(link);
    if (!elements_.insert(name).second)
      return;
    const std::string basic = al_basic(link.basic.id), run = unique_name(name + "_run", {"run", name});
    out_ << "\n/* Arrays of " << link.type << ", aligned to " << link.align_bytes << " bytes */\n"
         << "static const AL_Run " << run << "[] = {{" << basic << ", 0, 1, 0}};\n"
         << "static const AL_TypeInfo " << name << "[1] = {\n    {AL_TYPE_ABI, 0, " << c_string(link.type) << ", "
         << link.basic.size_bytes << ", " << link.align_bytes << ", " << basic << " + UINT64_C(1), 1, 1, " << run
         << ", 0, NULL, NULL, 0, NULL, NULL}};\n";
  }

  std::string aligned_name(const Link &link) {
    const std::string basic = al_basic(link.basic.id), align = std::to_string(link.align_bytes);
    return unique_name(names::node_part("aligned", basic, align), {"aligned", basic, align});
  }

  /// Prints the type of an array of pointers' elements, once for all that lead to the same.
  void print_element(const Link &link, const NodePointer &pointer) {
    for (const LinkChoice &choice : link.choices)
      print_element(choice.link, pointer);
    for (const Link &row : link.pointers)
      if (row.length.of_row)
        print_element(row, pointer);
    if (is_aligned(link))
      print_aligned(link);
    if (link.kind != Link::Kind::array || link.element != Link::Element::pointer)
      return;
    const Link &to = link.pointers.front();
    const std::string name = element_name(link);
    if (!elements_.insert(name).second)
      return;
    if (to.kind == Link::Kind::any)
      print_choices(to, name + "_kind", name + "_choices");
    const bool has_length = to.length.of_row || to.length.of_target;
    if (has_length)
      print_length(pointer, to, name + "_length");
    const std::string called = to.length.of_row ? link.owner : element_text(to);
    const std::string pointers = unique_name(name + "_pointers", {"pointers", name});
    const std::string signature = called + signature_text(survey_, &to);
    out_ << "\n/* What arrays of pointers consist of: " << called << " */\n"
         << "static const AL_Pointer " << pointers << "[] = {\n    {\"\", " << target_kind(to) << ", "
         << to.choices.size() << ", 0, 1, 0, ";
    print_target_type(to);
    out_ << ", " << least_length(to) << ", " << (has_length ? name + "_length" : "NULL") << ", "
         << (to.kind == Link::Kind::any ? name + "_kind, " + name + "_choices" : "NULL, NULL") << "}};\n"
         << "static const AL_TypeInfo " << name << "[1] = {\n    {AL_TYPE_ABI, 0, " << c_string(called)
         << ", sizeof(void *), __alignof__(void *), " << hex(llvm::xxh3_64bits(signature)) << ", 0,\n     0, NULL, 1, "
         << pointers << ", NULL, 0, NULL, NULL}};\n";
  }

  /// Returns the name for people of one pointer of an array of pointers.
  std::string element_text(const Link &to) const { return (to.weak ? "weak " : "") + strong_element_text(to); }

  std::string strong_element_text(const Link &to) const {
    if (to.kind == Link::Kind::string)
      return "string";
    if (to.kind == Link::Kind::inside)
      return to.place.empty() ? "void *" : place_text(survey_, to) + " *";
    if (to.kind == Link::Kind::any || to.length.of_target)
      return to.type + " *";
    return user_name(survey_.records[to.record]) + " *";
  }

  std::string element_name(const Link &link) {
    const Link &to = link.pointers.front();
    if (to.weak) {
      Link strong = link;
      strong.pointers.front().weak = false;
      const std::string name = element_name(strong);
      return unique_name(name + "_weak", {"weak", name});
    }
    if (to.length.of_target)
      return unique_name(names::node_part("pointer_to", to.type), {"flexible", to.type});
    if (to.length.of_row)
      return unique_name(names::node_part("rows_of", link.owner), {"rows", link.owner});
    if (to.kind == Link::Kind::string)
      return unique_name(names::node_part("pointer_to", "string " + to.type), {"string", to.type});
    if (to.kind == Link::Kind::inside && to.place.empty())
      return unique_name(names::node_part("pointer_into", "anything"), {"anything"});
    if (to.kind == Link::Kind::any) {
      std::vector<std::string> key = {"any", to.type, to.kind_field.path};
      for (const LinkChoice &choice : to.choices)
        key.insert(key.end(), {choice.value, std::to_string(choice.link.record)});
      return unique_name(names::node_part("pointer_to", "any " + to.type), key);
    }
    const std::string &record = user_name(survey_.records[to.record]);
    if (to.kind == Link::Kind::object)
      return unique_name(names::node_part("pointer_to", record), {"record", record});
    return unique_name(names::node_part("pointer_into", record, llvm::StringRef(to.place).split('.').second.str()),
                       {"place", place_text(survey_, to)});
  }

  static std::string hex(std::uint64_t value) { return "UINT64_C(0x" + llvm::utohexstr(value, true, 16) + ")"; }

  void print_node(const Record &record, const NodeTables &tables) {
    const std::string &name = user_name(record);
    const layout::Signature data = layout::signature_of(record.tree);
    std::string signature = layout::to_string(data);
    for (const NodePointer &pointer : tables.pointers)
      signature += " " + std::to_string(pointer.place.count) + signature_text(survey_, pointer.link);
    emit_layout_comment(
        survey_, record,
        " * " + plural(data.count, "value") + ", " + plural(tables.pointers.size(), "line") + " of pointers\n", out_);
    print_data(names::node_part("data", name), tables);
    const NamedFields fields = named_fields(survey_, record);
    print_fields(record, fields);
    for (std::size_t i = 0; i < tables.pointers.size(); ++i)
      print_functions(tables.pointers[i]);
    print_pointers(names::node_part("pointers", name), tables);
    const std::string type = code_name(record);
    const bool routines = has_routines(tables);
    if (routines)
      emit_routines(
          name, type, tables,
          [this](const char *what, const NodePointer &pointer, const std::string &of) {
            return function_name(what, pointer, of);
          },
          out_);
    const std::string initial = print_initial(record);
    out_ << "AL_DEFINE(" << handle(record, options_) << ") = {\n    {AL_TYPE_ABI, "
         << (record.is_tree ? "AL_TREE" : "0") << ", " << c_string(name) << ", sizeof(" << type << "), "
         << record.align_bytes << ", " << hex(llvm::xxh3_64bits(signature)) << ", " << data.count << ",\n     "
         << tables.data.size() << ", " << (tables.data.empty() ? "NULL" : names::node_part("data", name)) << ", "
         << tables.pointers.size() << ", " << (tables.pointers.empty() ? "NULL" : names::node_part("pointers", name))
         << ", " << (routines ? "&" + names::node_part("routines", name) : "NULL") << ",\n     " << fields.size()
         << ", " << (fields.empty() ? "NULL" : fields_table(record)) << ", " << (initial.empty() ? "NULL" : initial)
         << "}};\n";
  }

  /// Prints a function that makes a new object, if that sets anything. Returns its name, or nothing.
  std::string print_initial(const Record &record) {
    if (!options_.cxx || !record.has_initial_bytes || code_name(record).empty())
      return "";
    const std::string name = names::node_part("initial", user_name(record)), type = code_name(record);
    out_ << "static void " << name << "(void *record)\n{\n    const " << type
         << " object{};\n    std::memcpy(record, &object, sizeof object);\n}\n";
    return name;
  }

  void print_data(const std::string &table, const NodeTables &tables) {
    if (tables.data.empty())
      return;
    out_ << "static const AL_Run " << table << "[] = {";
    for (const NodeRun &run : tables.data)
      out_ << (&run == &tables.data.front() ? "\n" : ",\n") << "    {" << al_basic(run.basic.id) << ", "
           << run.place.offset_text << ", " << run.place.count << ", "
           << (run.place.count == 1 ? 0 : run.place.stride_bytes) << "}";
    out_ << "};\n";
  }

  std::string fields_table(const Record &record) {
    const auto index = std::to_string(&record - survey_.records.data());
    const bool has_name = record.is_node || !code_name(record).empty();
    const std::string name = !has_name                  ? "record_" + index
                             : record.datatypes.empty() ? record.qualified
                                                        : user_name(record);
    return unique_name(names::node_part("fields", name), {"fields", index});
  }

  /// Prints the names of a record's fields, after those of the records inside it; each once.
  void print_fields(const Record &record, const NamedFields &fields) {
    if (fields.empty() || !printed_fields_.insert(&record).second)
      return;
    for (const NamedField &field : fields)
      if (field.record)
        print_fields(*field.record, named_fields(survey_, *field.record));
    out_ << "static const AL_Field " << fields_table(record) << "[] = {";
    for (const NamedField &field : fields) {
      const std::size_t n = field.record ? named_fields(survey_, *field.record).size() : 0;
      out_ << (&field == &fields.front() ? "\n" : ",\n") << "    {" << c_string(field.name) << ", "
           << (field.kind.empty() ? al_basic(field.basic) : field.kind) << ", " << field.place.offset_bytes << ", "
           << field.place.count << ", " << field.place.stride_bytes << ", " << n << ", "
           << (n > 0 ? fields_table(*field.record) : "NULL") << "}";
    }
    out_ << "};\n";
  }

  // Functions for lengths and kinds.

  std::string function_name(const char *what, const NodePointer &pointer, const std::string &of = "") {
    const std::string name = of.empty() ? pointer.name : pointer.name + "_" + of;
    const auto owner = static_cast<std::size_t>(pointer.owner - survey_.records.data());
    return unique_name(names::node_part(what, owner_name(pointer), name),
                       {what, std::to_string(owner), std::to_string(pointer.in_owner.offset_bytes), pointer.name, of});
  }

  /// Returns the name for a key, always the same one and different from others': 'b_c' in a and 'c' in a_b would both
  /// be called a_b_c.
  std::string unique_name(const std::string &name, const std::vector<std::string> &key) {
    std::string &given = names_[key];
    for (unsigned i = 1; given.empty(); ++i)
      if (const std::string one = i == 1 ? name : name + "_" + std::to_string(i); used_names_.insert(one).second)
        given = one;
    return given;
  }

  /// Returns a record's name. If only its owner's field names it, that makes it different from others.
  std::string owner_name(const NodePointer &pointer) const {
    const Record &owner = *pointer.owner;
    return code_name(owner).empty() ? "record_" + std::to_string(&owner - survey_.records.data())
                                    : (owner.datatypes.empty() ? owner.qualified : user_name(owner));
  }

  void print_functions(const NodePointer &pointer) {
    if (!pointer.link)
      return;
    const Link &link = *pointer.link;
    if (link.kind == Link::Kind::array || link.kind == Link::Kind::end)
      print_length(pointer, link, function_name("length", pointer));
    if (link.kind != Link::Kind::any)
      return;
    for (std::size_t i = 0; i < link.choices.size(); ++i)
      if (link.choices[i].link.kind == Link::Kind::array)
        print_length(pointer, link.choices[i].link, function_name("length", pointer, std::to_string(i)));
    const std::string name = function_name("kind", pointer);
    if (link.kind_in_target || link.headed)
      return print_choices(link, name, function_name("choices", pointer));
    if (functions_.insert(name).second) {
      open_function(name, pointer, {link.kind_field}, "which kind " + pointer.path + " is: " + link.kind_field.path);
      out_ << "    return " << value_text(link.kind_field, 0, pointer) << ";\n}\n";
    }
    const std::string table = function_name("choices", pointer);
    if (!functions_.insert(table).second)
      return;
    out_ << "static const AL_Choice " << table << "[] = {";
    for (std::size_t i = 0; i < link.choices.size(); ++i) {
      const LinkChoice &choice = link.choices[i];
      out_ << (i ? ",\n" : "\n") << "    {" << choice_value(choice) << ", ";
      out_ << target_kind(choice.link) << ", ";
      print_target_type(choice.link);
      out_ << ", " << least_length(choice.link) << ", "
           << (choice.link.kind == Link::Kind::array ? function_name("length", pointer, std::to_string(i)) : "NULL")
           << "}";
    }
    out_ << "};\n";
  }

  /// Prints the function and the table for pointers to what decides its own type.
  void print_choices(const Link &link, const std::string &name, const std::string &table) {
    if (!functions_.insert(name).second)
      return;
    const IntegerField &field = link.kind_field;
    if (!link.headed)
      out_ << "/* which kind the target is: its " << field.path << " */\nstatic int64_t " << name
           << "(const void *al_record, const void *al_pointer)\n{\n    (void)al_record;\n    return "
              "al_integer(al_element("
              "al_target((const char *)al_pointer), 0, 1, 0, "
           << field.offset_bytes << "), sizeof(" << field.type << "), " << (field.is_signed ? "1" : "0") << ");\n}\n";
    out_ << "static const AL_Choice " << table << "[] = {";
    for (const LinkChoice &choice : link.choices) {
      out_ << (&choice == &link.choices.front() ? "\n" : ",\n") << "    {" << choice_value(choice) << ", "
           << target_kind(choice.link) << ", ";
      print_target_type(choice.link);
      out_ << ", " << choice.link.bias_bytes << ", NULL}";
    }
    out_ << "};\n";
  }

  void print_length(const NodePointer &pointer, const Link &link, const std::string &name) {
    if (!functions_.insert(name).second)
      return;
    const bool of_row = link.length.of_row;
    open_function(name, pointer, link.length.fields,
                  "elements of " + pointer.path + (of_row ? "[i]" : "") + ": " + link.length.text, link.length);
    std::vector<std::string> stack;
    const auto take = [&] {
      std::string out = std::move(stack.back());
      stack.pop_back();
      return out;
    };
    const auto call = [&](Step step, const std::string &left, const std::string &right) {
      const auto *found = std::ranges::find(operations, step, &Operation::step);
      return helper(found->name) + "(" + left + ", " + right + ")";
    };
    for (const Length::Step &step : link.length.steps) {
      if (step.kind == Step::row) {
        stack.push_back("al_row(al_record, al_pointer)");
      } else if (step.kind == Step::number) {
        stack.push_back("INT64_C(" + std::to_string(step.value) + ")");
      } else if (step.kind == Step::field) {
        const IntegerField &field = link.length.fields[step.value];
        std::size_t taken = 0;
        for (const Hop &hop : field.hops)
          taken += hop.taken();
        const std::vector<std::string> values(stack.end() - static_cast<std::ptrdiff_t>(taken), stack.end());
        stack.resize(stack.size() - taken);
        stack.push_back(value_text(field, step.value, pointer, values));
      } else if (step.kind == Step::choose) {
        const std::string otherwise = take(), then = take();
        stack.push_back(helper("choose") + "(" + take() + ", " + then + ", " + otherwise + ")");
      } else {
        const std::string right = take();
        stack.push_back(call(step.kind, take(), right));
      }
    }
    if (link.length.of_pair) {
      const bool is_end = link.kind == Link::Kind::end;
      const std::string other = "(const char *)al_pointer + " + std::to_string(link.length.pair_bytes);
      stack.push_back("al_distance(" + (is_end ? other : "al_pointer") + ", " + (is_end ? "al_pointer" : other) + ", " +
                      std::to_string(link.length.pointee_bytes) + ")");
    }
    std::string result = stack.back();
    if (link.length.of_target)
      result = call(Step::add, call(Step::multiply, result, "(int64_t)sizeof al_owner->" + link.length.tail + "[0]"),
                    "(int64_t)" + least_length(link));
    if (multiple_of(link) != 1)
      result = call(Step::multiply, result, "INT64_C(" + std::to_string(multiple_of(link)) + ")");
    out_ << "    return " << result << ";\n}\n";
  }

  /// Returns the least length of an array, as code: that of the fields before a flexible array member.
  static std::string least_length(const Link &link) {
    return link.length.of_target ? "offsetof(" + link.length.target_type + ", " + link.length.tail + ")"
                                 : std::to_string(link.bias_bytes);
  }

  /// Whether the length of an array is a field that stands beside the pointer, without more: each pointer has its own.
  static bool is_length_a_field(const NodePointer &pointer, const Link &link) {
    const LinkLength &length = link.length;
    return link.kind == Link::Kind::array && !length.is_late() && length.steps.size() == 1 &&
           length.steps[0].kind == Step::field && multiple_of(link) == 1 && length.fields[0].hops.empty() &&
           !length.fields[0].is_bits && pointer.owner && pointer.in_owner.count == 1;
  }
  /// Returns the place of that field in the node, and one.
  static std::string length_place(const NodePointer &pointer, const Link &link) {
    return std::to_string(pointer.place.offset_bytes - pointer.in_owner.offset_bytes +
                          link.length.fields[0].offset_bytes + 1);
  }

  static bool has_row(const LinkLength &length) {
    return std::ranges::any_of(length.steps, [](const Length::Step &step) { return step.kind == Step::row; });
  }

  bool is_named(const IntegerField &field, const NodePointer &pointer) const {
    return field.in_target || (field.hops.empty() && field.nameable && !code_name(*pointer.owner).empty() &&
                               !misaligned_.contains(pointer.owner));
  }

  /// Whether the record that has the pointer is aligned as its type wants where it lies in the node.
  static bool is_aligned_in(const Record &node, const NodePointer &pointer) {
    const std::uint64_t align = pointer.owner->align_bytes;
    return node.align_bytes % align == 0 && pointer.place.stride_bytes % align == 0 &&
           (pointer.place.offset_bytes - pointer.in_owner.offset_bytes) % align == 0;
  }

  /// Returns the value of a field as an expression. `taken` are the values that its hops take.
  std::string value_text(const IntegerField &field, std::size_t index, const NodePointer &pointer,
                         const std::vector<std::string> &taken = {}) const {
    if (field.hops.empty())
      return is_named(field, pointer) ? "(int64_t)al_owner->" + field.path : "(int64_t)al_" + std::to_string(index);
    std::string place = "al_fields + " + std::to_string(field.offset_bytes);
    auto next = taken.begin();
    for (const Hop &hop : field.hops) {
      const std::string element = hop.is_indexed ? *next++ : "0";
      const std::string count = hop.taken() == 2 ? *next++ : std::to_string(hop.count);
      place = "al_element(" + (hop.follows ? "al_target(" + place + ")" : place) + ", " + element + ", " + count +
              ", " + std::to_string(hop.stride_bytes) + ", " + std::to_string(hop.offset_bytes) + ")";
    }
    return "al_integer(" + place + ", sizeof(" + field.type + "), " + (field.is_signed ? "1" : "0") + ")";
  }

  /// Prints the beginning of a function, in which the owner and those of its fields that code cannot name are known.
  void open_function(const std::string &name, const NodePointer &pointer, const std::vector<IntegerField> &fields,
                     const std::string &comment, const LinkLength &length = {}) {
    const std::string type = length.of_target ? length.target_type : code_name(*pointer.owner);
    const bool any_named =
        std::ranges::any_of(fields, [&](const IntegerField &field) { return is_named(field, pointer); });
    const bool any_hops = std::ranges::any_of(fields, [](const IntegerField &field) { return !field.hops.empty(); });
    const auto is_copied = [&](const IntegerField &field) { return field.hops.empty() && !is_named(field, pointer); };
    const bool uses_owner = !fields.empty();
    out_ << "/* " << comment << " */\nstatic int64_t " << name
         << "(const void *al_record, const void *al_pointer)\n{\n";
    // The function of a row gets the place of the pointer to the rows as the record.
    const char *const place = length.of_row ? "al_record" : "al_pointer";
    const std::string from = length.of_target        ? "(const void *)al_target((const char *)al_pointer)"
                             : pointer.owner_is_node ? "al_record"
                                                     : "(const void *)((const char *)" + std::string(place) + " - (" +
                                                           pointer.in_owner.offset_text + "))";
    const bool uses_pointer = length.of_pair || length.of_target || has_row(length) ||
                              (uses_owner && !pointer.owner_is_node && !length.of_row);
    const bool uses_record =
        !length.of_target && (has_row(length) || (uses_owner && (pointer.owner_is_node || length.of_row)));
    if (any_named || length.of_target)
      out_ << "    const " << type << " *al_owner = (const " << type << " *)" << from << ";\n";
    if (any_hops)
      out_ << "    const char *al_fields = (const char *)" << from << ";\n";
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (is_copied(fields[i]))
        out_ << "    " << fields[i].type << " al_" << i << ";\n";
    out_ << "\n";
    if (!uses_pointer)
      out_ << "    (void)al_pointer;\n";
    if (!uses_record)
      out_ << "    (void)al_record;\n";
    if (length.of_target)
      out_ << "    if (!al_owner)\n        return 0;\n";
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (is_copied(fields[i]))
        out_ << "    memcpy(&al_" << i << ", (const char *)" << from << " + " << fields[i].offset_bytes
             << ", sizeof al_" << i << ");\n";
  }

  // Pointers.

  void print_target_type(const Link &link) {
    if (is_aligned(link))
      out_ << aligned_name(link);
    else if ((link.kind == Link::Kind::array || link.kind == Link::Kind::end) && link.element == Link::Element::basic)
      out_ << "AL_Basic + " << al_basic(link.basic.id);
    else if ((link.kind == Link::Kind::array || link.kind == Link::Kind::end) && link.element == Link::Element::pointer)
      out_ << element_name(link);
    else if (link.kind == Link::Kind::object || link.kind == Link::Kind::array || link.kind == Link::Kind::end ||
             !link.place.empty())
      out_ << handle(survey_.records[link.record], options_);
    else
      out_ << "NULL";
  }

  void print_pointers(const std::string &table, const NodeTables &tables) {
    if (tables.pointers.empty())
      return;
    out_ << "static const AL_Pointer " << table << "[] = {";
    for (const NodePointer &pointer : tables.pointers) {
      const Link &link = link_of(pointer);
      const bool any = link.kind == Link::Kind::any;
      out_ << (&pointer == &tables.pointers.front() ? "\n" : ",\n") << "    {" << c_string(pointer.path) << ", "
           << target_kind(link) << ", " << link.choices.size() << ", " << pointer.place.offset_text << ", "
           << pointer.place.count << ", " << (pointer.place.count == 1 ? 0 : pointer.place.stride_bytes) << ", ";
      print_target_type(link);
      const bool is_end = link.kind == Link::Kind::end;
      out_ << ", "
           << (is_end                             ? "(uint64_t)INT64_C(" + std::to_string(link.length.pair_bytes) + ")"
               : is_length_a_field(pointer, link) ? length_place(pointer, link)
                                                  : least_length(link))
           << ", " << (link.kind == Link::Kind::array || is_end ? function_name("length", pointer) : "NULL") << ", "
           << (any && !link.headed ? function_name("kind", pointer) : "NULL") << ", "
           << (any ? function_name("choices", pointer) : "NULL") << "}";
    }
    out_ << "};\n";
  }

  const Survey &survey_;
  const CodeOptions &options_, &helpers_;
  llvm::raw_ostream &out_;
  std::set<Step> used_; // the operations that lengths use
  std::set<std::string> elements_, functions_;
  std::set<const Record *> printed_fields_;
  std::set<const Record *> misaligned_;                   // records whose fields code may not read by name
  std::map<std::vector<std::string>, std::string> names_; // key → name
  std::set<std::string> used_names_;
};

} // namespace

void emit_autolink_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  begin_header(survey, options, "what AutoLink knows of", out);
  {
    const HiddenMacros hidden(survey, out);
    out << "#include <autolink/al_type.h>\n";
  }
  out << "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
         "/* Each is an AL_Type: AL_Send(root, AutoLink_X, …) where root points to an X. */\n";
  for (const Record &record : survey.records)
    if (record.is_node) {
      const std::string type = record.listed ? spelling_of(record) : "";
      out << "extern const AL_TypeInfo " << handle(record, options) << "[1]"
          << (type.empty() ? "" : " AL_ROOT_IS(" + type + ")") << "; /* " << describe(record) << " */\n";
      for (const Record::Datatype &other : record.datatypes)
        if (&other != &record.datatypes.front())
          out << "#define " << names::node_type(other.name, options.suffix) << ' ' << handle(record, options) << '\n';
    }
  out << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

void emit_autolink_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  emit_banner(survey, options.source_name, "what AutoLink knows of", out);
  SilencedWarnings warnings(survey, options, out);
  out << "#include \"" << options.header_name << "\"\n";
  emit_end_of_macros(survey, out);
  warnings.silence_casts();
  out << "#include <autolink/al_inline.h>\n\n"
      << (options.cxx ? "#include <cstddef>\n#include <cstdint>\n#include <cstring>\n#include <type_traits>\n\n"
                      : "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\n")
      << "#if AL_TYPE_ABI != " << AL_TYPE_ABI << " || AL_ROUTINES_ABI != " << AL_ROUTINES_ABI
      << "\n#error \"these tables are not for this version of AutoLink: run automap again\"\n#endif\n\n";
  CodeOptions checks = options;
  // The suffix distinguishes these checks from those of mpitypes.c.
  checks.suffix = "al" + (options.suffix.empty() ? "" : "_" + options.suffix);
  checks.comments = false;
  emit_layout_checks(survey, checks, out);
  Emitter(survey, options, checks, out).print();
}

} // namespace automap
