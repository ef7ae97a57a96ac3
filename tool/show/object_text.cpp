// Classes of C++ objects in words. See object_text.h.
#include "object_text.h"

#include "llvm/ADT/StringExtras.h"

namespace automap {

std::string describe(const ObjectClass &of) { return of.kind + " " + of.name; }

std::string how_text(const ObjectMember &member) {
  if (member.is_left_out)
    return "(left out: " + member.how + ")";
  std::string text = member.how;
  if (!member.classes.empty() && !member.field.is_base)
    text += (text.empty() ? "-> " : ", -> ") + llvm::join(member.classes, ", ");
  return text;
}

std::vector<std::string> sentences_about(const ObjectClass &of) {
  std::vector<std::string> out = {"AutoLink sends C++ objects of it, because " + of.reached_by + "."};
  if (of.derived && of.derived->empty())
    out.push_back("No class is known that may be behind a pointer to it.");
  else if (of.derived)
    out.push_back("Behind a pointer to it may be: " + llvm::join(*of.derived, ", ") + ".");
  if (!of.make.empty())
    out.push_back("A receiver makes one by " + of.make + ".");
  if (!of.arrived.empty())
    out.push_back(of.arrived + " is called when one has arrived.");
  return out;
}

} // namespace automap
