// See completion.h. What a value is decides what the shell offers: files, directories, commands or a list of words.
#include "completion.h"

#include "version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace automap {
namespace {

enum class Offer { none, words, files, directories, commands };

Offer offer_of(const Completed &option) {
  if (!option.values.empty())
    return Offer::words;
  const llvm::StringRef value = option.value;
  if (value.ends_with("dir"))
    return Offer::directories;
  return value == "file" ? Offer::files : value == "command" ? Offer::commands : Offer::none;
}

/// Returns the text with a backslash before each of these characters.
std::string with_backslashes(llvm::StringRef text, llvm::StringRef characters) {
  std::string result;
  for (const char c : text) {
    if (characters.contains(c))
      result += '\\';
    result += c;
  }
  return result;
}

/// Returns the text as one word of a shell.
std::string quoted(llvm::StringRef text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return result + "'";
}

std::string names_of(llvm::ArrayRef<std::pair<std::string, std::string>> values) {
  return llvm::join(llvm::make_first_range(values), " ");
}

/// Writes a case of bash for the values of an option.
void print_bash_value(llvm::raw_ostream &out, const Completed &option) {
  out << "    " << option.spelling << ") ";
  switch (offer_of(option)) {
  case Offer::words:
    out << "kind=-W words=" << quoted(names_of(option.values));
    break;
  case Offer::files:
    out << "kind=-f";
    break;
  case Offer::directories:
    out << "kind=-d";
    break;
  case Offer::commands:
    out << "kind=-c";
    break;
  case Offer::none:
    out << "return";
    break;
  }
  out << " ;;\n";
}

void print_bash(llvm::raw_ostream &out, llvm::ArrayRef<Completed> commands, llvm::ArrayRef<Completed> options) {
  std::vector<std::string> command_names, option_names;
  for (const Completed &command : commands)
    command_names.push_back(command.spelling);
  for (const Completed &option : options)
    option_names.push_back(option.spelling + (!option.value.empty() && option.spelling.size() > 2 ? "=" : ""));
  out << R"(_automap() {
    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} kind= words= prefix=
    if [[ $word == = ]]; then # bash makes three words of --option=value
        word=
    elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $option in
)";
  for (const Completed &option : options)
    if (!option.value.empty())
      print_bash_value(out, option);
  out << R"(    *)
        case $word in
)";
  for (const Completed &option : options)
    if (option.is_joined && offer_of(option) == Offer::directories)
      out << "        " << option.spelling << "*) kind=-d prefix=" << option.spelling << " ;;\n";
  out << "        -*)\n"
      << "            kind=-W words=" << quoted(llvm::join(option_names, " ")) << '\n'
      << "            [[ ${COMP_WORDS[1]} != inspect ]] || words='--help --values='\n"
      << "            ;;\n"
      << "        *) kind=-f ;;\n"
      << "        esac\n"
      << "        ;;\n"
      << "    esac\n"
      << "    [[ $COMP_CWORD -gt 1 || $kind != -f ]] || words=" << quoted(llvm::join(command_names, " ")) << '\n'
      << R"(    [[ $kind == -W ]] || compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(
        [[ $kind == -W ]] || compgen $kind -P "$prefix" -- "${word#"$prefix"}"
        [[ -z $words ]] || compgen -W "$words" -- "$word"
    )
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -F _automap automap
)";
}

/// Returns what zsh's _arguments takes for an option.
std::string zsh_argument(const Completed &option) {
  std::string text = option.is_repeatable ? "*" : "";
  text += option.spelling;
  if (option.is_joined)
    text += '+';
  else if (!option.value.empty() && option.spelling.size() > 2)
    text += '=';
  text += "[" + with_backslashes(option.help, R"([]:\)") + "]";
  if (option.value.empty())
    return quoted(text);
  text += ":" + with_backslashes(option.value, R"(:\)") + ":";
  switch (offer_of(option)) {
  case Offer::words:
    if (option.values.front().second.empty()) {
      text += "(" + names_of(option.values) + ")";
      break;
    }
    text += "((";
    for (const auto &[name, help] : option.values)
      text += name + R"(\:")" + with_backslashes(help, R"(\":)") + "\" ";
    text += "))";
    break;
  case Offer::files:
    text += "_files";
    break;
  case Offer::directories:
    text += "_files -/";
    break;
  case Offer::commands:
    text += "_command_names -e";
    break;
  case Offer::none:
    text += " ";
    break;
  }
  return quoted(text);
}

void print_zsh(llvm::raw_ostream &out, llvm::ArrayRef<Completed> commands, llvm::ArrayRef<Completed> options) {
  out << "_automap() {\n    local -a commands=(";
  for (const Completed &command : commands)
    out << "\n        " << quoted(command.spelling + ":" + command.help);
  out << R"()
    if (( CURRENT == 2 )); then
        _describe -t commands 'command of automap' commands
    elif [[ ${words[2]} == inspect ]]; then
        _arguments '--help[show what inspect takes]' '*--values=[print the data at this path]:path: ' '*:file:_files'
        return
    fi
    _arguments )";
  for (const Completed &option : options)
    out << "\\\n        " << zsh_argument(option) << ' ';
  out << R"(\
        '*:header:_files'
}
if [[ ${funcstack[1]} == _automap ]]; then
    _automap "$@"
else
    compdef _automap automap
fi
)";
}

} // namespace

std::string completion_script(llvm::StringRef shell, llvm::ArrayRef<Completed> commands,
                              llvm::ArrayRef<Completed> options) {
  std::string script;
  llvm::raw_string_ostream out(script);
  if (shell != "bash" && shell != "zsh")
    return script;
  if (shell == "zsh")
    out << "#compdef automap\n";
  out << "# Completion of automap's arguments in " << shell << ", made by automap " << AUTOMAP_VERSION << ".\n";
  (shell == "zsh" ? print_zsh : print_bash)(out, commands, options);
  return script;
}

} // namespace automap
