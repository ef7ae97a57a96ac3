// MPI calls as text. See calls.h.
#include "calls.h"

#include "model/names.h"

#include "layout/construction.h"

#include "llvm/ADT/StringExtras.h"

#include <variant>

namespace automap {
namespace {

using layout::ConstructionStep;
using Call = ConstructionStep::Call;

constexpr std::size_t most_items = 12, most_calls = 16;

class CallPrinter {
public:
  CallPrinter(const Record &record, const layout::Construction &steps)
      : steps_(steps),
        result_(names::datatype(record.datatypes.empty() ? record.qualified.empty() ? "type" : record.qualified
                                                         : record.datatypes.front().name)) {}

  std::string print(std::size_t index) const {
    const ConstructionStep &step = steps_[index];
    const std::string count = std::to_string(step.count), result = "&" + name(index) + ");";
    const auto call = [&](const char *function, std::initializer_list<std::string> arguments) {
      return std::string(function) + "(" + llvm::join(arguments, ", ") + ", " + result;
    };
    switch (step.call) {
    case Call::contiguous:
      return call("MPI_Type_contiguous", {count, operand(step.operands[0])});
    case Call::hvector:
      return call("MPI_Type_create_hvector", {count, std::to_string(step.blocklengths[0]), std::to_string(step.stride),
                                              operand(step.operands[0])});
    case Call::hindexed_block:
      return call("MPI_Type_create_hindexed_block", {count, std::to_string(step.blocklengths[0]),
                                                     numbers(step.displacements), operand(step.operands[0])});
    case Call::hindexed:
      return call("MPI_Type_create_hindexed",
                  {count, numbers(step.blocklengths), numbers(step.displacements), operand(step.operands[0])});
    case Call::create_struct:
      return call("MPI_Type_create_struct",
                  {count, numbers(step.blocklengths), numbers(step.displacements),
                   list(step.operands, [&](const layout::Operand &one) { return operand(one); })});
    case Call::resized:
      return call("MPI_Type_create_resized",
                  {operand(step.operands[0]), std::to_string(step.lower_bound), std::to_string(step.extent)});
    }
    return "";
  }

private:
  std::string name(std::size_t index) const {
    return index + 1 == steps_.size() ? result_ : "t" + std::to_string(index);
  }

  std::string operand(const layout::Operand &operand) const {
    if (const auto *basic = std::get_if<layout::BasicType>(&operand))
      return std::string(layout::mpi_name(basic->id));
    return name(std::get<std::size_t>(operand));
  }

  template <typename Item, typename Text> static std::string list(const std::vector<Item> &items, Text text) {
    std::string out = "{";
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i == most_items - 1 && items.size() > most_items)
        return out + ", … " + std::to_string(items.size() - i) + " more" + "}";
      out += (i == 0 ? "" : ", ") + text(items[i]);
    }
    return out + "}";
  }

  static std::string numbers(const std::vector<std::int64_t> &items) {
    return list(items, [](std::int64_t number) { return std::to_string(number); });
  }

  const layout::Construction &steps_;
  std::string result_;
};

} // namespace

std::vector<std::string> mpi_calls(const Record &record) {
  const layout::Construction steps =
      layout::construct(record.optimal.tree, static_cast<std::int64_t>(record.size_bytes));
  const CallPrinter printer(record, steps);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == most_calls - 2 && steps.size() > most_calls) {
      out.push_back("/* … " + std::to_string(steps.size() - i - 1) + " more calls … */");
      i = steps.size() - 1;
    }
    out.push_back(printer.print(i));
  }
  return out;
}

} // namespace automap
