// Prints the files that were read as a Make rule, and a rule without a recipe for each of them. A file that no longer
// exists then makes the output out of date, but does not stop make.
#include "emit.h"

namespace automap {
namespace {

/// Quotes a name for Make: a blank, a '#' and each backslash before one take a backslash; a '$' is doubled.
std::string quote(llvm::StringRef file) {
  std::string out;
  for (const char c : file) {
    if (c == ' ' || c == '#' || c == '\t') {
      const std::size_t last_other = out.find_last_not_of('\\');
      out.append(out.size() - (last_other == std::string::npos ? 0 : last_other + 1), '\\');
      out += '\\';
    }
    if (c == '$')
      out += '$';
    out += c;
  }
  return out;
}

} // namespace

void emit_depfile(const Survey &survey, const std::vector<std::string> &targets, llvm::raw_ostream &out) {
  for (std::size_t i = 0; i < targets.size(); ++i)
    out << (i ? " " : "") << quote(targets[i]);
  out << ':' << depfile_mark;
  for (const std::string &file : survey.dependencies)
    out << "  " << quote(file) << " \\\n";
  out << '\n';
  for (const std::string &file : survey.dependencies)
    out << quote(file) << ":\n";
}

} // namespace automap
