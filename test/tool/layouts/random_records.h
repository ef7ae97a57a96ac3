// Random C headers, and programs that print the compiler's view of them: an oracle that shares no code with automap.
#pragma once

#include "dwarf_layout.h"

#include <map>
#include <random>
#include <string>
#include <vector>

namespace automap::test {

class RandomRecords {
public:
  /// All constructs include those that offsetof does not support: bit-fields, annotated unions, vectors and others.
  /// Then only debug information can be the oracle.
  enum class Constructs { plain, all };

  explicit RandomRecords(unsigned seed, Constructs constructs = Constructs::plain)
      : constructs_(constructs), random_(seed) {}

  /// Adds `count` structs r0, r1, …; later ones contain earlier ones.
  void make(unsigned count);

  /// Returns the header, in which all structs are marked.
  std::string header() const { return header_; }

  /// Returns the annotations in the header's comments.
  const std::map<std::string, Annotation> &annotations() const { return annotations_; }

  /// Returns a C program, for plain constructs only. For each struct it prints a line "r0 size align" and then, by
  /// offsetof and _Generic, a line "offset MPI_TYPE" for each basic element in order.
  std::string oracle() const;

private:
  struct Known {
    std::string name;
    std::vector<std::string> leaves; // paths of basic elements, in order
  };

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_); }
  bool one_in(unsigned chances) { return below(chances) == 0; }
  std::string new_name() { return "f" + std::to_string(next_name_++); }
  std::string fields(std::vector<std::string> &leaves, const std::string &prefix, int depth);
  std::string field(std::vector<std::string> &leaves, const std::string &prefix, int depth);
  std::string other_field(std::vector<std::string> &leaves);
  std::string bit_fields();
  std::string small_type(std::vector<std::string> &leaves);
  std::string union_body(std::vector<std::string> &leaves, std::string &annotation, const std::string &field);

  Constructs constructs_;
  std::mt19937 random_;
  unsigned next_name_ = 0;
  std::vector<Known> known_;
  std::map<std::string, Annotation> annotations_;
  std::string header_;
};

} // namespace automap::test
