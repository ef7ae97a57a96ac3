// Random C++ headers: classes with all features that affect the offsets of fields.
#pragma once

#include "dwarf_layout.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace automap::test {

class RandomClasses {
public:
  explicit RandomClasses(unsigned seed) : random_(seed) {}

  /// Adds `count` classes, or aliases of template instances; later ones contain and extend earlier ones.
  void make(unsigned count);

  /// Returns the header, in which all of them are marked. Fields have distinct names, so that none is ambiguous.
  std::string header() const { return header_; }

  /// Returns the annotations in the header's comments.
  const std::map<std::string, Annotation> &annotations() const { return annotations_; }

private:
  struct Known {
    std::string name;    // qualified
    unsigned weight = 0; // approximate number of elements
    bool empty = false;
    bool final = false;
    bool abstract = false;
    bool polymorphic = false;
    std::set<std::string> ancestors; // itself and its bases that are not empty
  };
  struct Body {
    std::string text;
    unsigned weight = 0;
    bool empty = true;
    bool overlapping = false; // has [[no_unique_address]] fields
  };

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_); }
  bool one_in(unsigned chances) { return below(chances) == 0; }
  template <typename Choices> auto pick(const Choices &choices) {
    return choices[below(static_cast<unsigned>(std::size(choices)))];
  }
  std::string new_name(const char *prefix) { return prefix + std::to_string(next_name_++); }

  const Known *known_class(unsigned max_weight);
  std::string type(Body &body, bool of_template);
  std::string hard_type(Body &body);
  std::string standard_type(Body &body);
  std::string bit_fields(Body &body);
  std::string union_field(Body &body);
  std::string no_data(const std::string &class_name);
  std::string field(Body &body, bool of_template, int depth);
  Body fields(bool of_template, int depth);
  std::string bases(Known &made);
  void make_class();
  void make_template();
  void make_alias();

  std::mt19937 random_;
  unsigned next_name_ = 0;
  bool packed_ = false, pragma_packed_ = false; // of the class being generated
  std::vector<Known> known_;
  std::vector<Known> templates_;
  std::set<std::string> instances_;
  std::map<std::string, Annotation> annotations_;
  std::string header_;
};

} // namespace automap::test
