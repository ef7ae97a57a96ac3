// Reads the headers of the C library and of the kernel with --all, and compares every mapped record, element by
// element, with gcc's debug information. Both read the same file, which includes several headers in one order, because
// a struct may depend on the headers before it. Headers that exclude each other are read separately.
//
// AUTOMAP_HEADER_STEP=10   reads every tenth header (default 4; 1 if AUTOMAP_TEST_ALL is set)
// AUTOMAP_HEADERS=all      also reads those of all other libraries, except for C++
#include "automap_run.h"
#include "layout_comparison.h"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <thread>

namespace automap::test {
namespace {

namespace fs = std::filesystem;

std::size_t header_step() {
  if (const char *given = std::getenv("AUTOMAP_HEADER_STEP"))
    return std::stoul(given);
  return test_all() ? 1 : 4;
}

/// Adds the C headers of all libraries, without <bits/…>, which may not be included directly.
void add_all_headers(const fs::path &machine, std::set<std::string> &found) {
  static const std::set<std::string> left_out = {"c++",   "bits", "mpi",   "mpich", "openmpi",
                                                 "clang", "node", "gtest", "gmock", "benchmark"};
  const auto add = [&](const fs::directory_entry &entry) {
    if (entry.path().extension() == ".h" && entry.is_regular_file())
      found.insert(entry.path());
  };
  for (const fs::path &root : {fs::path("/usr/include"), "/usr/include" / machine})
    for (const auto &entry : fs::directory_iterator(root)) {
      add(entry);
      const std::string name = entry.path().filename();
      if (entry.is_directory() && name != machine && !left_out.contains(name) && !name.starts_with("llvm-"))
        for (const auto &deeper : fs::recursive_directory_iterator(entry))
          add(deeper);
    }
}

/// Returns the headers of the C library and of the kernel, as listed by their packages, so that other installed
/// packages do not affect the test. Returns nothing if there is no dpkg.
std::vector<std::string> system_headers() {
  const Scratch scratch;
  std::set<std::string> found; // sorted, so that the same step always selects the same headers
  if (const char *which = std::getenv("AUTOMAP_HEADERS"); which && which == std::string("all")) {
    std::string machine = scratch.run("gcc -print-multiarch").out;
    add_all_headers(machine.erase(machine.find_last_not_of('\n') + 1), found);
  } else {
    std::istringstream listed(scratch
                                  .run("dpkg -L libc6-dev:$(dpkg --print-architecture) "
                                       "linux-libc-dev:$(dpkg --print-architecture)")
                                  .out);
    for (std::string path; std::getline(listed, path);)
      if (path.starts_with("/usr/include/") && path.ends_with(".h") && path.find("/bits/") == std::string::npos)
        found.insert(path);
  }
  const std::size_t step = header_step();
  std::vector<std::string> headers;
  std::size_t i = 0;
  for (const std::string &header : found)
    if (i++ % step == 0)
      headers.push_back(header);
  return headers;
}

/// Returns a sentence without the names in it.
std::string class_of(const std::string &reason) {
  std::string text;
  bool quoted = false;
  for (const char c : reason) {
    if (!quoted || c == '\'')
      text += c;
    quoted = quoted != (c == '\'');
  }
  return text;
}

/// Results to which all threads add.
struct Tally {
  std::mutex mutex;
  std::set<std::string> seen; // records, by place, name and layout
  std::map<std::string, unsigned> refused;
  std::vector<std::string> failures, unreadable, refused_although_possible;
  unsigned read = 0, skipped = 0, records = 0, mapped = 0, compared = 0;
  unsigned not_in_debug_info = 0, ambiguous = 0, beyond_oracle = 0;
};

using Headers = std::span<const std::string>;
constexpr std::size_t headers_at_once = 8;

/// Reads several headers as one file.
class HeaderReader {
public:
  HeaderReader(Headers headers, const Scratch &scratch, Tally &tally)
      : headers_(headers), scratch_(scratch), tally_(tally) {}

  void read();

private:
  void read_apart();
  void take(const llvm::json::Object &record);
  void compare(const llvm::json::Object &record, const std::string &shown);
  const std::string &real_path(const std::string &file);
  const DwarfLayouts::Record *in_debug_info(const llvm::json::Object &record, bool &ambiguous);
  void fail(const std::string &what) {
    const std::lock_guard lock(tally_.mutex);
    tally_.failures.push_back(shown_headers() + ": " + what);
  }
  std::string shown_headers() const {
    return headers_.front() + (headers_.size() > 1 ? " ... " + headers_.back() : "");
  }

  const Headers headers_;
  const Scratch &scratch_;
  Tally &tally_;
  std::optional<DwarfLayouts> layouts_;
  std::multimap<std::uint64_t, const DwarfLayouts::Record *> by_line_;
  std::map<std::string, std::string> real_paths_;
};

void HeaderReader::read_apart() {
  const std::size_t half = headers_.size() / 2;
  HeaderReader(headers_.first(half), scratch_, tally_).read();
  HeaderReader(headers_.subspan(half), scratch_, tally_).read();
}

void HeaderReader::read() {
  std::string includes;
  for (const std::string &header : headers_)
    includes += "#include \"" + header + "\"\n";
  scratch_.write("h.h", includes);
  const bool compiles =
      scratch_.run("gcc -x c -std=gnu17 -w -g -fno-eliminate-unused-debug-types -c h.h -o h.o").exit_code == 0;
  if (!compiles && headers_.size() > 1)
    return read_apart();
  const Finished run = run_automap(scratch_, "--format=json --all --system-headers --ignore-pointers h.h");
  if (run.exit_code < 0 || run.exit_code > 1) // the shell returns 128 + n for signal n
    return fail("exit code " + std::to_string(run.exit_code) + ": " + run.err.substr(0, 1000));
  if (run.exit_code != 0 && headers_.size() > 1)
    return read_apart();
  {
    const std::lock_guard lock(tally_.mutex);
    (compiles ? tally_.read : tally_.skipped) += static_cast<unsigned>(headers_.size());
    if (!compiles)
      return;
    if (run.exit_code != 0) {
      tally_.unreadable.push_back(headers_.front() + ": " + run.err.substr(0, 1000));
      return;
    }
  }
  auto json = llvm::json::parse(run.out);
  if (!json) {
    llvm::consumeError(json.takeError());
    return fail("no JSON: " + run.out.substr(0, 1000));
  }
  for (const llvm::json::Value &record : *json->getAsObject()->getArray("records"))
    take(*record.getAsObject());
}

const std::string &HeaderReader::real_path(const std::string &file) {
  const auto [known, added] = real_paths_.try_emplace(file);
  if (added)
    known->second = fs::weakly_canonical(file);
  return known->second;
}

void HeaderReader::take(const llvm::json::Object &record) {
  const llvm::StringRef status = *record.getString("status");
  const std::string shown = real_path(record.getString("file")->str()) + ":" +
                            std::to_string(*record.getInteger("line")) + ": " + record.getString("kind")->str() + " " +
                            record.getString("name")->str();
  if (status != "mapped" && (status != "refused" || record.getString("reason").value_or("").empty()))
    return fail(shown + " is " + status.str() + " without a reason");
  std::string layout; // distinguishes the variants of a record that depends on macros
  llvm::raw_string_ostream out(layout);
  out << shown << '|';
  if (const auto *typemap = record.getArray("typemap"))
    out << *record.getInteger("size") << '|' << llvm::json::Value(llvm::json::Array(*typemap));
  {
    const std::lock_guard lock(tally_.mutex);
    if (!tally_.seen.insert(layout).second)
      return;
    ++tally_.records;
    if (status == "mapped")
      ++tally_.mapped;
    else
      ++tally_.refused[class_of(record.getString("reason")->str())];
  }
  compare(record, shown);
}

/// Finds a record by its place and name. Unnamed ones on one line, from a macro, cannot be distinguished.
const DwarfLayouts::Record *HeaderReader::in_debug_info(const llvm::json::Object &record, bool &ambiguous) {
  if (!layouts_) {
    layouts_.emplace(scratch_ / "h.o");
    for (const DwarfLayouts::Record &each : layouts_->records())
      by_line_.emplace(each.line, &each);
  }
  const std::string name = record.getString("qualified")->str();
  const std::string file = real_path(record.getString("file")->str());
  std::vector<const DwarfLayouts::Record *> candidates;
  const auto [first, last] = by_line_.equal_range(static_cast<std::uint64_t>(*record.getInteger("line")));
  for (auto each = first; each != last; ++each)
    if (real_path(each->second->file) == file && (each->second->name.empty() || each->second->name == name))
      candidates.push_back(each->second);
  if (const DwarfLayouts::Record *named = name.empty() ? nullptr : layouts_->find(name))
    if (candidates.size() != 1)
      return named;
  ambiguous = candidates.size() > 1;
  return candidates.size() == 1 ? candidates.front() : nullptr;
}

void HeaderReader::compare(const llvm::json::Object &record, const std::string &shown) {
  bool ambiguous = false;
  const DwarfLayouts::Record *known = in_debug_info(record, ambiguous);
  const Flattened oracle =
      known ? layouts_->flatten(*known, {.ignore_pointers = true, .annotations = {}}) : Flattened{};
  const bool mapped = *record.getString("status") == "mapped";
  if (mapped && known && oracle.refusal.empty()) {
    if (static_cast<std::uint64_t>(*record.getInteger("size")) != known->size_bytes)
      return fail(shown + ": automap's size is " + std::to_string(*record.getInteger("size")) +
                  ", that of debug information " + std::to_string(known->size_bytes));
    std::string wrong = difference(elements_of(record), oracle.elements);
    if (wrong.empty() && record.get("holes"))
      wrong = misplaced_hole(record, oracle);
    if (!wrong.empty())
      return fail(shown + ": " + wrong);
  }
  const std::lock_guard lock(tally_.mutex);
  if (!known)
    ++(ambiguous ? tally_.ambiguous : tally_.not_in_debug_info);
  else if (mapped && oracle.beyond_oracle)
    ++tally_.beyond_oracle;
  else if (mapped && !oracle.refusal.empty())
    tally_.failures.push_back(shown_headers() + ": " + shown + ": mapped, although: " + oracle.refusal);
  else if (mapped)
    ++tally_.compared;
  else if (oracle.refusal.empty())
    tally_.refused_although_possible.push_back(shown + ": " + record.getString("reason")->str());
}

using SystemHeaders = AskingCompilers<>;

TEST_F(SystemHeaders, AreWhatGccMakesOfThem) {
  const std::vector<std::string> headers = system_headers();
  if (headers.empty())
    GTEST_SKIP() << "dpkg does not list the headers of libc6-dev and linux-libc-dev; AUTOMAP_HEADERS=all "
                    "takes those of all libraries";
  Tally tally;
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned n = std::max(1u, std::thread::hardware_concurrency()); n > 0; --n)
    threads.emplace_back([&] {
      const Scratch scratch;
      for (std::size_t i; (i = next.fetch_add(headers_at_once)) < headers.size();)
        HeaderReader(Headers(headers).subspan(i, std::min(headers_at_once, headers.size() - i)), scratch, tally).read();
    });
  for (std::thread &thread : threads)
    thread.join();

  unsigned refused = 0;
  for (const auto &[reason, count] : tally.refused)
    refused += count;
  std::cout << headers.size() << " headers: " << tally.read << " read, " << tally.skipped
            << " skipped, which do not compile alone, " << tally.unreadable.size() << " read by gcc only\n"
            << tally.records << " records: " << tally.mapped << " mapped, " << refused << " refused\n"
            << tally.compared << " compared with debug information; of the others " << tally.not_in_debug_info
            << " are not in it, " << tally.ambiguous << " are one of several unnamed in a line, " << tally.beyond_oracle
            << " have types or sizes that the oracle cannot tell\n";
  for (const auto &[reason, count] : tally.refused)
    std::cout << "  refused " << count << ": " << reason << '\n';
  for (const std::string &line : tally.refused_although_possible)
    std::cout << "  refused although there is a layout: " << line << '\n';
  for (const std::string &line : tally.unreadable)
    std::cout << "  not read: " << line << '\n';
  RecordProperty("headers", static_cast<int>(tally.read));
  RecordProperty("headers_skipped", static_cast<int>(tally.skipped));
  RecordProperty("records", static_cast<int>(tally.records));
  RecordProperty("records_mapped", static_cast<int>(tally.mapped));
  RecordProperty("records_refused", static_cast<int>(refused));
  RecordProperty("records_compared", static_cast<int>(tally.compared));

  EXPECT_LE(tally.unreadable.size(), tally.read / 100);
  for (const std::string &failure : tally.failures)
    ADD_FAILURE() << failure;
  EXPECT_GE(tally.compared, header_step() == 1 ? 500u : 50u);
}

} // namespace
} // namespace automap::test
