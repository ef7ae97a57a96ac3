// Sending and receiving the contents of planned structures (AL_Plan_create).
#pragma once

#include "receiving.h"
#include "sending.h"

#include "core/repeat/content_reader.h"
#include "core/repeat/content_writer.h"
#include "core/repeat/planned.h"

#include <memory>

/// The object that an AL_Plan points at. Transfers keep its structure.
struct AL_PlanObject {
  std::shared_ptr<autolink::PlannedStructure> structure;
};

namespace autolink {

struct ContentWriterBase {
  ContentWriter writer;
};

class SendingContents : private ContentWriterBase, public SendingStream {
public:
  SendingContents(std::shared_ptr<PlannedStructure> plan, const Destination &to, bool only_changed);

  bool step() override;
};

class PlannedContents : public StreamContents {
public:
  PlannedContents(ContentReader &reader, std::uint64_t limit_bytes)
      : StreamContents(reader.sink(), limit_bytes), reader_(reader) {}

  void end() noexcept override { reader_.roll_back(); }

private:
  ContentReader &reader_;
};

class ReceivingContents : public Receiving {
public:
  ReceivingContents(std::shared_ptr<PlannedStructure> plan, int source, int tag, MPI_Comm comm);

private:
  ContentReader reader_;
  PlannedContents contents_;
};

} // namespace autolink
