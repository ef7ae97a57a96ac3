// The graph of linked records. See link_graph.h.
//
// The boxes stand one below the other. The lines run down or up on their right, one lane for each record that they lead
// to, so that a drawing is as narrow with a hundred records as with three.
#include "link_graph.h"

#include "markup.h"
#include "show/object_text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace automap {
namespace {

constexpr double box_width = 250, head_height = 27, row_height = 20, foot = 5, box_gap = 16, lane_width = 11,
                 first_lane = 15;
constexpr std::size_t most_boxes = 80, most_pointers = 24, most_lanes = 16;

/// A field of a box.
struct Row {
  std::string name, to;             // the field, and what it leads to in a word or two
  std::vector<std::size_t> targets; // indices of records; classes of objects are numbered after these
  bool is_weak = false;
  bool is_inside = false; // the target is a part of the record
  double y = 0;
};

struct Box {
  std::size_t type = 0; // as in Row::targets
  std::string title;
  std::vector<Row> rows;
  std::size_t left_out = 0; // rows
  double y = 0;

  double height() const {
    return head_height + row_height * static_cast<double>(rows.size() + (left_out != 0)) + (rows.empty() ? 0 : foot);
  }
};

bool holds_links(const Survey &survey, const Record &record) {
  bool holds = false;
  each_link(survey, record, [&](const Link &) { holds = true; });
  return holds;
}

std::string kind_text(const Link &link) {
  switch (link.kind) {
  case Link::Kind::null:
    return "NULL";
  case Link::Kind::object:
    return link.weak ? "weak" : "";
  case Link::Kind::array:
    return link.element == Link::Element::record    ? "array"
           : link.element == Link::Element::pointer ? "array of pointers"
                                                    : "array of " + link.type;
  case Link::Kind::end:
    return "end of array";
  case Link::Kind::string:
    return "string";
  case Link::Kind::inside:
    return link.weak ? "inside, weak" : "inside";
  case Link::Kind::any:
    return "any of " + std::to_string(link.choices.size());
  case Link::Kind::data:
    return link.type;
  }
  return "";
}

std::string shortened(const std::string &text, std::size_t columns) {
  if (columns_of(text) <= columns)
    return text;
  std::size_t end = 0; // of a whole character
  for (std::size_t i = 0, n = 0; i < text.size() && n < columns; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 && n++ < columns - 1)
      end = i;
  return text.substr(0, end) + "…";
}

std::string number(double value) { return llvm::formatv("{0:F1}", value).str(); }

/// Adds the rows of a record: pointers, and fields that hold records with pointers.
void add_rows(const Survey &survey, const Record &record, Box &box, const std::string &path) {
  for (const Field &field : record.fields) {
    Row row;
    row.name = path + (field.name.empty() ? field.is_base ? field.type : "" : field.name);
    if (field.link) {
      row.to = kind_text(*field.link);
      row.is_weak = field.link->weak;
      each_target(*field.link, [&](std::size_t target) { row.targets.push_back(target); });
    } else if (field.content == Field::Content::record && holds_links(survey, survey.records[field.record])) {
      const Record &inner = survey.records[field.record];
      if (inner.spelling.empty()) {
        add_rows(survey, inner, box, row.name.empty() ? "" : row.name + ".");
        continue;
      }
      row.to = "inside";
      row.targets.push_back(field.record);
      row.is_inside = true;
    } else {
      continue;
    }
    std::ranges::sort(row.targets);
    row.targets.erase(std::ranges::unique(row.targets).begin(), row.targets.end());
    if (box.rows.size() < most_pointers)
      box.rows.push_back(std::move(row));
    else
      ++box.left_out;
  }
}

/// Adds the rows of a class of C++ objects: the members that hold or lead to others, and the classes that derive from
/// it. `numbers` are those of classes by their names and spellings.
void add_rows(const ObjectClass &of, const std::map<std::string, std::size_t> &numbers, Box &box) {
  const auto add = [&](Row row, const std::vector<std::string> &classes) {
    for (const std::string &one : classes)
      if (const auto number = numbers.find(one);
          number != numbers.end() && (number->second != box.type || !row.is_inside)) // none derives from itself
        row.targets.push_back(number->second);
    if (row.targets.empty())
      return;
    if (box.rows.size() < most_pointers)
      box.rows.push_back(std::move(row));
    else
      ++box.left_out;
  };
  for (const ObjectMember &part : of.parts) {
    Row row;
    row.name = part.field.is_base ? part.field.type : part.field.name;
    row.to = part.field.is_base ? "base" : part.field.type;
    row.is_inside = part.field.is_base;
    add(std::move(row), part.classes);
  }
  if (of.derived) {
    Row row;
    row.name = "derived classes";
    row.is_inside = true;
    add(std::move(row), *of.derived);
  }
}

/// Returns the boxes in the order of a walk along the links from the marked records.
std::vector<Box> find_boxes(const Survey &survey, std::size_t &left_out) {
  std::vector<Box> boxes;
  std::set<std::size_t> seen;
  std::vector<std::size_t> waiting;
  const auto add_root = [&](bool marked) {
    for (std::size_t i = survey.records.size(); i-- > 0;)
      if (const Record &record = survey.records[i]; record.mapped && record.view.empty() && !record.spelling.empty() &&
                                                    record.datatypes.empty() != marked && holds_links(survey, record))
        waiting.push_back(i);
    while (!waiting.empty()) {
      const std::size_t next = waiting.back();
      waiting.pop_back();
      if (!seen.insert(next).second)
        continue;
      Box box;
      box.type = next;
      box.title = describe(survey.records[next]);
      add_rows(survey, survey.records[next], box, "");
      for (auto row = box.rows.rbegin(); row != box.rows.rend(); ++row)
        waiting.insert(waiting.end(), row->targets.rbegin(), row->targets.rend());
      if (boxes.size() < most_boxes)
        boxes.push_back(std::move(box));
      else
        ++left_out;
    }
  };
  add_root(true);
  add_root(false);
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < survey.objects.size(); ++i) {
    numbers.emplace(survey.objects[i].name, survey.records.size() + i);
    numbers.emplace(survey.objects[i].spelling, survey.records.size() + i);
  }
  for (std::size_t i = 0; i < survey.objects.size(); ++i) {
    Box box;
    box.type = survey.records.size() + i;
    box.title = describe(survey.objects[i]);
    add_rows(survey.objects[i], numbers, box);
    if (boxes.size() < most_boxes)
      boxes.push_back(std::move(box));
    else
      ++left_out;
  }
  return boxes;
}

class GraphPrinter {
public:
  explicit GraphPrinter(std::vector<Box> boxes) : boxes_(std::move(boxes)) {
    for (Box &box : boxes_) {
      box.y = height_;
      double y = height_ + head_height;
      for (Row &row : box.rows) {
        row.y = y + row_height / 2 - 2;
        y += row_height;
      }
      height_ += box.height() + box_gap;
      places_[box.type] = box.y + head_height / 2;
    }
    choose_lanes();
  }

  void print(const std::function<std::string(std::size_t)> &link_of, std::size_t left_out,
             llvm::raw_ostream &out) const {
    const double width = box_width + first_lane + lane_width * static_cast<double>(lanes_) + 2;
    const double height = height_ - box_gap + 2 + (left_out != 0 ? 24 : 0);
    out << "<svg class=\"graph\" width=\"" << number(width) << "\" height=\"" << number(height) << "\" viewBox=\"-1 -1 "
        << number(width) << " " << number(height) << "\" role=\"img\" aria-label=\"Graph of linked types\">\n";
    for (const Box &box : boxes_)
      print_box(box, link_of, out);
    for (const bool is_inside : {true, false}) // pointers over what is not one
      for (const Box &box : boxes_)
        for (const Row &row : box.rows)
          if (row.is_inside == is_inside)
            for (const std::size_t target : row.targets)
              print_edge(row, target, out);
    if (left_out != 0)
      out << "<text x=\"0\" y=\"" << number(height - 8) << "\">… and " << grouped(left_out, "more type") << "</text>\n";
    out << "</svg>\n";
  }

private:
  /// Gives each record that lines lead to the first lane that is free along all of them.
  void choose_lanes() {
    std::map<std::size_t, std::pair<double, double>> spans;
    for (const Box &box : boxes_)
      for (const Row &row : box.rows)
        for (const std::size_t target : row.targets)
          if (const auto place = places_.find(target); place != places_.end()) {
            auto &[top, bottom] = spans.try_emplace(target, place->second, place->second).first->second;
            top = std::min(top, row.y);
            bottom = std::max(bottom, row.y);
          }
    std::vector<std::pair<std::size_t, std::pair<double, double>>> order(spans.begin(), spans.end());
    std::ranges::stable_sort(order, {}, [](const auto &one) { return one.second.second - one.second.first; });
    std::vector<std::vector<std::pair<double, double>>> lanes;
    for (const auto &[target, span] : order) {
      const auto is_free = [&](const auto &lane) {
        return std::ranges::none_of(
            lane, [&](const auto &other) { return span.first <= other.second + 4 && other.first <= span.second + 4; });
      };
      auto lane = std::ranges::find_if(lanes, is_free);
      if (lane == lanes.end() && lanes.size() < most_lanes)
        lane = lanes.emplace(lanes.end());
      if (lane == lanes.end())
        --lane;
      lane->push_back(span);
      lane_of_[target] = static_cast<std::size_t>(lane - lanes.begin());
    }
    lanes_ = lanes.size();
  }

  void print_box(const Box &box, const std::function<std::string(std::size_t)> &link_of, llvm::raw_ostream &out) const {
    const std::string link = link_of(box.type);
    out << "<rect class=\"box\" x=\"0\" y=\"" << number(box.y) << "\" width=\"" << box_width << "\" height=\""
        << number(box.height()) << "\" rx=\"6\"/>";
    if (!link.empty())
      out << "<a href=\"" << escaped(link) << "\">";
    out << "<text class=\"head\" x=\"11\" y=\"" << number(box.y + 18) << "\">" << escaped(shortened(box.title, 32))
        << "</text>" << (link.empty() ? "" : "</a>") << '\n';
    for (const Row &row : box.rows) {
      const std::size_t rest = std::max<std::size_t>(8, 34 - std::min<std::size_t>(26, columns_of(row.name)));
      out << "<text x=\"20\" y=\"" << number(row.y + 4) << "\">" << escaped(shortened(row.name, 24)) << "</text>";
      if (!row.to.empty())
        out << "<text class=\"to\" x=\"" << box_width - 9 << "\" y=\"" << number(row.y + 4) << "\">"
            << escaped(shortened(row.to, rest)) << "</text>";
      out << '\n';
    }
    if (box.left_out != 0)
      out << "<text x=\"20\" y=\"" << number(box.y + box.height() - foot - 6) << "\">… and "
          << grouped(box.left_out, "more pointer") << "</text>\n";
  }

  void print_edge(const Row &row, std::size_t target, llvm::raw_ostream &out) const {
    const auto place = places_.find(target);
    if (place == places_.end())
      return;
    const double x = box_width + first_lane + lane_width * static_cast<double>(lane_of_.at(target)),
                 end = place->second;
    const double turn = std::min(5.0, std::abs(end - row.y) / 2) * (end < row.y ? -1 : 1);
    const std::string css = row.is_inside ? " inside" : row.is_weak ? " weak" : "";
    const auto curve = [&](double dx, double dy) { return "q" + number(dx) + " 0 " + number(dx) + " " + number(dy); };
    out << "<path class=\"edge" << css << "\" d=\"M" << number(box_width) << " " << number(row.y) << "H"
        << number(x - 5) << curve(5, turn) << "V" << number(end - turn) << "q0 " << number(turn) << " -5 "
        << number(turn) << "H" << number(box_width + 6) << "\"/><path class=\"arrow" << (row.is_inside ? " inside" : "")
        << "\" d=\"M" << number(box_width + 1) << " " << number(end) << "l7 -4v8z\"/>\n";
  }

  std::vector<Box> boxes_;
  std::map<std::size_t, double> places_;       // where lines to a record end
  std::map<std::size_t, std::size_t> lane_of_; // of lines to a record
  std::size_t lanes_ = 0;
  double height_ = 0;
};

} // namespace

bool has_links(const Survey &survey) {
  return !survey.objects.empty() ||
         std::ranges::any_of(survey.records, [&](const Record &record) { return holds_links(survey, record); });
}

void draw_links(const Survey &survey, const std::function<std::string(std::size_t type)> &link_of,
                llvm::raw_ostream &out) {
  std::size_t left_out = 0;
  std::vector<Box> boxes = find_boxes(survey, left_out);
  GraphPrinter(std::move(boxes)).print(link_of, left_out, out);
}

} // namespace automap
