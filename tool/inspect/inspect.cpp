// `automap inspect`. See inspect.h.
#include "inspect.h"

#include "object_values.h"
#include "types_text.h"
#include "values.h"

#include "core/base/failure.h"
#include "core/file/container.h"
#include "core/file/reading.h"
#include "model/report.h"

#include "llvm/Support/raw_ostream.h"

#include <charconv>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace automap {
namespace {

using namespace autolink::file;

constexpr const char *usage = R"(usage: automap inspect FILE [--values PATH]...

Prints what a file of AL_File_write or autolink::file_write has: types, fields, and the nodes of each structure. With
--values, prints data: the values at a path that begins with the number of a structure, and goes on with fields and
elements, as in 0.next.position[2]. Pointers are followed.
)";

std::string counted(std::uint64_t n, const std::string &what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// Returns the message of a failure of AutoLink's, without the name of the library.
std::string text_of(const autolink::Failure &failure) {
  constexpr std::string_view library = "AutoLink: ";
  const std::string_view text = failure.message;
  return std::string(text.starts_with(library) ? text.substr(library.size()) : text);
}

class Inspection {
public:
  explicit Inspection(const std::string &path) : path_(path), container_(open_storage(path)) {}

  void print_types() const {
    const Types &types = container_.types();
    llvm::outs() << path_ << ": AutoLink file, version " << version << ", "
                 << counted(container_.n_structures(), types.content ? "C++ object" : "structure") << ", "
                 << container_.header().file_bytes << " bytes\n"
                 << "numbers: " << (types.is_big_endian ? "big-endian" : "little-endian") << ", pointers of "
                 << types.pointer_bytes << " bytes\n\n";
    if (types.content)
      llvm::outs() << "objects of " << types.content->name << "\n\n";
    llvm::outs() << "types:\n";
    if (!types.content)
      automap::print_types(types, llvm::outs());
    else if (!types.content->fields.empty())
      automap::print_types(autolink::object::read_object_types(types.content->fields), llvm::outs());
  }

  /// Returns whether all structures are whole.
  bool print_structures() const {
    llvm::outs() << (container_.types().content ? "\nobjects:\n" : "\nstructures:\n");
    bool all_whole = true;
    for (std::uint64_t i = 0; i < container_.n_structures(); ++i)
      all_whole = run(i, [&] { print_structure(i); }) && all_whole;
    return all_whole;
  }

  bool print_values(std::string_view path) const {
    std::uint64_t which = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), which);
    if (error != std::errc()) {
      report_error() << "'" << path << "' does not begin with the number of a structure\n";
      return false;
    }
    if (which >= container_.n_structures()) {
      report_error() << "'" << path_ << "': there is no structure " << which << ", only " << container_.n_structures()
                     << '\n';
      return false;
    }
    return run(which, [&] {
      const std::string_view steps = path.substr(static_cast<std::size_t>(end - path.data()));
      if (container_.types().content)
        return print_object(which, steps);
      const std::vector<std::byte> bytes = stored_bytes(container_, which);
      const StoredStructure stored(container_.types(), bytes);
      automap::print_values(container_.types(), stored, steps, std::to_string(which), llvm::outs());
    });
  }

private:
  template <typename Body> bool run(std::uint64_t which, Body body) const {
    try {
      body();
      return true;
    } catch (const autolink::Failure &failure) {
      llvm::outs().flush();
      report_error() << "'" << path_ << "': structure " << which << ": " << text_of(failure) << '\n';
    } catch (const WrongPath &wrong) {
      llvm::outs().flush();
      report_error() << "'" << path_ << "': " << wrong.what() << '\n';
    }
    return false;
  }

  void print_object(std::uint64_t which, std::string_view steps) const {
    const std::string &description = container_.types().content->fields;
    if (description.empty())
      throw WrongPath("its objects have members whose names are not in the file");
    const autolink::object::Types types = autolink::object::read_object_types(description);
    const std::vector<std::vector<std::byte>> packets = content_packets(container_, which);
    const std::vector<std::span<const std::byte>> spans(packets.begin(), packets.end());
    // An item takes about a hundred bytes, and is rarely less than one in the file.
    const std::uint64_t limit_bytes = 256 * container_.length(which) + (std::uint64_t{16} << 20);
    const autolink::object::StoredObject stored(types, spans, limit_bytes);
    print_object_values(types, stored, steps, std::to_string(which), llvm::outs());
  }

  void print_structure(std::uint64_t which) const {
    const Types &types = container_.types();
    if (types.content) {
      llvm::outs() << "  " << which << ": " << content_bytes(container_, which) << " bytes\n";
      return;
    }
    const std::vector<std::byte> bytes = stored_bytes(container_, which);
    const StoredStructure stored(types, bytes);
    std::string text;
    for (std::uint32_t i = 0; i < types.classes.size(); ++i) {
      const std::uint64_t n = stored.n_nodes(i);
      if (n == 0)
        continue;
      const bool is_record = types.classes[i].kind == autolink::NodeKind::record;
      text += (text.empty() ? "" : ", ") + std::to_string(n) + " x " + types.name_of(i);
      if (!is_record)
        text += " (" + counted(stored.n_elements(i), "element") + ")";
    }
    llvm::outs() << "  " << which << ": " << bytes.size() << " bytes, " << (stored.is_null() ? "NULL" : text) << '\n';
  }

  const std::string path_;
  const Container container_;
};

} // namespace

int run_inspect(int argc, const char *const *argv) {
  std::optional<std::string> file;
  std::vector<std::string> paths;
  for (int i = 0; i < argc; ++i) {
    const std::string_view argument = argv[i];
    constexpr std::string_view values = "--values";
    if (argument == "--help" || argument == "-h") {
      llvm::outs() << usage;
      return 0;
    }
    if (argument == values && i + 1 < argc) {
      paths.emplace_back(argv[++i]);
    } else if (argument.starts_with(values) && argument.substr(values.size()).starts_with("=")) {
      paths.emplace_back(argument.substr(values.size() + 1));
    } else if (!argument.starts_with("-") && !file) {
      file = argument;
    } else {
      report_error() << "'" << argument << "' is not understood\n";
      llvm::errs() << usage;
      return 1;
    }
  }
  if (!file) {
    report_error() << "the file is missing\n";
    llvm::errs() << usage;
    return 1;
  }
  try {
    const Inspection inspection(*file);
    bool is_right = true;
    if (paths.empty()) {
      inspection.print_types();
      is_right = inspection.print_structures();
    }
    for (const std::string &path : paths)
      is_right = inspection.print_values(path) && is_right;
    return is_right ? 0 : 1;
  } catch (const autolink::Failure &failure) {
    report_error() << "'" << *file << "': " << text_of(failure) << '\n';
  } catch (const std::bad_alloc &) {
    report_error() << "'" << *file << "': memory ran out\n";
  }
  return 1;
}

} // namespace automap
