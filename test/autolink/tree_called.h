// Types that differ only in their names.
#pragma once

#include "pointer_kinds_routines.h"

#include <algorithm>
#include <string>

namespace autolink::test {

/// A separate type that equals AutoLink_Tree except for its name.
class TreeCalled {
public:
  explicit TreeCalled(const char *name) : type_(AutoLink_Tree[0]) {
    std::copy_n(type_.pointers, 2, pointers_);
    for (AL_Pointer &pointer : pointers_)
      pointer.target = &type_;
    type_.pointers = pointers_;
    type_.routines = nullptr;
    type_.name = name;
  }
  TreeCalled(const TreeCalled &) = delete;
  TreeCalled &operator=(const TreeCalled &) = delete;

  AL_Type type() const { return &type_; }
  void grow() { type_.size += 8; }

private:
  AL_TypeInfo type_;
  AL_Pointer pointers_[2];
};

/// Returns a type whose name is so long that the type is hashed in messages.
inline AL_Type hashed_tree() {
  static const std::string name(70000, 'x');
  static const TreeCalled out(name.c_str());
  return out.type();
}

} // namespace autolink::test
