// automap: parse the options, run the stages, write the files.
#include "emit.h"
#include "frontend.h"
#include "names.h"
#include "options.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <map>

namespace {

using namespace automap;

llvm::raw_ostream &report_error() { return llvm::WithColor::error(llvm::errs(), "automap"); }

std::string file_name(const std::string &path) { return llvm::sys::path::filename(path).str(); }

/// A file that replaces its predecessor only when all of a run's files have been written.
class PendingFile {
public:
  static std::optional<PendingFile> write(const std::string &path,
                                          llvm::function_ref<void(llvm::raw_ostream &)> print) {
    auto file = llvm::sys::fs::TempFile::create(path + "-%%%%%%", llvm::sys::fs::all_read | llvm::sys::fs::all_write);
    if (!file) {
      report_error() << "cannot write '" << path << "': " << llvm::toString(file.takeError()) << '\n';
      return std::nullopt;
    }
    llvm::raw_fd_ostream out(file->FD, /*shouldClose=*/false);
    print(out);
    out.flush();
    PendingFile pending{path, std::move(*file)};
    if (out.has_error()) {
      report_error() << "cannot write '" << path << "': " << out.error().message() << '\n';
      out.clear_error();
      pending.discard();
      return std::nullopt;
    }
    return pending;
  }

  bool keep() {
    if (auto failure = file_.keep(path_)) {
      report_error() << "cannot write '" << path_ << "': " << llvm::toString(std::move(failure)) << '\n';
      discard();
      return false;
    }
    return true;
  }

  void discard() { llvm::consumeError(file_.discard()); }

private:
  PendingFile(std::string path, llvm::sys::fs::TempFile file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  llvm::sys::fs::TempFile file_;
};

/// Writes all of the files or none.
bool write_files(const std::vector<std::pair<std::string, llvm::function_ref<void(llvm::raw_ostream &)>>> &files) {
  std::vector<PendingFile> pending;
  for (const auto &[path, print] : files) {
    auto file = PendingFile::write(path, print);
    if (!file) {
      for (PendingFile &written : pending)
        written.discard();
      return false;
    }
    pending.push_back(std::move(*file));
  }
  bool ok = true;
  for (PendingFile &file : pending)
    ok = file.keep() && ok;
  return ok;
}

/// Two datatypes of one name, from two namespaces or two files, cannot stand in one program.
bool names_are_unique(const Survey &survey) {
  std::map<std::string, std::pair<const Record *, std::string>> owners;
  bool unique = true;
  for (const Record &record : survey.records)
    for (const Record::Datatype &datatype : record.datatypes) {
      const auto [owner, added] = owners.try_emplace(names::datatype(datatype.name), &record, datatype.name);
      if (added)
        continue;
      unique = false;
      const auto place = [](const Record &of) { return of.location.file + ":" + std::to_string(of.location.line); };
      report_error() << "both '" << owner->second.second << "' (" << place(*owner->second.first) << ") and '"
                     << datatype.name << "' (" << place(record) << ") would be called " << owner->first << '\n';
    }
  return unique;
}

bool has_datatypes(const Survey &survey) {
  for (const Record &record : survey.records)
    if (!record.datatypes.empty())
      return true;
  return false;
}

int run(const Options &options) {
  SurveyRequest request;
  request.inputs = options.inputs;
  request.build_dir = options.build_dir;
  request.compiler_args = options.compiler_args;
  request.output_path = options.output;
  request.type_patterns = options.types;
  request.all = options.all;
  request.ignore_pointers = options.ignore_pointers;
  if (options.format == Format::c)
    request.output_language = options.cxx_output() ? Language::cxx : Language::c;

  const SurveyResult result = run_survey(request);
  if (!result.parsed)
    return 1;
  const Survey &survey = result.survey;
  if (!result.refused && !options.all && !has_datatypes(survey)) {
    report_error() << "no struct is marked: write '/*~ AutoMap_TpUsed */' behind it, between '/*~ AutoMap_Begin */'"
                      " and '/*~ AutoMap_End */', or name it with --type\n";
    return 1;
  }

  std::vector<std::string> targets = {options.output};
  const auto print_depfile = [&](llvm::raw_ostream &out) { emit_depfile(survey, targets, out); };
  std::vector<std::pair<std::string, llvm::function_ref<void(llvm::raw_ostream &)>>> files;

  if (options.format != Format::c) {
    // What is known is shown even where something was refused: the refusal is part of it.
    const auto print = [&](llvm::raw_ostream &out) {
      options.format == Format::json ? emit_json(survey, out) : emit_text(survey, out);
    };
    if (options.output == "-")
      print(llvm::outs());
    else
      files.emplace_back(options.output, print);
    if (!options.depfile.empty())
      files.emplace_back(options.depfile, print_depfile);
    return write_files(files) && !result.refused ? 0 : 1;
  }

  if (result.refused || !names_are_unique(survey))
    return 1;
  CodeOptions code;
  code.cxx = options.cxx_output();
  code.header_name = file_name(names::header_for(options.output));
  code.source_name = file_name(options.output);
  code.suffix = options.suffix;
  targets.push_back(names::header_for(options.output));
  const auto print_source = [&](llvm::raw_ostream &out) { emit_source(survey, code, out); };
  const auto print_header = [&](llvm::raw_ostream &out) { emit_header(survey, code, out); };
  files.emplace_back(options.output, print_source);
  files.emplace_back(targets.back(), print_header);
  if (!options.depfile.empty())
    files.emplace_back(options.depfile, print_depfile);
  return write_files(files) ? 0 : 1;
}

} // namespace

int main(int argc, const char **argv) {
  const llvm::InitLLVM init(argc, argv);
  const auto options = parse_options(argc, argv);
  return options ? run(*options) : 1;
}
