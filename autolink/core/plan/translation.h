// Translates elements of a sender on another kind of machine, or with another layout of structs, into elements of this
// machine.
#pragma once

#include "description.h"

#include <vector>

namespace autolink {

class Translation {
public:
  /// Prepares for nodes of `plan` from a sender with these types. Throws Failure (AL_ERR_TYPES) if types differ by more
  /// than layout and representation, or a representation is not known.
  Translation(const NodePlan &plan, const Description &sender, bool other_order, unsigned pointer_bytes);

  /// Returns the bytes of a sender's element.
  std::uint64_t size_there(std::uint32_t node_class) const { return classes_[node_class].size_there; }

  /// Translates `n` elements, with words of this machine in place of pointers. Throws Failure if a value has no equal
  /// here.
  void translate(std::uint32_t node_class, const std::byte *from, std::uint64_t n, std::byte *to) const;

  /// Returns where a node here has what lies at `offset` in the sender's node. Throws Failure if that is not known.
  std::uint64_t translate_offset(std::uint32_t node_class, std::uint64_t offset) const;

private:
  /// A row of values, there and here.
  struct Row {
    std::uint64_t there, here; // bytes from the beginning of the element
    std::uint64_t stride_there, stride_here;
    std::uint64_t count;
    Form form_there, form;
    const char *type; // the name of the values' type for messages; null if they are words
  };
  struct Class {
    std::uint64_t size_there = 0;
    std::string name_there;
    std::vector<Row> rows;
    bool has_data_in_pointers = false;
  };

  void add_data(const NodeClass &c, const Described &sender, Class &entry) const;
  void add_row(const NodeClass &c, std::uint64_t basic, Row row, Class &entry) const;
  void add_words(const NodeClass &c, const Described &sender, Class &entry) const;
  void check_data_in_pointers(const NodeClass &c, const Class &entry, const std::byte *element) const;

  const NodePlan &plan_;
  std::vector<Form> forms_;
  bool other_order_;
  bool is_like_; // whether the sender's elements differ by their layouts alone
  Form word_there_;
  std::vector<Class> classes_;
};

} // namespace autolink
