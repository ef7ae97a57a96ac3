// Source lines. See source_lines.h.
#include "source_lines.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace automap::check {
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
          program.to =
              std::max<std::uintptr_t>(program.to, info->dlpi_addr + header.p_vaddr + header.p_memsz);
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
    if (dwfl_ &&
        (dwfl_linux_proc_report(dwfl_, getpid()) != 0 || dwfl_report_end(dwfl_, nullptr, nullptr) != 0)) {
      dwfl_end(dwfl_);
      dwfl_ = nullptr;
    }
  }

  SourcePlace find(std::uintptr_t address) {
    SourcePlace out;
    if (Dwfl_Module *module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr) {
      if (const char *name = dwfl_module_addrname(module, address)) {
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> plain(
            abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
        out.function = status == 0 && plain ? plain.get() : name;
      }
      if (Dwfl_Line *line = dwfl_module_getsrc(module, address)) {
        if (const char *file = dwfl_lineinfo(line, nullptr, &out.line, nullptr, nullptr, nullptr))
          out.file = file;
      }
    }
    if (!out.file.empty()) {
      const auto slash = out.file.rfind('/');
      out.where =
          out.file.substr(slash == std::string::npos ? 0 : slash + 1) + ':' + std::to_string(out.line);
    } else {
      Dl_info info{};
      char text[32];
      if (dladdr(reinterpret_cast<void *>(address), &info) && info.dli_fname) {
        std::snprintf(text, sizeof text, "+0x%zx",
                      address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
        out.where = std::string(info.dli_fname) + text;
      } else {
        std::snprintf(text, sizeof text, "0x%zx", address);
        out.where = text;
      }
    }
    if (!out.function.empty())
      out.where += " (" + out.function + ')';
    return out;
  }

private:
  Dwfl_Callbacks callbacks_{};
  Dwfl *dwfl_ = nullptr;
};

} // namespace

SourcePlace place_of_call(const void *return_address) {
  if (!return_address)
    return {"", 0, "", "an unknown place"};
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static std::unordered_map<const void *, SourcePlace> known;
  const auto found = known.find(return_address);
  if (found != known.end())
    return found->second;
  static auto *lines = new Lines; // for as long as the program runs
  const std::uintptr_t call = reinterpret_cast<std::uintptr_t>(return_address) - 1;
  SourcePlace out = lines->find(call);
  if (out.file.empty()) { // perhaps in a library that was loaded later
    delete lines;
    lines = new Lines;
    out = lines->find(call);
  }
  return known.emplace(return_address, std::move(out)).first->second;
}

std::uint64_t place_in_program(const void *address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return program().from <= at && at < program().to ? at - program().base + 1 : 0;
}

const void *address_in_program(std::uint64_t place) {
  return reinterpret_cast<const void *>(program().base + place - 1);
}

std::uint32_t program_number() { return program().number; }

} // namespace automap::check
