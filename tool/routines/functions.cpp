// AL_Routines as C99 or C++17. See functions.h.
//
// The targets are numbered as autolink/al_inline.h says. All names in the functions begin with al_, because a record
// may have any other name.
#include "functions.h"

#include "model/names.h"

#include "llvm/ADT/StringExtras.h"

#include <set>
#include <vector>

namespace automap {
namespace {

constexpr std::size_t most_pointers = 200;

class RoutineEmitter {
public:
  RoutineEmitter(const std::string &name, const std::string &type, const NodeTables &tables,
                 const FunctionName &function, llvm::raw_ostream &out)
      : name_(name), type_(type), tables_(tables), function_(function), out_(out) {}

  void print() {
    const std::string copy = "sizeof(" + type_ + "));\n";
    const Parameter walk = {"AL_Walk *al_walk", "al_walk", nullptr};
    const Parameter restore = {"AL_Restore *al_restore", "al_restore", nullptr};
    const Parameter from = {"const void *al_record", "al_record", "al_from"};
    print_targets();
    print_function("walk", {walk, from}, pointer_code(Routine::walk, 1));
    print_function("pack", {walk, from, {"void *al_packed", "al_packed", "al_to"}},
                   "    al_copy(al_packed, al_record, " + copy + pointer_code(Routine::pack, 1));
    std::string each = pointer_code(Routine::relink, 2);
    if (!each.empty())
      each = "    for (; al_n > 0; al_n--, al_to += sizeof(" + type_ + ")) {\n" + each + "    }\n";
    print_function("relink", {restore, {"void *al_records", "al_records", "al_to"}, {"uint64_t al_n", "al_n", nullptr}},
                   each);
    print_function(
        "unpack", {restore, {"const void *al_packed", "al_packed", nullptr}, {"void *al_record", "al_record", nullptr}},
        "    al_copy(al_record, al_packed, " + copy + "    " + part("relink") + "(al_restore, al_record, 1);\n");
    out_ << "static const AL_Routines " << part("routines") << " = {\n    AL_ROUTINES_ABI, " << n_targets_ << ", "
         << (n_targets_ == 0 ? "NULL" : part("targets")) << ", sizeof(" << type_ << "), " << part("walk") << ",\n    "
         << part("pack") << ", " << part("unpack") << ", " << part("relink") << "};\n";
  }

private:
  enum class Routine { walk, pack, relink };

  std::string part(const char *what) const { return names::node_part(what, name_); }

  void print_targets() {
    std::string list;
    const auto add = [&](const Link &link) { list += (n_targets_++ == 0 ? "" : ", ") + target_kind(link); };
    for (const NodePointer &pointer : tables_.pointers)
      if (link_of(pointer).kind == Link::Kind::any)
        for (const LinkChoice &choice : link_of(pointer).choices)
          add(choice.link);
      else
        add(link_of(pointer));
    if (n_targets_ > 0)
      out_ << "static const uint8_t " << part("targets") << "[] = {" << list << "};\n";
  }

  struct Parameter {
    const char *declaration, *name;
    const char *alias; // the char pointer that the body uses instead, or null
  };

  static bool uses(llvm::StringRef body, llvm::StringRef name) {
    for (std::size_t at = body.find(name); at != llvm::StringRef::npos; at = body.find(name, at + 1)) {
      const llvm::StringRef next = body.substr(at + name.size(), 1);
      if (next.empty() || !(llvm::isAlnum(next[0]) || next[0] == '_'))
        return true;
    }
    return false;
  }

  /// Prints a function with just the variables that its body uses.
  void print_function(const char *what, const std::vector<Parameter> &parameters, const std::string &body) {
    out_ << "static void " << part(what) << "(";
    for (const Parameter &parameter : parameters)
      out_ << (&parameter == &parameters.front() ? "" : ", ") << parameter.declaration;
    out_ << ")\n{\n";
    std::string variables, unused;
    for (const Parameter &parameter : parameters)
      if (parameter.alias && uses(body, parameter.alias)) {
        const char *type = parameter.declaration[0] == 'c' ? "const char *" : "char *";
        variables += std::string("    ") + type + parameter.alias + " = (" + type + ")" + parameter.name + ";\n";
      } else if (!uses(body, parameter.name)) {
        unused += std::string("    (void)") + parameter.name + ";\n";
      }
    if (uses(body, "al_at"))
      variables += "    size_t al_at;\n";
    out_ << variables << (variables.empty() ? "" : "\n") << unused << body << "}\n";
  }

  /// Returns the statements of a routine for all pointers.
  std::string pointer_code(Routine routine, unsigned depth) const {
    std::string out;
    const auto line = [&out](unsigned indent, const std::string &text) { add_line(out, indent, text); };
    unsigned target = 0, number = 0;
    for (const NodePointer &pointer : tables_.pointers) {
      const Link &link = link_of(pointer);
      const bool any = link.kind == Link::Kind::any;
      const std::string done = any ? "" : step_code(routine, pointer, link, target, "");
      if (any || !done.empty()) {
        const Repeated &place = pointer.place;
        const bool several = place.count > 1;
        if (several)
          line(depth, "for (al_at = " + place.offset_text + "; al_at < " + place.offset_text + " + " +
                          std::to_string(place.count) + " * " + std::to_string(place.stride_bytes) +
                          "; al_at += " + std::to_string(place.stride_bytes) + ")" + (any ? " {" : ""));
        else
          line(depth, "al_at = " + place.offset_text + ";");
        if (link.headed && routine != Routine::relink)
          line(depth + several,
               put(routine, "AL_walk_headed(al_walk, " + std::to_string(number) + ", " + field(routine) + ")"));
        else if (any)
          out += choice_code(routine, pointer, target, number, depth + several);
        else
          line(depth + several, done);
        if (several && any)
          line(depth, "}");
      }
      target += any ? static_cast<unsigned>(link.choices.size()) : 1;
      ++number;
    }
    return out;
  }

  std::string choice_code(Routine routine, const NodePointer &pointer, unsigned target, unsigned number,
                          unsigned depth) const {
    std::string out;
    const auto line = [&out](unsigned indent, const std::string &text) { add_line(out, indent, text); };
    const Link &link = *pointer.link;
    const std::string n = std::to_string(link.choices.size());
    const bool by_word = (link.kind_in_target || link.headed) && routine == Routine::relink;
    line(depth, "switch (" +
                    (by_word ? "al_take_choice(" + field(routine) + ", " + n
                             : function_("kind", pointer, "") + "(" + record(routine) + ", " + field(routine)) +
                    ")) {");
    std::set<std::int64_t> seen;
    for (std::size_t i = 0; i < link.choices.size(); ++i) {
      const LinkChoice &choice = link.choices[i];
      if (choice.number && !seen.insert(*choice.number).second)
        continue; // the first of two equal choices counts
      line(depth, "case " + (by_word ? std::to_string(i) : choice_value(choice)) + ":");
      std::string done = step_code(routine, pointer, choice.link, target + static_cast<unsigned>(i), std::to_string(i));
      if (link.kind_in_target && routine == Routine::pack)
        done = put(routine, "al_choice(" + word_code(choice.link, target + static_cast<unsigned>(i), field(routine)) +
                                ", " + n + ", " + std::to_string(i) + ")");
      if (!done.empty())
        line(depth + 1, done);
      line(depth + 1, "break;");
    }
    line(depth, "default:");
    const std::string at = field(routine);
    if (routine == Routine::relink)
      line(depth + 1, "AL_restore_no_choice(al_restore, " + at + ");");
    else
      line(depth + 1, put(routine, "AL_walk_no_choice(al_walk, " + std::to_string(number) + ", " + at + ")"));
    line(depth, "}");
    return out;
  }

  /// Returns a statement; empty if there is nothing to do.
  std::string step_code(Routine routine, const NodePointer &pointer, const Link &link, unsigned target,
                        const std::string &choice) const {
    const std::string at = field(routine), number = std::to_string(target);
    const std::string length = link.kind == Link::Kind::array || link.kind == Link::Kind::end
                                   ? function_("length", pointer, choice) + "(" + record(routine) + ", " + at + ")"
                                   : "";
    const bool relink = routine == Routine::relink;
    const std::string of = relink ? "al_restore, " : "al_walk, ";
    switch (link.kind) {
    case Link::Kind::object:
    case Link::Kind::inside:
      if (link.weak)
        return weak_code(routine, link, target);
      if (link.kind == Link::Kind::inside && link.place.empty())
        return relink ? "AL_restore_inside(" + of + at + ");" : put(routine, "AL_walk_inside(" + of + at + ")");
      return relink ? "al_restore_link(" + of + number + ", " + at + ", " + std::to_string(link.bias_bytes) + ");"
                    : put(routine, word_code(link, target, at));
    case Link::Kind::array:
      if (relink && link.length.is_late())
        return "AL_restore_array_late(" + of + number + ", " + at + ");";
      return relink ? "AL_restore_array(" + of + number + ", " + at + ", " + length + ");"
                    : put(routine, "AL_walk_array(" + of + number + ", " + at + ", " + length + ")");
    case Link::Kind::end:
      return relink ? "al_restore_end(" + at + ", " + std::to_string(link.length.pair_bytes) + ", " +
                          std::to_string(link.length.pointee_bytes / multiple_of(link)) + ");"
             : routine == Routine::pack ? put(routine, "(uint64_t)" + length)
                                        : "";
    case Link::Kind::string:
      return relink ? "AL_restore_string(" + of + number + ", " + at + ");"
                    : put(routine, "AL_walk_string(" + of + number + ", " + at + ")");
    case Link::Kind::null:
      return routine == Routine::walk ? "" : "al_put(al_to + al_at, 0);";
    default: // data, copied already
      return "";
    }
  }

  /// Returns a statement for a weak pointer; empty if the routine follows pointers.
  static std::string weak_code(Routine routine, const Link &link, unsigned target) {
    const bool anywhere = link.kind == Link::Kind::inside && link.place.empty();
    const std::string arguments = std::to_string(target) + ", " + field(routine) +
                                  (anywhere ? ")" : ", " + std::to_string(link.bias_bytes) + ")");
    return routine == Routine::walk ? ""
           : routine == Routine::relink
               ? (anywhere ? "AL_restore_weak(al_restore, " : "al_restore_weak(al_restore, ") + arguments + ";"
               : put(routine, (anywhere ? "AL_walk_weak(al_walk, " : "al_weak(al_walk, ") + arguments);
  }

  /// Returns the word for a link to a record.
  static std::string word_code(const Link &link, unsigned target, const std::string &at) {
    return "al_link(al_walk, " + std::to_string(target) + ", " + at + ", " + std::to_string(link.bias_bytes) + ")";
  }

  static std::string put(Routine routine, const std::string &word) {
    return routine == Routine::walk ? word + ";" : "al_put(al_to + al_at, " + word + ");";
  }

  static std::string record(Routine routine) { return routine == Routine::relink ? "al_to" : "al_record"; }
  static std::string field(Routine routine) { return routine == Routine::relink ? "al_to + al_at" : "al_from + al_at"; }

  static void add_line(std::string &out, unsigned depth, const std::string &text) {
    out += std::string(4 * depth, ' ') + text + "\n";
  }

  const std::string &name_, &type_;
  const NodeTables &tables_;
  const FunctionName &function_;
  llvm::raw_ostream &out_;
  unsigned n_targets_ = 0;
};

} // namespace

std::string target_kind(const Link &link) {
  switch (link.kind) {
  case Link::Kind::null:
    return "AL_IGNORE";
  case Link::Kind::object:
    return link.weak ? "AL_WEAK" : "AL_LINK";
  case Link::Kind::array:
    return link.length.of_row ? "AL_ROW" : link.length.is_late() ? "AL_ARRAY_LATE" : "AL_ARRAY";
  case Link::Kind::end:
    return "AL_END";
  case Link::Kind::string:
    return "AL_STRING";
  case Link::Kind::inside:
    return std::string(link.place.empty() ? (link.weak ? "AL_WEAK_INSIDE" : "AL_INSIDE")
                                          : (link.weak ? "AL_WEAK" : "AL_LINK"));
  case Link::Kind::any:
    return link.headed ? "AL_HEADED" : link.kind_in_target ? "AL_ANY_LATE" : "AL_ANY";
  case Link::Kind::data:
    return "AL_DATA";
  }
  return "";
}

std::uint64_t multiple_of(const Link &link) {
  return link.element == Link::Element::basic ? link.repeat * link.basic_count : link.repeat;
}

std::string choice_value(const LinkChoice &choice) {
  const bool literal = choice.value.find_first_not_of("0123456789-") == std::string::npos;
  return literal ? choice.value : "(int64_t)" + choice.value;
}

bool has_routines(const NodeTables &tables) { return tables.pointers.size() <= most_pointers; }

void emit_routines(const std::string &name, const std::string &type, const NodeTables &tables,
                   const FunctionName &function, llvm::raw_ostream &out) {
  RoutineEmitter(name, type, tables, function, out).print();
}

} // namespace automap
