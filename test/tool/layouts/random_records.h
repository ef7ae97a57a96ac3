// Random C headers, and programs that print what the compiler makes of them: an oracle that shares no
// code with automap.
#pragma once

#include "dwarf_layout.h"

#include <map>
#include <random>
#include <string>
#include <vector>

namespace automap::test {

class RandomRecords {
public:
  /// With all constructs there are also those that offsetof cannot tell of: bit-fields, unions with an
  /// annotation, vectors and so on. Only debug information can be the oracle then.
  enum class Constructs { plain, all };

  explicit RandomRecords(unsigned seed, Constructs constructs = Constructs::plain)
      : constructs_(constructs), random_(seed) {}

  /// Makes `count` structs r0, r1, …; later ones contain earlier ones.
  void make(unsigned count);

  /// The header, with all structs marked.
  std::string header() const { return header_; }

  /// What the header's comments say.
  const std::map<std::string, Annotation> &annotations() const { return annotations_; }

  /// Of plain constructs: a C program that prints for each struct a line "r0 size align", and for each basic
  /// element in order a line "offset MPI_TYPE": by offsetof and _Generic.
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
