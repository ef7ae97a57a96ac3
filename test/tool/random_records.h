// Random C headers, and programs that print what the compiler makes of them: an oracle that shares no
// code with automap.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace automap::test {

class RandomRecords {
public:
  explicit RandomRecords(unsigned seed) : random_(seed) {}

  /// Makes `count` structs r0, r1, …; later ones contain earlier ones.
  void make(unsigned count);

  /// The header, with all structs marked.
  std::string header() const { return header_; }

  /// A C program that prints for each struct a line "r0 size align", and for each basic element in order
  /// a line "offset MPI_TYPE": by offsetof and _Generic.
  std::string oracle() const;

private:
  struct Known {
    std::string name;
    std::vector<std::string> leaves; // paths of basic elements, in order
  };

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_); }
  std::string fields(std::vector<std::string> &leaves, const std::string &prefix, int depth);
  std::string field(std::vector<std::string> &leaves, const std::string &prefix, int depth);

  std::mt19937 random_;
  unsigned next_name_ = 0;
  std::vector<Known> known_;
  std::string header_;
};

} // namespace automap::test
