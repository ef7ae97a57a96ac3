// A page of layouts. See page.h.
#include "page.h"

#include "byte_drawing.h"
#include "link_graph.h"
#include "markup.h"
#include "style.h"
#include "tree_diagram.h"

#include "insight/advice.h"
#include "insight/calls.h"
#include "insight/costs.h"
#include "insight/packing.h"
#include "model/names.h"
#include "model/quoted.h"
#include "show/layout_rows.h"
#include "show/object_text.h"

#include "layout/signature.h"
#include "version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace automap {
namespace {

using layout::TypeTree;

constexpr std::size_t most_table_rows = 300; // of the table of fields

std::string code(llvm::StringRef text) { return "<code>" + escaped(text) + "</code>"; }

class Page {
public:
  Page(const Survey &survey, const layout::CostModel &model, llvm::raw_ostream &out)
      : survey_(survey), model_(model), trees_(survey), out_(out) {
    for (std::size_t i = 0; i < survey.records.size(); ++i) {
      const Record &record = survey.records[i];
      if (record.listed && !(record.mapped && record.spelling.empty())) // unnamed ones are parts of others
        shown_.push_back(i);
    }
  }

  void print() {
    std::vector<std::string> files;
    for (const Input &input : survey_.inputs)
      files.push_back(input.path == "-" ? "standard input" : llvm::sys::path::filename(input.path).str());
    const std::string title = llvm::join(files, ", ");
    out_ << "<!DOCTYPE html>\n<!-- " << page_mark << AUTOMAP_VERSION
         << " -->\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
            // Nothing is loaded and no script runs, whatever a header has in its names and comments.
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
            "<title>"
         << escaped(title) << ": layouts</title>\n<style>" << page_style() << "</style>\n</head>\n<body>\n"
         << drawing_patterns() << "<header>\n<p class=\"over\">Memory layout and MPI datatypes</p>\n<h1>"
         << escaped(title) << "</h1>\n<p class=\"meta\">" << grouped(shown_.size() + survey_.objects.size(), "type")
         << ", as the compiler lays them out</p>\n</header>\n";
    print_contents();
    if (has_links(survey_)) {
      out_ << "<h3>Where pointers lead</h3>\n<figure>\n";
      const std::size_t records = survey_.records.size();
      const auto link_of = [&](std::size_t type) {
        return type >= records ? "#" + id_of_object(type - records) : is_shown(type) ? "#" + id_of(type) : "";
      };
      draw_links(survey_, link_of, out_);
      out_ << "</figure>\n";
    }
    for (const std::size_t index : shown_)
      print_record(index);
    for (std::size_t i = 0; i < survey_.objects.size(); ++i)
      print_object(i);
    out_ << "<footer>Drawn by automap " << AUTOMAP_VERSION
         << ". Offsets and sizes are in bytes. Costs are those of the model of type trees: see automap(1).</footer>\n"
            "</body>\n</html>\n";
  }

private:
  bool is_shown(std::size_t record) const { return std::ranges::binary_search(shown_, record); }
  static std::string id_of(std::size_t record) { return "t" + std::to_string(record); }
  static std::string id_of_object(std::size_t object) { return "o" + std::to_string(object); }
  std::size_t index_of(const Record &record) const {
    return static_cast<std::size_t>(&record - survey_.records.data());
  }

  static bool has_line(const SourceLines &source, unsigned line) {
    return line >= source.first && line < source.first + source.text.size();
  }

  /// Returns the link to a line of the source on this page; empty if that is not shown.
  std::string link_to(const Record &shown, const Record &owner, unsigned line) const {
    if (line == 0)
      return "";
    for (const Record *record : {&shown, &owner})
      if (is_shown(index_of(*record)) && record->location.file == owner.location.file && has_line(record->source, line))
        return "#" + id_of(index_of(*record)) + "-L" + std::to_string(line);
    return "";
  }

  void print_contents() {
    out_ << "<h3>Types</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>Type</th><th class=\"n\">Size</th>"
            "<th class=\"n\">Sent</th><th class=\"n\">Padding</th><th class=\"n less\">Blocks</th>"
            "<th class=\"n\">Cost</th><th class=\"n less\">by hand</th></tr></thead>\n<tbody>\n";
    for (const std::size_t index : shown_) {
      const Record &record = survey_.records[index];
      out_ << "<tr><td><a href=\"#" << id_of(index) << "\">" << code(describe(record)) << "</a></td>";
      if (record.mapped) {
        const ByteCounts counts = byte_counts(survey_, record);
        out_ << number_cell(grouped(record.size_bytes)) << number_cell(grouped(counts.sent))
             << number_cell(counts.is_known ? grouped(counts.holes + counts.tail) : "many")
             << number_cell(grouped(static_cast<std::uint64_t>(packing_of(record).blocks)), " less")
             << number_cell(std::to_string(record.optimal.cost))
             << number_cell(std::to_string(record.optimal.naive_cost), " less");
      } else {
        out_ << "<td colspan=\"6\">no datatype</td>";
      }
      out_ << "</tr>\n";
    }
    for (std::size_t i = 0; i < survey_.objects.size(); ++i)
      out_ << "<tr><td><a href=\"#" << id_of_object(i) << "\">" << code(describe(survey_.objects[i])) << "</a></td>"
           << number_cell(grouped(survey_.objects[i].size_bytes)) << "<td colspan=\"5\">C++ objects</td></tr>\n";
    out_ << "</tbody></table></div>\n";
  }

  static std::string number_cell(const std::string &text, const char *css = "") {
    return "<td class=\"n" + std::string(css) + "\">" + text + "</td>";
  }

  void print_record(std::size_t index) {
    const Record &record = survey_.records[index];
    out_ << "<section id=\"" << id_of(index) << "\">\n<h2>" << code(describe(record)) << "</h2>\n<p class=\"meta\">";
    const std::string link = link_to(record, record, record.location.line);
    const unsigned line = record.location.line; // 0: a type map
    const std::string place = escaped(record.location.file) + (line == 0 ? "" : ":" + std::to_string(line));
    out_ << (link.empty() ? place : "<a href=\"" + link + "\">" + place + "</a>");
    if (record.mapped)
      out_ << " · " << grouped(record.size_bytes, "byte")
           << (record.align_bytes == 0 ? "" : ", aligned to " + std::to_string(record.align_bytes)) << " · "
           << grouped((record.size_bytes + cache_line - 1) / cache_line, "cache line");
    for (const Record::Datatype &datatype : record.datatypes)
      out_ << " · " << code(names::datatype(datatype.name));
    out_ << "</p>\n";
    if (record.mapped) {
      print_bytes(record);
      print_advice(record);
      print_fields(record);
      print_costs(record);
      print_calls(record);
    } else {
      out_ << "<p>It has no datatype: " << with_code(record.reason) << ".</p>\n";
    }
    print_source(record.source, id_of(index));
    out_ << "</section>\n";
  }

  /// Prints a class of which AutoLink sends C++ objects. What its members own lies elsewhere, so no bytes are drawn.
  void print_object(std::size_t index) {
    const ObjectClass &of = survey_.objects[index];
    const std::string id = id_of_object(index);
    const auto linked = [&](unsigned line, const std::string &text) {
      return has_line(of.source, line) ? "<a href=\"#" + id + "-L" + std::to_string(line) + "\">" + text + "</a>"
                                       : text;
    };
    out_ << "<section id=\"" << id << "\">\n<h2>" << code(describe(of)) << "</h2>\n<p class=\"meta\">"
         << linked(of.location.line, escaped(of.location.file) + ":" + std::to_string(of.location.line)) << " · "
         << grouped(of.size_bytes, "byte") << ", without what its members own</p>\n";
    for (const std::string &sentence : sentences_about(of))
      out_ << "<p>" << with_code(sentence) << "</p>\n";
    if (!of.parts.empty()) {
      out_ << "<h3>Members</h3>\n<div class=\"scroll\"><table class=\"fields\">\n<thead><tr><th class=\"n\">Offset</th>"
              "<th class=\"n\">Size</th><th>Member</th><th>Travels</th></tr></thead>\n<tbody>\n";
      for (const ObjectMember &part : of.parts)
        out_ << "<tr>" << number_cell(grouped(part.field.offset_bytes)) << number_cell(grouped(part.field.size_bytes))
             << "<td class=\"break\">" << linked(part.field.line, code(declaration_of(part.field))) << "</td><td>"
             << how_cell(part) << "</td></tr>\n";
      out_ << "</tbody></table></div>\n";
    }
    print_source(of.source, id);
    out_ << "</section>\n";
  }

  /// Returns how a member travels, and links to the classes that it holds or leads to.
  std::string how_cell(const ObjectMember &part) const {
    std::string text = (part.is_left_out ? "left out: " : "") + escaped(part.how);
    for (const std::string &name : part.classes)
      if (const auto of = std::ranges::find(survey_.objects, name, &ObjectClass::name); of != survey_.objects.end())
        text += std::string(text.empty() ? "" : ", ") + "→ <a href=\"#" +
                id_of_object(static_cast<std::size_t>(of - survey_.objects.begin())) + "\">" + code(name) + "</a>";
    return text;
  }

  void print_bytes(const Record &record) {
    const ByteCounts counts = byte_counts(survey_, record);
    print_share(record, counts);
    const ByteRows rows = byte_rows(survey_, record);
    const LinkOf link_of = [&](const Cell &cell) { return cell.owner ? link_to(record, *cell.owner, cell.line) : ""; };
    const std::string label = "The bytes of " + describe(record);
    out_ << "<figure>\n<div class=\"wide\">\n";
    draw_bytes(rows, wide_shape(record), link_of, label, out_);
    out_ << "</div>\n<div class=\"narrow\">\n";
    draw_bytes(rows, narrow_shape(record), link_of, label, out_);
    out_ << "</div>\n<ul class=\"legend\">\n";
    std::set<std::string> kinds;
    for (const ByteRow &row : rows.rows)
      for (const Cell &cell : row.cells)
        kinds.insert(css_of(cell.kind));
    for (const KindText &kind : kind_texts)
      if (kind.kind != Cell::Kind::tail && kinds.count(kind.css))
        out_ << "<li><svg width=\"13\" height=\"13\"><g class=\"cell " << kind.css
             << "\"><rect x=\"0.5\" y=\"0.5\" width=\"12\" height=\"12\" rx=\"2\"/></g></svg>" << kind.words
             << "</li>\n";
    out_ << "<li><svg width=\"20\" height=\"4\"><rect class=\"sent\" width=\"20\" height=\"4\"/></svg>sent</li>\n"
            "</ul>\n</figure>\n";
  }

  /// Prints a bar of what becomes of the bytes, and the same in words.
  void print_share(const Record &record, const ByteCounts &counts) {
    if (record.size_bytes == 0)
      return;
    const std::pair<std::uint64_t, const char *> parts[] = {{counts.sent, "number"},
                                                            {counts.links, "link"},
                                                            {counts.left_out, "out"},
                                                            {counts.holes + counts.tail, "hole"}};
    out_ << "<div class=\"share\"><svg aria-hidden=\"true\">";
    double x = 0;
    for (const auto &[bytes, css] : parts) {
      const double width = 100 * static_cast<double>(bytes) / static_cast<double>(record.size_bytes);
      if (bytes != 0)
        out_ << "<g class=\"cell " << css << "\"><rect x=\"" << llvm::format("%.3f", x) << "%\" width=\""
             << llvm::format("%.3f", width) << "%\" height=\"100%\"/></g>";
      x += width;
    }
    out_ << "</svg></div>\n<p class=\"meta\">" << grouped(counts.sent) << " of " << grouped(record.size_bytes, "byte")
         << " sent";
    const auto also = [&](std::uint64_t bytes, const char *what) {
      if (bytes != 0)
        out_ << " · " << grouped(bytes) << " " << what;
    };
    also(counts.links, "of pointers that are followed");
    also(counts.left_out, counts.is_known ? "left out" : "left out or padding");
    also(counts.holes, "of padding between fields");
    also(counts.tail, "of padding at the end");
    out_ << "</p>\n";
  }

  void print_advice(const Record &record) {
    std::vector<Advice> advice = advice_for(survey_, record, model_);
    if (advice.empty() && record.remarks.empty())
      return;
    out_ << "<ul class=\"advice\">\n";
    for (const Advice &one : advice)
      out_ << "<li class=\"" << (one.kind == Advice::Kind::good ? "good" : "better") << "\">" << with_code(one.text)
           << "</li>\n";
    for (const Remark &remark : record.remarks) {
      const std::string link = link_to(record, record, remark.line);
      out_ << "<li class=\"remark\">" << (link.empty() ? "" : "<a href=\"" + link + "\">") << "Line " << remark.line
           << (link.empty() ? "" : "</a>") << ": " << with_code(remark.text) << ".</li>\n";
    }
    out_ << "</ul>\n";
  }

  void print_fields(const Record &record) {
    using Kind = LayoutRow::Kind;
    const std::vector<LayoutRow> rows = layout_rows(survey_, record);
    out_
        << "<h3>Fields</h3>\n<div class=\"scroll\"><table class=\"fields\">\n<thead><tr><th class=\"n\">Offset</th><th "
           "class=\"n\">Size</th>"
           "<th>Field</th><th>Sent as</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < rows.size() && i < most_table_rows; ++i) {
      const LayoutRow &row = rows[i];
      const std::string indent =
          row.depth == 0 ? "" : " style=\"padding-left: " + std::to_string(std::min(row.depth, 8u)) + "em\"";
      out_ << (row.kind == Kind::padding ? "<tr class=\"pad\">" : "<tr>") << number_cell(grouped(row.offset_bytes))
           << number_cell(grouped(row.size_bytes)) << "<td class=\"break\"" << indent << ">";
      const std::string link = link_to(record, record, row.line);
      if (!link.empty())
        out_ << "<a href=\"" << link << "\">";
      if (row.kind == Kind::padding)
        out_ << "padding";
      else if (row.kind == Kind::open)
        out_ << code(row.declaration + " {");
      else
        out_ << code(row.kind == Kind::close ? "} " + row.declaration : row.declaration);
      if (!link.empty())
        out_ << "</a>";
      out_ << "</td><td>" << (row.kind == Kind::field ? code(row.datatype) : "") << "</td></tr>\n";
    }
    if (rows.size() > most_table_rows)
      out_ << "<tr><td colspan=\"4\">… and " << grouped(rows.size() - most_table_rows, "more row") << "</td></tr>\n";
    out_ << "</tbody></table></div>\n";
  }

  void print_costs(const Record &record) {
    const Costs costs = costs_of(record, trees_, model_);
    const layout::Cost most = std::max({costs.least, costs.by_hand, costs.field_by_field, layout::Cost{1}});
    out_ << "<h3>Type tree</h3>\n<div class=\"costs\">\n";
    const auto bar = [&](const char *what, layout::Cost cost, const char *css) {
      out_ << "<span>" << what << "</span><svg aria-hidden=\"true\"><rect class=\"bar" << css
           << "\" height=\"100%\" rx=\"2\" width=\""
           << llvm::format("%.2f", 100 * static_cast<double>(cost) / static_cast<double>(most))
           << "%\"/></svg><span class=\"n\">" << cost << "</span>\n";
    };
    bar("automap", costs.least, " mine");
    bar("written by hand", costs.by_hand, "");
    bar("field by field", costs.field_by_field, "");
    out_ << "</div>\n";
    print_tree(record.optimal.tree, model_, out_);
    out_ << "<p class=\"meta\">"
         << (record.optimal.proved
                 ? "Proved: no tree of this layout costs less."
                 : "No tree of this layout costs less than " + std::to_string(record.optimal.lower_bound) + ".");
    if (record.optimal.shares)
      out_ << " With equal parts built once, it costs " << record.optimal.dag_cost << ".";
    out_ << "</p>\n";
    const auto other = [&](const char *what, const TypeTree &tree) {
      out_ << "<details><summary>" << what << "</summary>\n";
      print_tree(tree, model_, out_);
      out_ << "</details>\n";
    };
    if (record.tree != record.optimal.tree)
      other("The tree written by hand: adjacent fields of one type merged", record.tree);
    if (const TypeTree tree = trees_.tree(record); tree != record.tree)
      other("The tree field by field: one block for each, nested structs as they are", tree);
  }

  void print_calls(const Record &record) {
    out_ << "<h3>MPI calls</h3>\n<pre class=\"calls\">";
    for (const std::string &call : mpi_calls(record))
      out_ << "<span class=\"call\">" << escaped(call) << "\n</span>";
    out_ << "</pre>\n";
    const Packing packing = packing_of(record);
    out_ << "<p>Packing is <strong>" << name_of(packing.kind) << "</strong>. " << escaped(packing.text)
         << " The signature is " << code(to_string(layout::signature_of(record.optimal.tree))) << ".</p>\n";
  }

  void print_source(const SourceLines &source, const std::string &id) {
    if (source.text.empty())
      return;
    out_ << "<h3>Source</h3>\n<pre class=\"source\">";
    unsigned line = source.first;
    for (const std::string &text : source.text) {
      out_ << "<span class=\"line\" id=\"" << id << "-L" << line << "\"><span class=\"no\">" << line << "</span>"
           << escaped(text) << "\n</span>";
      ++line;
    }
    out_ << "</pre>\n";
  }

  const Survey &survey_;
  const layout::CostModel &model_;
  FieldByField trees_;
  llvm::raw_ostream &out_;
  std::vector<std::size_t> shown_; // indices of records, ascending
};

} // namespace

void emit_html(const Survey &survey, const layout::CostModel &model, llvm::raw_ostream &out) {
  Page(survey, model, out).print();
}

} // namespace automap
