// Descriptions of links. See link_text.h.
#include "link_text.h"

#include "model/quoted.h"

#include "llvm/ADT/StringRef.h"

namespace automap {
namespace {

std::string array(const Survey &survey, const Link &link) {
  if (link.length.of_target)
    return "one " + link.type.substr(link.type.find(" of ") + 4) + " with " + quoted(link.length.text) +
           " elements at its end, as bytes";
  const bool is_term = link.length.steps.size() == 1;
  std::string count = is_term || link.repeat == 1 ? link.length.text : "(" + link.length.text + ")";
  if (link.repeat != 1)
    count += " * " + std::to_string(link.repeat);
  const bool is_number = llvm::StringRef(count).find_first_not_of("0123456789") == llvm::StringRef::npos;
  const std::string text = "an array of " + (is_number ? count : quoted(count)) + " ";
  switch (link.element) {
  case Link::Element::record:
    return text + describe(survey.records[link.record]);
  case Link::Element::basic:
    return text + link.type;
  case Link::Element::pointer:
    return text + "pointers, each to " + describe(survey, link.pointers.front());
  }
  return text;
}

} // namespace

std::string describe(const Survey &survey, const Link &link) {
  const std::string condition = link.weak ? ", if that travels anyway" : "";
  switch (link.kind) {
  case Link::Kind::null:
    return "nothing: it arrives as NULL";
  case Link::Kind::object:
    return "one " + describe(survey.records[link.record]) + condition;
  case Link::Kind::array:
    return array(survey, link);
  case Link::Kind::end:
    return "the end of " + array(survey, link);
  case Link::Kind::string:
    return "a string";
  case Link::Kind::inside:
    return (link.place.empty() ? "a place inside of what other pointers lead to"
                               : "the field " + quoted(link.place.substr(link.place.find('.') + 1)) + " of one " +
                                     describe(survey.records[link.record])) +
           condition;
  case Link::Kind::any: {
    if (link.headed) {
      std::string text = describe(survey, link.choices.back().link);
      for (std::size_t i = 0; i + 1 < link.choices.size(); ++i)
        text += ", or back to " + describe(survey, link.choices[i].link);
      return text;
    }
    std::string text =
        "depends on " + quoted(link.kind_field.path) + (link.kind_in_target ? " of what it leads to:" : ":");
    for (const LinkChoice &choice : link.choices)
      text += (&choice == &link.choices.front() ? " " : ", ") + choice.value + " = " + describe(survey, choice.link);
    return text;
  }
  case Link::Kind::data:
    return link.type + ", not a pointer";
  }
  return "";
}

} // namespace automap
