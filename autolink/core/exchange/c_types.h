// The structs of a C program as C++ objects meet them: values and pointers in the order in which they lie in memory.
#pragma once

#include "core/plan/description.h"
#include "core/plan/node_plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autolink::exchange {

/// Adjacent values of one type, or a pointer.
struct Leaf {
  enum Kind : std::uint8_t { value, link, array, string, other_pointer } kind = value;
  std::uint32_t basic = AL_BYTE;   // values: AL_CHAR … AL_BYTE
  std::uint64_t offset = 0;        // bytes from the beginning of the record
  std::uint64_t count = 1;         // values; the parts of complex ones count each
  std::uint32_t node_class = 0;    // pointers: what they lead to
  std::uint32_t length = no_class; // array: the number of the leaf that is its length, if there is one
  std::string name;                // if it is known

  /// Returns the bytes of a value.
  std::uint64_t size() const { return form_of(basic).size; }
  /// Returns the form of a length, which may be a character.
  Form length_form() const {
    const Form form = form_of(basic);
    return form.kind == Form::character ? Form{Form::integer, form.size} : form;
  }
  bool is_bool() const { return basic == AL_C_BOOL || basic == AL_CXX_BOOL; }
};

/// A record, or an element of an array.
struct CRecord {
  std::string name;
  NodeKind kind = NodeKind::record;
  std::uint64_t size = 0;
  std::vector<Leaf> leaves;

  /// Returns a leaf for messages: "mesh.n, which is int".
  std::string text_of(const Leaf &leaf) const;
};

using CTypes = std::vector<CRecord>; // by class

/// Why a sender on a machine unlike this one is refused.
inline constexpr const char *other_machine =
    "AutoLink: C programs and C++ objects meet on machines of one kind only, and the sender is of another kind";

/// Returns the types that a sender on a machine like this one has described. Throws Failure (AL_ERR_TYPES) if the
/// machine is another one, AL_ERR_MESSAGE if a place lies outside its record.
CTypes c_types_of(const Description &sender);

/// Returns the types of a plan, with names.
CTypes c_types_of(const NodePlan &plan);

/// The leaves of a record, one after the other.
class Cursor {
public:
  /// `left_out`: of each leaf, whether it is passed over.
  Cursor(const CRecord &record, const std::vector<bool> &left_out) : record_(&record), left_out_(&left_out) { skip(); }

  const CRecord &record() const { return *record_; }
  bool is_left_out(std::uint32_t leaf) const { return (*left_out_)[leaf]; }
  bool is_at_end() const { return at_ == record_->leaves.size(); }
  const Leaf &leaf() const { return record_->leaves[at_]; }
  /// Returns the place of the next value of the leaf.
  std::uint64_t offset() const { return leaf().offset + taken_ * leaf().size(); }
  /// Returns how many values the leaf still has.
  std::uint64_t n_left() const { return leaf().count - taken_; }

  /// Goes on after so many values of the leaf, or after a pointer.
  void advance(std::uint64_t n = 1) {
    taken_ += n;
    if (leaf().kind == Leaf::value && taken_ < leaf().count)
      return;
    taken_ = 0;
    ++at_;
    skip();
  }
  /// Returns how many leaves have been passed.
  std::size_t passed() const { return at_; }

private:
  void skip() {
    while (!is_at_end() && (*left_out_)[at_])
      ++at_;
  }

  const CRecord *record_;
  const std::vector<bool> *left_out_;
  std::size_t at_ = 0;
  std::uint64_t taken_ = 0;
};

} // namespace autolink::exchange
