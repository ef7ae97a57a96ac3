// Reports. See report.h.
#include "report.h"

#include "source_lines.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace automap::check {
namespace {

using Json = nlohmann::ordered_json;

/// In one piece, so that the ranks' reports do not mix.
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

std::string in_words(const Finding &finding, const SourcePlace &place, int rank) {
  std::string out = "automap-check: rank " + std::to_string(rank) + ": " + name_of(finding.kind) + ": " +
                    finding.call.name + " at " + place.where + '\n';
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
  if (!finding.type.empty() || finding.other)
    out += "  " + finding.role + " here: " + copies(finding.count, finding.type) + '\n';
  if (const auto &other = finding.other) {
    out += "  " + other->role + ": " + copies(other->count, other->type);
    if (!other->call.empty())
      out += ", by " + other->call;
    if (!other->where.empty())
      out += " at " + other->where;
    out += '\n';
  }
  if (const auto &difference = finding.difference) {
    out += "  first difference: element " + std::to_string(difference->index) + " is " +
           element(difference->mine) + " here";
    if (!difference->place.empty())
      out += " (" + difference->place + ')';
    out += ", " + element(difference->theirs) + " there\n";
  }
  return out;
}

Json in_json(const Finding &finding, const SourcePlace &place, int rank) {
  Json out = {{"kind", name_of(finding.kind)},
              {"rank", rank},
              {"call", finding.call.name},
              {"file", place.file},
              {"line", place.line},
              {"function", place.function},
              {"communicator", finding.communicator}};
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

std::string plural(std::int64_t n, const char *what) {
  return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

std::string to_line(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

const char *name_of(Kind kind) {
  static constexpr std::array<const char *, kind_count> names = {
      "type mismatch",      "bytes against types",  "different lengths", "truncation",
      "uncommitted type",   "freed type",           "overlapping type",  "origin and target differ",
      "accumulate's types", "buffer against etype", "type never freed"};
  return names[static_cast<std::size_t>(kind)];
}

void Reporter::start(const Settings &settings, int rank) {
  rank_ = rank;
  if (settings.log.empty())
    return;
  const std::string path = settings.log + '.' + std::to_string(rank);
  log_ = std::fopen(path.c_str(), "w");
  if (!log_)
    write_to_stderr("automap-check: rank " + std::to_string(rank) + ": cannot write " + path + '\n');
}

void Reporter::tell(const Finding &finding, Counters &counters) {
  const std::lock_guard lock(mutex_);
  ++counters.findings[static_cast<std::size_t>(finding.kind)];
  std::string other = finding.other ? finding.other->call + finding.other->where + finding.other->type : "";
  if (told_[{finding.kind, finding.call.address, std::move(other)}]++ > 0)
    return;
  const SourcePlace place = place_of_call(finding.call.address);
  write_to_stderr(in_words(finding, place, rank_));
  write_log(to_line(in_json(finding, place, rank_)));
}

void Reporter::summary(const Counters &mine, const Counters *total) {
  const std::lock_guard lock(mutex_);
  Json findings = Json::object();
  for (std::size_t i = 0; i < kind_count; ++i)
    if (mine.findings[i] > 0)
      findings[name_of(static_cast<Kind>(i))] = mine.findings[i];
  write_log(to_line({{"kind", "summary"},
                     {"rank", rank_},
                     {"messages", mine.messages},
                     {"collectives", mine.collectives},
                     {"one_sided", mine.one_sided},
                     {"file_accesses", mine.file_accesses},
                     {"shorter", mine.shorter},
                     {"partial", mine.partial},
                     {"packed", mine.packed},
                     {"skipped", mine.skipped},
                     {"findings", findings}}));
  if (log_)
    std::fclose(log_);
  log_ = nullptr;
  if (!total)
    return;
  std::string out = "automap-check: checked " + plural(total->messages, "message") + ", " +
                    plural(total->collectives, "collective call") + ", " +
                    plural(total->one_sided, "one-sided call") + ", " + std::to_string(total->file_accesses) +
                    (total->file_accesses == 1 ? " file access" : " file accesses");
  out += "; " + plural(total->shorter, "message") + " shorter than posted, " +
         std::to_string(total->partial) + " of them ending within a datatype";
  if (total->packed > 0)
    out += "; " + std::to_string(total->packed) + " with MPI_PACKED";
  if (total->skipped > 0)
    out += "; " + std::to_string(total->skipped) + " not checked";
  out += '\n';
  std::int64_t errors = 0;
  for (std::size_t i = 0; i < kind_count; ++i) {
    if (total->findings[i] == 0)
      continue;
    out += "automap-check:   " + std::to_string(total->findings[i]) + " x " + name_of(static_cast<Kind>(i)) +
           '\n';
    if (static_cast<Kind>(i) != Kind::leak)
      errors += total->findings[i];
  }
  if (errors == 0)
    out += "automap-check: no errors found\n";
  write_to_stderr(out);
}

void Reporter::write_log(const std::string &line) {
  if (!log_)
    return;
  std::fputs(line.c_str(), log_);
  std::fflush(log_); // the next call may end the program
}

} // namespace automap::check
