// Reports. See report.h.
#include "report.h"

#include "source.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace automap::check {
namespace {

using Json = nlohmann::ordered_json;

/// Writes a text at once, so that the ranks' reports do not mix.
void write_to_stderr(const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(STDERR_FILENO, text.data() + done, text.size() - done);
    if (n <= 0)
      return;
    done += static_cast<std::size_t>(n);
  }
}

std::string copies(std::int64_t count, const std::string &type) {
  if (type.empty())
    return std::to_string(count) + " of a datatype whose tree is not known";
  return std::to_string(count) + " x " + type;
}

std::string element(const std::string &name) { return name.empty() ? "missing" : name; }

std::string to_text(const Finding &finding, const std::vector<SourcePlace> &stack, int rank) {
  std::string out = "automap-check: rank " + std::to_string(rank) + ": " + name_of(finding.kind) + ": " +
                    finding.call.name + " at " + stack[0].where + '\n';
  for (std::size_t i = 1; i < stack.size(); ++i)
    out += (i == 1 ? "  called from " : ", from ") + stack[i].where + (i + 1 == stack.size() ? "\n" : "");
  if (finding.peer >= 0 || finding.tag || !finding.communicator.empty()) {
    out += "  ";
    if (finding.peer >= 0) {
      out += "with rank " + std::to_string(finding.peer);
      if (finding.peer_in_world >= 0 && finding.peer_in_world != finding.peer)
        out += " (rank " + std::to_string(finding.peer_in_world) + " of MPI_COMM_WORLD)";
      out += ", ";
    }
    if (finding.tag)
      out += "tag " + std::to_string(*finding.tag) + ", ";
    out += finding.communicator.empty() ? "an unnamed communicator" : finding.communicator;
    out += '\n';
  }
  if (!finding.detail.empty())
    out += "  " + finding.detail + '\n';
  const bool has_data = !finding.role.empty();
  if (has_data && (!finding.type.empty() || finding.other))
    out += "  " + finding.role + " here: " + copies(finding.count, finding.type) + '\n';
  if (const auto &other = finding.other; has_data && other) {
    out += "  " + other->role + ": " + copies(other->count, other->type);
    if (!other->call.empty())
      out += ", by " + other->call;
    if (!other->where.empty())
      out += " at " + other->where;
    out += '\n';
  }
  if (const auto &difference = finding.difference) {
    out += "  first difference: element " + std::to_string(difference->index) + " is " + element(difference->mine) +
           " here";
    if (!difference->place.empty())
      out += " (" + difference->place + ')';
    out += ", " + element(difference->theirs) + " there\n";
  }
  return out;
}

Json json_of(const Finding &finding, const std::vector<SourcePlace> &stack, int rank) {
  const SourcePlace &place = stack[0];
  Json out = {{"kind", name_of(finding.kind)},
              {"rank", rank},
              {"call", finding.call.name},
              {"file", place.file},
              {"line", place.line},
              {"function", place.function},
              {"communicator", finding.communicator}};
  for (const SourcePlace &caller : stack)
    out["stack"].push_back({{"file", caller.file}, {"line", caller.line}, {"function", caller.function}});
  if (finding.peer >= 0) {
    out["peer"] = finding.peer;
    if (finding.peer_in_world >= 0)
      out["peer_in_world"] = finding.peer_in_world;
  }
  if (finding.tag)
    out["tag"] = *finding.tag;
  if (!finding.type.empty() || finding.other)
    out["mine"] = {{"role", finding.role}, {"count", finding.count}, {"type", finding.type}};
  if (const auto &other = finding.other)
    out["other"] = {{"role", other->role}, {"count", other->count}, {"type", other->type},
                    {"call", other->call}, {"file", other->file},   {"line", other->line}};
  if (const auto &difference = finding.difference)
    out["difference"] = {{"element", difference->index},
                         {"mine", difference->mine},
                         {"other", difference->theirs},
                         {"place", difference->place}};
  if (!finding.detail.empty())
    out["detail"] = finding.detail;
  return out;
}

std::string plural(std::int64_t n, const char *what) { return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s"); }

/// The part of the program that the summary covers if no error has been found.
enum class Scope { all, what_was_checked, all_but_what_ends };

/// Returns the words for no errors. `others`: something has been reported that is no error.
std::string nothing_found(Scope scope, bool others) {
  const bool is_all = !others && scope != Scope::all_but_what_ends;
  return std::string(is_all ? "no errors found" : "nothing else found") +
         (scope == Scope::all ? "" : " in what was checked");
}

/// Returns what was checked, and what of it was wrong.
std::string to_text(const Counters &counters, Scope scope) {
  std::string out = "checked " + plural(counters.messages, "message") + ", " +
                    plural(counters.collectives, "collective call") + ", " +
                    plural(counters.one_sided, "one-sided call") + ", " + std::to_string(counters.file_accesses) +
                    (counters.file_accesses == 1 ? " file access" : " file accesses");
  out += "; " + plural(counters.shorter, "message") + " shorter than posted, " + std::to_string(counters.partial) +
         " of them ending within a datatype";
  if (counters.packed > 0)
    out += "; " + std::to_string(counters.packed) + " with MPI_PACKED";
  if (counters.skipped > 0)
    out += "; " + std::to_string(counters.skipped) + " not checked";
  out += '\n';
  std::int64_t errors = 0, others = 0;
  for (std::size_t i = 0; i < kind_count; ++i) {
    if (counters.findings[i] == 0)
      continue;
    out += "automap-check:   " + std::to_string(counters.findings[i]) + " x " + name_of(static_cast<Kind>(i)) + '\n';
    (is_error(static_cast<Kind>(i)) ? errors : others) += counters.findings[i];
  }
  return errors == 0 ? out + "automap-check: " + nothing_found(scope, others > 0) + '\n' : out;
}

Json json_of(const Counters &counters, int rank) {
  Json findings = Json::object();
  for (std::size_t i = 0; i < kind_count; ++i)
    if (counters.findings[i] > 0)
      findings[name_of(static_cast<Kind>(i))] = counters.findings[i];
  return {{"kind", "summary"},
          {"rank", rank},
          {"messages", counters.messages},
          {"collectives", counters.collectives},
          {"one_sided", counters.one_sided},
          {"file_accesses", counters.file_accesses},
          {"shorter", counters.shorter},
          {"partial", counters.partial},
          {"packed", counters.packed},
          {"skipped", counters.skipped},
          {"findings", findings}};
}

std::string to_line(const Json &json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'; }

} // namespace

const char *name_of(Kind kind) {
  static constexpr std::array<const char *, kind_count> names = {"type mismatch",
                                                                 "bytes against types",
                                                                 "different lengths",
                                                                 "truncation",
                                                                 "message in parts",
                                                                 "uncommitted type",
                                                                 "freed type",
                                                                 "overlapping type",
                                                                 "origin and target differ",
                                                                 "accumulate's types",
                                                                 "buffer against etype",
                                                                 "different collective calls",
                                                                 "different roots",
                                                                 "different operations",
                                                                 "access beyond the window",
                                                                 "overlapping receives",
                                                                 "message never received",
                                                                 "request never completed",
                                                                 "message ends within a datatype",
                                                                 "type never freed",
                                                                 "communicator never freed",
                                                                 "group never freed",
                                                                 "operation never freed",
                                                                 "window never freed",
                                                                 "file never closed",
                                                                 "request never freed"};
  return names[static_cast<std::size_t>(kind)];
}

void Reporter::start(const Settings &settings, int rank, bool spawned) {
  rank_ = rank;
  if (settings.log.empty())
    return;
  const std::string path = settings.log + '.' + std::to_string(rank) + (spawned ? '.' + std::to_string(getpid()) : "");
  log_ = std::fopen(path.c_str(), "w");
  if (!log_)
    write_to_stderr("automap-check: rank " + std::to_string(rank) + ": cannot write " + path + ": " +
                    std::strerror(errno) + '\n');
}

void Reporter::report(const Finding &finding, Counters &counters) {
  const std::lock_guard lock(mutex_);
  counters.findings[static_cast<std::size_t>(finding.kind)] += finding.times;
  std::string other = finding.other ? finding.other->call + finding.other->where + finding.other->type : "";
  if (reported_[{finding.kind, caller_of(finding.call), std::move(other)}]++ > 0)
    return;
  const std::vector<SourcePlace> stack = places_of(finding.call);
  write_to_stderr(to_text(finding, stack, rank_));
  write_log(to_line(json_of(finding, stack, rank_)));
}

void Reporter::summary(const Counters &mine, const Counters *total) {
  const std::lock_guard lock(mutex_);
  end_log(to_line(json_of(mine, rank_)));
  if (total)
    write_to_stderr("automap-check: " +
                    to_text(*total, total->skipped + total->packed > 0 ? Scope::what_was_checked : Scope::all));
}

void Reporter::write_early_summary(const std::string &how, bool by_error, const Counters &mine,
                                   std::int64_t uncompared) {
  const std::lock_guard lock(mutex_);
  Json json = json_of(mine, rank_);
  if (uncompared > 0)
    json["uncompared"] = uncompared;
  json["end"] = how;
  end_log(to_line(json));
  std::string text = "automap-check: rank " + std::to_string(rank_) + ": " + how + "; " +
                     to_text(mine, by_error ? Scope::all_but_what_ends : Scope::what_was_checked);
  if (uncompared > 0)
    text += "automap-check:   " + std::to_string(uncompared) + text_of_uncompared + '\n';
  write_to_stderr(text);
}

void Reporter::end_log(const std::string &summary) {
  write_log(summary);
  if (log_)
    std::fclose(log_);
  log_ = nullptr;
}

void Reporter::write_log(const std::string &line) {
  if (!log_)
    return;
  std::fputs(line.c_str(), log_);
  std::fflush(log_); // the next call may end the program
}

} // namespace automap::check
