// Source lines. See source_lines.h.
#include "source_lines.h"

#include "own_stack.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>
#include <unordered_map>

namespace automap::source {
namespace {

struct Program {
  std::uintptr_t base = 0, from = 0, to = 0; // where it is loaded, and the range of its code
  std::uint32_t number = 0;
};

Program find_program() {
  Program out;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *data) {
        auto &program = *static_cast<Program *>(data);
        program.base = info->dlpi_addr;
        program.from = UINTPTR_MAX;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto &header = info->dlpi_phdr[i];
          if (header.p_type != PT_LOAD || !(header.p_flags & PF_X))
            continue;
          program.from = std::min<std::uintptr_t>(program.from, info->dlpi_addr + header.p_vaddr);
          program.to = std::max<std::uintptr_t>(program.to, info->dlpi_addr + header.p_vaddr + header.p_memsz);
        }
        return 1; // the executable comes first
      },
      &out);
  struct stat status{};
  if (stat("/proc/self/exe", &status) == 0) {
    std::uint64_t x = static_cast<std::uint64_t>(status.st_size) * 0x9e3779b97f4a7c15 +
                      static_cast<std::uint64_t>(status.st_mtim.tv_nsec) * 0xff51afd7ed558ccd +
                      static_cast<std::uint64_t>(status.st_mtim.tv_sec);
    out.number = static_cast<std::uint32_t>(x ^ x >> 32);
  }
  return out;
}

const Program &program() {
  static const Program out = find_program();
  return out;
}

class Lines {
public:
  Lines() {
    static char *no_path = nullptr;
    callbacks_.find_elf = dwfl_linux_proc_find_elf;
    callbacks_.find_debuginfo = dwfl_standard_find_debuginfo;
    callbacks_.debuginfo_path = &no_path;
    dwfl_ = dwfl_begin(&callbacks_);
    if (dwfl_ && (dwfl_linux_proc_report(dwfl_, getpid()) != 0 || dwfl_report_end(dwfl_, nullptr, nullptr) != 0)) {
      dwfl_end(dwfl_);
      dwfl_ = nullptr;
    }
  }

  /// Reads an executable that this process does not run.
  explicit Lines(const std::string &path) {
    callbacks_.find_debuginfo = dwfl_standard_find_debuginfo;
    callbacks_.section_address = dwfl_offline_section_address;
    dwfl_ = dwfl_begin(&callbacks_);
    Dwfl_Module *const module = dwfl_ ? dwfl_report_offline(dwfl_, path.c_str(), path.c_str(), -1) : nullptr;
    if (dwfl_)
      dwfl_report_end(dwfl_, nullptr, nullptr);
    if (!module || !dwfl_module_getelf(module, &bias_))
      dwfl_ = nullptr;
  }

  /// Returns by how much addresses are greater than in the executable's file.
  std::uintptr_t bias() const { return bias_; }

  /// Whether an address is in the program, or in a library that was loaded when this object was created.
  bool knows(std::uintptr_t address) const { return dwfl_ && dwfl_addrmodule(dwfl_, address); }

  /// Returns the function at an address; empty: not known. Uses the symbol table, and reads no debug information.
  std::string function_at(std::uintptr_t address) const {
    Dwfl_Module *const module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    const char *const name = module ? dwfl_module_addrname(module, address) : nullptr;
    return name ? plain_name(name) : "";
  }

  /// Returns the places of an address, the innermost function first. A function that the compiler has inlined into
  /// another has no frame of its own.
  std::vector<SourcePlace> find(std::uintptr_t address) {
    std::vector<SourcePlace> out;
    SourcePlace place;
    if (Dwfl_Module *module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr) {
      if (const char *path = dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr))
        place.module = std::filesystem::path(path).filename();
      place.function = function_at(address);
      Dwarf_Addr bias = 0;
      Dwarf_Die *const unit = unit_at(module, address, bias);
      if (Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, address - bias) : nullptr) {
        dwarf_lineno(line, &place.line);
        if (const char *file = dwarf_linesrc(line, nullptr, nullptr))
          place.file = file;
        out = inlined_at(unit, address - bias, place);
      }
    }
    out.push_back(std::move(place));
    for (SourcePlace &each : out)
      each.where = to_text(each, address);
    return out;
  }

private:
  using Scopes = std::unique_ptr<Dwarf_Die, decltype(&std::free)>;

  /// Returns the name of a function as in the source, without what a compiler appends to the name of a part
  /// of it
  /// (".cold"). Names that are not mangled are left alone: the demangler would read them as types, f as
  /// float.
  static std::string plain_name(const char *linked) {
    int status = 0;
    const std::string name(linked, std::strcspn(linked, "."));
    if (!name.starts_with("_Z"))
      return name;
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && plain ? plain.get() : name;
  }

  static std::string name_of(Dwarf_Die &function) {
    Dwarf_Attribute attribute;
    const char *linked = dwarf_formstring(dwarf_attr_integrate(&function, DW_AT_linkage_name, &attribute));
    const char *name = linked ? linked : dwarf_diename(&function);
    return name ? plain_name(name) : "";
  }

  /// Returns the compilation unit of an address, and by how much addresses in its debug information are smaller.
  /// libdwfl finds units by .debug_aranges, which Clang does not write.
  static Dwarf_Die *unit_at(Dwfl_Module *module, std::uintptr_t address, Dwarf_Addr &bias) {
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias);
    if (!unit)
      do
        unit = dwfl_module_nextcu(module, unit, &bias);
      while (unit && dwarf_haspc(unit, address - bias) != 1);
    return unit;
  }

  /// Returns the places in the functions that are inlined at `address` of the debug information. `place` comes in as
  /// the line there, and becomes where the outermost of them is called.
  static std::vector<SourcePlace> inlined_at(Dwarf_Die *unit, Dwarf_Addr address, SourcePlace &place) {
    std::vector<SourcePlace> out;
    Dwarf_Die *found = nullptr;
    if (dwarf_getscopes(unit, address, &found) <= 0)
      return out;
    const Scopes around(found,
                        &std::free); // only the first is needed: the rest is that of the abstract function
    const int n = dwarf_getscopes_die(&around.get()[0], &found);
    if (n <= 0)
      return out;
    const Scopes scopes(found, &std::free);
    Dwarf_Files *files = nullptr;
    dwarf_getsrcfiles(unit, &files, nullptr);
    for (int i = 0; i < n && dwarf_tag(&scopes.get()[i]) != DW_TAG_subprogram; ++i) {
      Dwarf_Die &scope = scopes.get()[i];
      Dwarf_Attribute attribute;
      Dwarf_Word file = 0, line = 0;
      if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine ||
          dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &attribute), &file) != 0 ||
          dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &attribute), &line) != 0)
        continue;
      const char *name = files ? dwarf_filesrc(files, file, nullptr, nullptr) : nullptr;
      if (!name)
        continue;
      out.push_back(place);
      out.back().function = name_of(scope);
      place.file = name;
      place.line = static_cast<int>(line);
    }
    return out;
  }

  static std::string to_text(const SourcePlace &place, std::uintptr_t address) {
    std::string out;
    Dl_info info{};
    char text[32];
    if (!place.file.empty()) {
      out = std::filesystem::path(place.file).filename().string() + ':' + std::to_string(place.line);
    } else if (dladdr(reinterpret_cast<void *>(address), &info) && info.dli_fname) {
      std::snprintf(text, sizeof text, "+0x%zx", address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
      out = std::string(info.dli_fname) + text;
    } else {
      std::snprintf(text, sizeof text, "0x%zx", address);
      out = text;
    }
    return place.function.empty() ? out : out + " (" + place.function + ')';
  }

  Dwfl_Callbacks callbacks_{};
  Dwfl *dwfl_ = nullptr;
  Dwarf_Addr bias_ = 0;
};

bool is_mpi_for_fortran(const void *address) {
  Dl_info info{};
  if (!dladdr(address, &info) || !info.dli_fname)
    return false;
  const std::string name = std::filesystem::path(info.dli_fname).filename();
  return name.starts_with("libmpichf") || name.starts_with("libmpi_mpifh") || name.starts_with("libmpi_usempi");
}

/// Whether a function is one of the public AM_ and AL_ functions. These are C functions, so their names have no colon.
bool is_function_of_automap(const std::string &name) {
  return (name.starts_with("AM_") || name.starts_with("AL_")) && name.find(':') == std::string::npos;
}

} // namespace

namespace {

std::mutex mutex; // guards the Lines and the table of known places

std::uintptr_t call_before(const void *return_address) { return reinterpret_cast<std::uintptr_t>(return_address) - 1; }

/// Returns Lines that know `address` if any can. Reads the loaded libraries anew if there may be more.
Lines &lines_for(std::uintptr_t address) {
  static Lines *lines = nullptr; // never freed: used until the program has ended
  if (!lines || !lines->knows(address)) {
    delete lines;
    lines = new Lines;
  }
  return *lines;
}

/// Returns the places of the call instruction before `return_address`. The result is never freed.
const std::vector<SourcePlace> &frames_of_call(const void *return_address) {
  const std::lock_guard lock(mutex);
  static auto *const known = new std::unordered_map<const void *, std::vector<SourcePlace>>;
  const auto found = known->find(return_address);
  if (found != known->end())
    return found->second;
  std::vector<SourcePlace> out;
  on_own_stack([&] {
    const std::uintptr_t call = call_before(return_address);
    out = lines_for(call).find(call);
  });
  return known->emplace(return_address, std::move(out)).first->second;
}

/// Returns the name of the function that makes this call.
std::string function_of_call(const void *return_address) {
  const std::lock_guard lock(mutex);
  std::string out;
  on_own_stack([&] {
    const std::uintptr_t call = call_before(return_address);
    out = lines_for(call).function_at(call);
  });
  return out;
}

} // namespace

SourcePlace place_of_call(const void *return_address) {
  if (!return_address)
    return {"", 0, "", "", "an unknown place"};
  return frames_of_call(return_address).front();
}

const void *caller_of(const Call &call) {
  if (place_in_program(call.address) != 0 || !call.stack)
    return call.address;
  for (std::size_t i = 0; i < call.stack->depth; ++i)
    if (!is_mpi_for_fortran(call.stack->addresses[i]))
      return call.stack->addresses[i];
  return call.address;
}

Call call_of_program(const CallInProgress &call) {
  Call out;
  if (call.is_of_mpi)
    out = {call.name ? call.name : "a call of MPI", call.addresses[0], nullptr};
  for (std::size_t i = 0; i + 1 < call.addresses.size(); ++i) {
    const std::string function = function_of_call(call.addresses[i]);
    if (is_function_of_automap(function))
      out = {frames_of_call(call.addresses[i]).back().function.c_str(), call.addresses[i + 1], nullptr};
    if (function == "main")
      break;
  }
  return out;
}

std::vector<SourcePlace> places_of(const Call &call) {
  const void *const caller = caller_of(call);
  std::vector<SourcePlace> out;
  for (std::size_t i = 0; call.stack && i < call.stack->depth; ++i) {
    if (out.empty() && call.stack->addresses[i] != caller)
      continue;
    const std::vector<SourcePlace> &frames = frames_of_call(call.stack->addresses[i]);
    const SourcePlace &outermost = frames.back();
    if (outermost.module.starts_with("libc.so") || outermost.module.starts_with("libpthread"))
      break;
    out.insert(out.end(), frames.begin(), frames.end());
    if (outermost.function == "main")
      break;
  }
  if (out.empty())
    out.push_back(place_of_call(caller));
  return out;
}

std::uint64_t place_in_program(const void *address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return program().from <= at && at < program().to ? at - program().base + 1 : 0;
}

const void *address_in_program(std::uint64_t place) {
  return reinterpret_cast<const void *>(program().base + place - 1);
}

std::uint32_t program_number() { return program().number; }

std::string program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

namespace {

/// The other executables of this job: their paths, and their lines once they are needed.
struct OtherProgram {
  std::string path;
  std::unique_ptr<Lines> lines;
};
std::unordered_map<std::uint32_t, OtherProgram> &other_programs() {
  static auto *const out = new std::unordered_map<std::uint32_t, OtherProgram>; // never freed: see lines_for()
  return *out;
}

} // namespace

void note_other_program(std::uint32_t number, const std::string &path) {
  const std::lock_guard lock(mutex);
  other_programs()[number].path = path;
}

SourcePlace place_of_call_in(std::uint32_t number, std::uint64_t place) {
  if (place == 0)
    return {};
  if (number == program_number())
    return place_of_call(address_in_program(place));
  const std::lock_guard lock(mutex);
  const auto found = other_programs().find(number);
  if (found == other_programs().end())
    return {};
  OtherProgram &other = found->second;
  SourcePlace out;
  on_own_stack([&] {
    if (!other.lines)
      other.lines = std::make_unique<Lines>(other.path);
    out = other.lines->find(place - 2 + other.lines->bias()).front(); // one less for the call, one as places begin at 1
  });
  return out.file.empty() ? SourcePlace() : out;
}

} // namespace automap::source
