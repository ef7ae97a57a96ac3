// Explanations. See explain.h.
#include "explain.h"

#include "advice.h"
#include "calls.h"
#include "costs.h"
#include "model/names.h"
#include "model/quoted.h"
#include "packing.h"
#include "show/layout_rows.h"
#include "show/object_text.h"
#include "show/tree_text.h"

#include "layout/signature.h"

#include "llvm/ADT/StringExtras.h"

namespace automap {
namespace {

using layout::TypeTree;

std::string bytes(std::int64_t count) { return plural(static_cast<std::uint64_t>(count), "byte"); }

/// Says where the padding is.
std::string padding_text(const Survey &survey, const Record &record) {
  constexpr std::size_t most_holes = 3;
  const Padding pad = padding(survey, record, layout::runs(record.tree, printed_limit));
  if (!pad.complete)
    return "It has so many elements that its padding is not counted here; no message has any of it.";
  std::int64_t sum = pad.tail_bytes;
  for (const Bytes &hole : pad.holes)
    sum += hole.size;
  if (sum == 0)
    return "None of its bytes are padding.";
  std::vector<std::string> places;
  FieldPaths paths(survey);
  for (const Bytes &hole : pad.holes) {
    if (places.size() == most_holes && pad.holes.size() > most_holes) {
      places.push_back(plural(pad.holes.size() - most_holes, "more hole"));
      break;
    }
    const std::string before = hole.offset == 0 ? "" : paths.at(record, static_cast<std::uint64_t>(hole.offset - 1));
    places.push_back(std::to_string(hole.size) + (before.empty() ? " at the beginning" : " after " + quoted(before)));
  }
  if (pad.tail_bytes != 0)
    places.push_back(std::to_string(pad.tail_bytes) + " at the end");
  return bytes(sum) + (sum == 1 ? " is" : " are") + " padding, which no message has: " + llvm::join(places, ", ") + ".";
}

/// Says why the root of the tree is of its kind.
std::string shape_text(const Record &record) {
  const TypeTree &tree = record.optimal.tree;
  if (tree.element_count() == 0)
    return "Nothing in it is sent, so its datatype is empty.";
  if (const auto dense = layout::as_dense_block(tree))
    return "All that is sent is " + plural(static_cast<std::uint64_t>(dense->count), "adjacent element") + " of " +
           std::string(layout::mpi_name(dense->type.id)) + ", so one basic type and a count are enough.";
  const std::string count = std::to_string(tree.count());
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    break;
  case TypeTree::Kind::vec:
    return "It consists of " + count + " equal parts, " + bytes(tree.stride_bytes()) +
           " apart, so it is described once, with a count and a stride (vec).";
  case TypeTree::Kind::idx:
    if (tree.count() == 1)
      return "What is sent is one part that does not begin at byte 0, so it has a displacement (idx).";
    return "It consists of " + count +
           " equal parts at unequal distances, so it is described once, with a list of displacements (idx).";
  case TypeTree::Kind::idxbuc:
    return "Its parts are of one kind and stand in " + plural(static_cast<std::uint64_t>(tree.count()), "group") +
           ", so they are described once, with displacements and lengths of the groups (idxbuc).";
  case TypeTree::Kind::struc:
    return "Its " + count +
           " parts are of different types, which only MPI_Type_create_struct can put together (struc).";
  }
  return "";
}

std::string cost_text(const Record &record, const Costs &costs) {
  std::string text = "The tree costs " + std::to_string(costs.least) +
                     ". A struct type with a block for each field costs " + std::to_string(costs.field_by_field) +
                     ", and one as a careful person writes it " + std::to_string(costs.by_hand) + ".";
  if (record.optimal.proved)
    return text + " No tree of this layout costs less: that is proved.";
  return text + " It is the best that was found; none costs less than " + std::to_string(record.optimal.lower_bound) +
         ".";
}

std::string calls_text(const Record &record) {
  const std::vector<std::string> calls = mpi_calls(record);
  std::string text = calls.size() == 1 ? "One call builds it:" : std::to_string(calls.size()) + " calls build it:";
  for (const std::string &call : calls)
    text += "\n    " + call;
  if (calls.back().starts_with("MPI_Type_create_resized"))
    text += "\nThe last one makes the extent " + std::string(record.location.line == 0 ? "" : "sizeof, ") +
            std::to_string(record.size_bytes) +
            ", so that arrays of it work; MPI alone would end it at the last byte that is sent, or guess the padding.";
  return text;
}

void print_sentences(const std::string &text, llvm::StringRef first, llvm::StringRef rest, llvm::raw_ostream &out) {
  llvm::StringRef left = text;
  while (!left.empty()) {
    const auto [line, after] = left.split('\n');
    if (line.starts_with(" "))
      out << line << '\n';
    else
      out << wrapped(line, first, rest, line_width);
    left = after;
  }
}

void explain(const Survey &survey, const Record &record, FieldByField &trees, const layout::CostModel &model,
             llvm::raw_ostream &out) {
  const auto say = [&](const std::string &text) { print_sentences(text, "", "", out); };
  const unsigned line = record.location.line; // 0: a type map
  const std::string place = " (" + record.location.file + (line == 0 ? "" : ":" + std::to_string(line)) + ")";
  if (!record.mapped) {
    say(describe(record) + place + " has no datatype: " + record.reason + ".");
    return;
  }
  const std::int64_t data = record.optimal.tree.data_bytes();
  const std::string called = record.datatypes.empty() ? "its datatype" : names::datatype(record.datatypes.front().name);
  say(describe(record) + place + " takes " + bytes(static_cast<std::int64_t>(record.size_bytes)) +
      (record.align_bytes == 0 ? "" : ", aligned to " + std::to_string(record.align_bytes)) + "; " + called +
      " sends " +
      (data == static_cast<std::int64_t>(record.size_bytes) ? "all of them." : std::to_string(data) + " of them."));
  say(padding_text(survey, record));
  std::vector<std::string> left_out;
  for (const Field &field : record.fields)
    if (field.content == Field::Content::ignored && field.size_bytes != 0)
      left_out.push_back(field.is_vptr ? "the pointer to virtual functions" : quoted(field.name));
  if (left_out.size() > 4)
    left_out.resize(4, "…"), left_out.back() = "…";
  if (!left_out.empty())
    say("Left out: " + llvm::join(left_out, ", ") + ".");
  say(shape_text(record));
  say("As a tree: " + brief(record.optimal.tree) + ".");
  say(cost_text(record, costs_of(record, trees, model)));
  say(calls_text(record));
  const Packing packing = packing_of(record);
  say("Packing is " + name_of(packing.kind) + ". " + packing.text);
  say("Its signature is " + to_string(layout::signature_of(record.optimal.tree)) +
      ": it matches every datatype with the same " +
      plural(static_cast<std::uint64_t>(record.optimal.tree.element_count()), "basic element") +
      ", whatever holes these have.");
  std::string better;
  for (const Advice &advice : advice_for(survey, record, model)) {
    if (advice.kind == Advice::Kind::good)
      say(advice.text);
    else
      better += "- " + advice.text + "\n";
  }
  if (better.empty())
    return say("Nothing in " + std::string(line == 0 ? "it" : "the struct") + " makes it dearer than it must be.");
  out.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true) << "\nWhat would make it cheaper:\n";
  out.resetColor();
  llvm::StringRef left = better;
  while (!left.empty()) {
    const auto [line, after] = left.split('\n');
    out << wrapped(line.drop_front(2), "- ", "", line_width);
    left = after;
  }
}

void explain(const ObjectClass &of, llvm::raw_ostream &out) {
  const auto say = [&](const std::string &text) { print_sentences(text, "", "", out); };
  say(describe(of) + " (" + of.location.file + ":" + std::to_string(of.location.line) + ") takes " +
      bytes(static_cast<std::int64_t>(of.size_bytes)) + ", without what its members own.");
  for (const std::string &sentence : sentences_about(of))
    say(sentence);
  for (const ObjectMember &part : of.parts) {
    const std::string how = how_text(part);
    out << wrapped(declaration_of(part.field) + (how.empty() ? "" : " " + how), "- ", "", line_width);
  }
}

} // namespace

void explain(const Survey &survey, const std::vector<const Record *> &records, const layout::CostModel &model,
             llvm::raw_ostream &out) {
  FieldByField trees(survey);
  const char *separator = "";
  for (const Record *record : records) {
    out << std::exchange(separator, "\n");
    explain(survey, *record, trees, model, out);
  }
  for (const ObjectClass &of : survey.objects) {
    out << std::exchange(separator, "\n");
    explain(of, out);
  }
}

} // namespace automap
