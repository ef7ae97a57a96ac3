// The names that --type and --select ask for. See type_selection.h.
#include "type_selection.h"

#include "ast/type_names.h"
#include "model/nearest_name.h"
#include "model/report.h"

#include "llvm/ADT/StringExtras.h"

namespace automap {
namespace {

constexpr llvm::StringLiteral alias_prefix = "automap_asked_for_";

/// Whether the pattern is an instance of a template: "Vec<double, 3>" and "Ptr<int *>". "Vec<*>" is not: a '*' in place
/// of an argument belongs to a glob.
bool names_instance(llvm::StringRef pattern) {
  if (!pattern.contains('<') || pattern.contains('?'))
    return false;
  for (std::size_t at = pattern.find('*'); at != llvm::StringRef::npos; at = pattern.find('*', at + 1)) {
    const llvm::StringRef before = pattern.take_front(at).rtrim();
    if (before.empty() || before.ends_with("<") || before.ends_with(",") || before.ends_with("::"))
      return false;
  }
  return true;
}

} // namespace

bool TypeSelection::add(llvm::StringRef pattern) { return add(pattern, nullptr); }

bool TypeSelection::add(SelectionFile file) {
  file_ = std::move(file);
  bool all_right = true;
  for (const SelectionFile::Type &type : file_->types())
    all_right = add(type.name.text, &type) && all_right;
  return all_right;
}

bool TypeSelection::add(llvm::StringRef pattern, const SelectionFile::Type *type) {
  pattern = without_keyword(pattern);
  pattern.consume_front("::");
  const auto fail = [&](const std::string &message) {
    if (type)
      file_->report(type->name, message);
    else
      report_error() << "--type '" << pattern << "': " << message << '\n';
    return false;
  };
  if (names_instance(pattern)) {
    if (pattern.find_first_of(";{}#\n\r") != llvm::StringRef::npos)
      return fail("this is not the name of a type");
    patterns_.push_back({pattern.str(), std::nullopt, type});
    return true;
  }
  auto glob = llvm::GlobPattern::create(pattern);
  if (!glob)
    return fail(llvm::toString(glob.takeError()));
  patterns_.push_back({pattern.str(), std::move(*glob), type});
  return true;
}

llvm::SmallVector<TypeSelection::Request> TypeSelection::matches(llvm::StringRef name, bool by_name_alone) {
  names_.insert(name.str());
  llvm::SmallVector<Request> out;
  for (Pattern &pattern : patterns_)
    if (pattern.glob && (by_name_alone ? pattern.text == name : pattern.glob->match(name))) {
      pattern.matched = true;
      out.push_back({pattern.type, pattern.text == name});
    }
  return out;
}

std::string TypeSelection::aliases() const {
  std::string out;
  for (std::size_t i = 0; i < patterns_.size(); ++i)
    if (!patterns_[i].glob)
      out += "\n#line " + std::to_string(i + 1) + " \"" + alias_file.str() + "\"\nusing " +
             (alias_prefix + llvm::Twine(i)).str() + " = " + patterns_[i].text + ";\n";
  return out;
}

std::optional<const SelectionFile::Type *> TypeSelection::find_alias(llvm::StringRef name) {
  std::size_t index = 0;
  if (!name.consume_front(alias_prefix) || name.getAsInteger(10, index) || index >= patterns_.size() ||
      patterns_[index].fails_here) // Clang may continue with another meaning of the name
    return std::nullopt;
  patterns_[index].matched = true;
  return patterns_[index].type;
}

void TypeSelection::begin_input() {
  for (Pattern &pattern : patterns_)
    pattern.fails_here = false;
}

void TypeSelection::set_failure(unsigned line, std::string message) {
  if (line < 1 || line > patterns_.size())
    return;
  Pattern &pattern = patterns_[line - 1];
  pattern.fails_here = true;
  if (pattern.failure.empty())
    pattern.failure = std::move(message);
}

std::vector<std::string> TypeSelection::likely_names(llvm::StringRef wanted) const {
  constexpr std::size_t most_shown = 3;
  std::vector<std::string> out;
  const std::string end = ("::" + wanted).str();
  for (const std::string &name : names_)
    if (llvm::StringRef(name).ends_with(end) && out.size() < most_shown)
      out.push_back(name);
  for (const std::string &name : templates_)
    if (llvm::StringRef(name).ends_with(end) && out.size() < most_shown)
      out.push_back(name + "<...>");
  return out.empty() ? nearest_names(wanted, names_) : out;
}

bool TypeSelection::check_all_matched() const {
  // Each suggestion takes a look at all names.
  constexpr int most_suggested = 20;
  int unmatched = 0;
  for (const Pattern &pattern : patterns_) {
    if (pattern.matched)
      continue;
    ++unmatched;
    const std::string why = !pattern.failure.empty() ? ": " + pattern.failure
                            : templates_.contains(pattern.text)
                                ? "; it is a template: name an instance, '" + pattern.text + "<...>'"
                            : unmatched <= most_suggested ? did_you_mean(likely_names(pattern.text))
                                                          : "";
    if (pattern.type)
      file_->report(pattern.type->name, "no complete record is called '" + pattern.text + "'" + why);
    else
      report_error() << "--type '" << pattern.text << "' matches no complete record" << why << '\n';
  }
  return unmatched == 0;
}

} // namespace automap
