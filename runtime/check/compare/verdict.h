// The verdict on a message: whether what a call receives matches what the message's record says was sent.
#pragma once

#include "check/state/checker.h"
#include "check/state/record.h"

#include <cstdint>

namespace automap::check {

/// Compares `times` messages, all received as `receive` says, with the record that describes each of them. Counts them,
/// and reports those that do not match.
void judge(Checker &checker, const Receive &receive, const ReceivedRecord &record, std::int64_t times);

/// Reports a truncated receive whose record has not come.
void report_truncation(Checker &checker, const Receive &receive);

} // namespace automap::check
