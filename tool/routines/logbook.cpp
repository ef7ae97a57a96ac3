// Prints logbook.txt for a survey: for each record, what was found in it and decided about it. See al_routines.h.
#include "al_routines.h"
#include "code/banner.h"
#include "model/names.h"
#include "model/quoted.h"
#include "show/link_text.h"
#include "version.h"

#include "layout/signature.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <functional>

namespace automap {
namespace {

class Logbook {
public:
  Logbook(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out)
      : survey_(survey), options_(options), out_(out) {}

  void print() {
    for (const Record &record : survey_.records)
      if (record.listed && !record.name.empty() && record.view.empty())
        print_record(record);
    for (const ObjectClass &of : survey_.objects)
      print_object(of);
  }

private:
  void print_object(const ObjectClass &of) {
    out_ << '\n'
         << of.kind << ' ' << of.name << ", " << llvm::sys::path::filename(of.location.file) << ':' << of.location.line
         << "\n  C++ objects of it travel because " << of.reached_by << '\n';
    const auto line = [&](const char *what, const std::vector<std::string> &names) {
      if (!names.empty())
        out_ << "  " << what << ' ' << llvm::join(names, ", ") << '\n';
    };
    line("its bases", of.bases);
    line("its virtual bases", of.virtual_bases);
    line("its members", of.members);
    std::vector<std::string> weak;
    for (const std::size_t number : of.weak)
      weak.push_back(of.members[number]);
    line("of these, NULL unless what they lead to travels anyway:", weak);
    for (const auto &[array, length] : of.arrays)
      out_ << "  its array " << array << " of " << length << '\n';
    if (!of.bytes.empty())
      out_ << "  bit-fields and what travels as bytes\n";
    line("left out:", of.left_out);
    if (of.derived)
      line("behind a pointer to it:", *of.derived);
    if (!of.make.empty())
      out_ << "  a receiver makes one by " << of.make << '\n';
    if (!of.arrived.empty())
      out_ << "  " << of.arrived << " is called when one has arrived\n";
  }

  void print_record(const Record &record) {
    out_ << '\n'
         << describe(record) << ", " << llvm::sys::path::filename(record.location.file) << ':' << record.location.line
         << '\n';
    print_decision(record);
    out_ << "  " << plural(record.size_bytes, "byte") << ", aligned to " << record.align_bytes << "; without pointers "
         << plural(static_cast<std::uint64_t>(record.tree.element_count()), "value") << ", signature "
         << layout::to_string(layout::signature_of(record.tree)) << '\n';
    print_fields(record, "");
  }

  /// Prints a record's pointers. `owner` is "groups." in the unnamed struct that is the type of the field `groups`.
  void print_fields(const Record &record, const std::string &owner) {
    for (const Field &field : record.fields)
      print_field(field, owner);
    for (const Remark &remark : record.remarks)
      out_ << "  remark, line " << remark.line << ": " << remark.text << '\n';
  }

  void print_decision(const Record &record) {
    if (!record.is_node) {
      out_ << "  no node type: "
           << (is_dynamic(survey_, record) ? "it has virtual functions, and a received object would have none"
                                           : "it lies inside of others")
           << '\n';
      return;
    }
    out_ << "  node type";
    for (const Record::Datatype &datatype : record.datatypes)
      out_ << ' ' << names::node_type(datatype.name, options_.suffix);
    out_ << ", datatype";
    for (const Record::Datatype &datatype : record.datatypes)
      out_ << ' ' << names::datatype(datatype.name);
    out_ << "\n  because " << (record.reached_by.empty() ? "it is marked" : record.reached_by) << '\n';
    if (!record.reductions.empty())
      for (const Record::Datatype &datatype : record.datatypes)
        out_ << "  operator " << names::reduction(datatype.name) << ": " << describe(record.reductions) << '\n';
    if (record.is_tree)
      out_ << "  a tree: no two pointers lead to the same object\n";
  }

  void print_field(const Field &field, const std::string &owner) {
    const std::string name = field.is_base        ? "its base"
                             : field.name.empty() ? "an unnamed field"
                                                  : quoted(owner + field.name);
    const auto line = [&](const std::string &what) { out_ << "  " << name << ' ' << what << '\n'; };
    if (field.link) {
      const bool any = field.link->kind == Link::Kind::any && !field.link->headed;
      const std::string leads = field.extents.empty() ? (any ? "" : "points to ")
                                : any ? "has " + plural(field.element_count(), "element") + ", each of which "
                                      : "holds " + plural(field.element_count(), "pointer") + ", each to ";
      line("(line " + std::to_string(field.link->line) + ") " + leads + describe(survey_, *field.link));
    } else if (!field.dead_pointers.empty()) {
      line("(" + field.type + ") is left out: " +
           (field.dead_pointers.size() == 1 && field.extents.empty() ? "it arrives as NULL"
                                                                     : "its pointers arrive as NULL"));
    } else if (field.content == Field::Content::ignored) {
      line("(" + field.type + ") is left out");
    } else if (field.content == Field::Content::record) {
      const Record &inner = survey_.records[field.record];
      bool links = false;
      each_link(survey_, inner, [&](const Link &) { links = true; });
      if (links)
        line(
            (field.element_count() == 1 ? "is one " : "is an array of " + std::to_string(field.element_count()) + " ") +
            describe(inner) + ", whose pointers are followed");
      if (inner.name.empty())
        print_fields(inner, field.name.empty() ? owner : owner + field.name + '.');
    }
  }

  const Survey &survey_;
  const CodeOptions &options_;
  llvm::raw_ostream &out_;
};

} // namespace

void emit_logbook(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  out << options.source_name << ": what was found in " << input_names(survey.inputs) << ", and decided.\n"
      << generated_mark << AUTOMAP_VERSION << ".\n";
  Logbook(survey, options, out).print();
}

} // namespace automap
