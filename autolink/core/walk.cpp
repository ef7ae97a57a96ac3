// The breadth-first search. See walk.h.
#include "walk.h"

namespace autolink {

void Walk::begin(const Plan &plan, const void *root, Sharing sharing) {
  plan_ = &plan;
  one_class_ = plan.classes.size() == 1;
  has_inside_ = plan.has_inside;
  next_.clear();
  next_class_.clear();
  array_at_ = 0;
  extents_.clear();
  inside_.clear();
  while (pool_.size() < plan.classes.size())
    pool_.push_back(std::make_unique<State>());
  states_ = {pool_.data()};
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    const NodeClass &c = plan.classes[i];
    State &state = states_[i];
    state.assigned = 0;
    const bool promised = c.promised_tree || sharing == Sharing::none;
    state.is_marked = c.kind != NodeKind::record || !promised || sharing == Sharing::checked;
    state.is_checked = c.promised_tree && sharing == Sharing::checked;
    state.lengths.clear();
    if (c.kind != NodeKind::record)
      state.arrays.clear();
    else if (state.is_marked)
      state.marks.clear(c.size);
  }
  if (root)
    visit(0, reinterpret_cast<std::uintptr_t>(root));
}

void Walk::end() {
  next_.clear();
  next_class_.clear();
  std::vector<Extent>().swap(extents_);
  std::vector<std::uintptr_t>().swap(inside_);
  for (const auto &state : pool_) {
    state->lengths.clear();
    state->arrays.clear();
    state->marks.clear(1);
  }
}

std::vector<InsideEntry> Walk::resolve_inside() {
  std::vector<InsideEntry> out;
  if (inside_.empty())
    return out;
  std::sort(extents_.begin(), extents_.end(),
            [](const Extent &a, const Extent &b) { return a.address < b.address; });
  out.reserve(inside_.size());
  for (const std::uintptr_t address : inside_) {
    auto after = std::upper_bound(extents_.begin(), extents_.end(), address,
                                  [](std::uintptr_t wanted, const Extent &e) { return wanted < e.address; });
    // An empty array may begin where another node does: look back for one that has the byte, or ends there.
    const Extent *found = nullptr;
    while (after != extents_.begin()) {
      --after;
      const std::uint64_t offset = address - after->address;
      if (offset < after->bytes || (offset == after->bytes && !found))
        found = &*after;
      if (offset < after->bytes || offset > 0)
        break;
    }
    if (!found || address - found->address > found->bytes)
      throw Failure(AL_ERR_STRUCTURE,
                    "AutoLink: a pointer into a node (AutoMap_Inside) points into none that "
                    "other pointers lead to");
    out.push_back({found->node_class, 0, found->label, address - found->address});
  }
  return out;
}

std::size_t Walk::mark_bytes() const {
  std::size_t out = 0;
  for (const auto &state : pool_)
    out += state->marks.bytes();
  return out;
}

void Walk::set_escape_at(std::uint64_t label) {
  for (const auto &state : pool_)
    state->marks.set_escape_at(label);
}

void Walk::fail(const NodeClass &c, const Slot &slot, const char *what) {
  throw Failure(AL_ERR_STRUCTURE, std::string("AutoLink: ") + c.type->name + "." + slot.name + ": " + what);
}

void Walk::fail_shared(const NodeClass &c) {
  throw Failure(AL_ERR_STRUCTURE, std::string("AutoLink: a node of type ") + c.type->name +
                                      ", promised to be a tree, is shared");
}

} // namespace autolink
