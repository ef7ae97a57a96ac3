// Elements of other machines. See translation.h.
#include "translation.h"

#include "core/base/bytes.h"
#include "core/base/failure.h"
#include "core/base/wire.h"

#include <algorithm>

namespace autolink {
namespace {

/// The rest of a list of runs.
class Rest {
public:
  Rest(const std::vector<Described::Run> &runs, std::uint64_t sizes[])
      : at_(runs.data()), end_(at_ + runs.size()), sizes_(sizes) {
    skip_empty();
  }

  bool is_empty() const { return at_ == end_; }
  std::uint64_t basic() const { return at_->basic; }
  std::uint64_t count() const { return at_->count - taken_; }
  std::uint64_t stride() const { return at_->count == 1 ? 0 : at_->stride; }
  std::uint64_t offset() const { return at_->offset + taken_ * stride(); }
  /// Whether the values are adjacent.
  bool is_dense() const { return at_->count == 1 || at_->stride == sizes_[at_->basic]; }

  void take(std::uint64_t n) {
    taken_ += n;
    if (taken_ < at_->count)
      return;
    taken_ = 0;
    ++at_;
    skip_empty();
  }

private:
  void skip_empty() {
    while (at_ != end_ && at_->count == 0)
      ++at_;
  }

  const Described::Run *at_, *end_;
  const std::uint64_t *sizes_;
  std::uint64_t taken_ = 0;
};

} // namespace

Translation::Translation(const NodePlan &plan, const Description &sender, bool other_order, unsigned pointer_bytes)
    : plan_(plan), forms_(sender.forms), other_order_(other_order),
      word_there_{Form::natural, static_cast<std::uint8_t>(pointer_bytes)}, classes_(plan.classes.size()) {
  is_like_ = !other_order && pointer_bytes == sizeof(void *);
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    is_like_ = is_like_ && forms_[basic] == form_of(basic);
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const NodeClass &c = plan.classes[i];
    const Described &there = sender.classes[i];
    Class &entry = classes_[i];
    entry.name_there = name_of(there);
    entry.size_there = there.size;
    if (there.kind != static_cast<std::uint64_t>(c.kind))
      fail_differs(c, entry.name_there, "one is an array and the other a single record");
    if (entry.size_there == 0 || entry.size_there > wire::max_element_bytes)
      fail_differs(c, entry.name_there, "its size is impossible");
    add_data(c, there, entry);
    add_words(c, there, entry);
  }
}

/// Pairs the values of both sides in the order of the type maps. Runs may be cut if their values are adjacent.
/// Otherwise both runs have to be alike, because their order in memory cannot be guessed.
void Translation::add_data(const NodeClass &c, const Described &sender, Class &entry) const {
  std::vector<Described::Run> runs;
  for (std::uint64_t i = 0; i < c.type->n_data; ++i) {
    const AL_Run &run = c.type->data[i];
    runs.push_back({run.basic, run.offset, run.count, run.stride});
  }
  std::uint64_t sizes_there[AL_BASIC_TYPES], sizes[AL_BASIC_TYPES];
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic) {
    sizes_there[basic] = parts_of(basic) * forms_[basic].size;
    sizes[basic] = AL_Basic[basic].size;
  }
  for (const Described::Run &run : sender.runs)
    if (run.basic >= AL_BASIC_TYPES || run.offset > entry.size_there || (run.count > 1 && run.stride == 0) ||
        !fits(entry.size_there - run.offset, run.count, run.count == 1 ? 0 : run.stride, sizes_there[run.basic]))
      fail_differs(c, entry.name_there, "its data lies outside it");
  Rest there(sender.runs, sizes_there), here(runs, sizes);
  while (!there.is_empty() && !here.is_empty() && there.basic() == here.basic()) {
    const std::uint64_t n = std::min(there.count(), here.count());
    if (there.count() != here.count() && !(there.is_dense() && here.is_dense()))
      break;
    add_row(c, here.basic(), {there.offset(), here.offset(), there.stride(), here.stride(), n, {}, {}, ""}, entry);
    there.take(n);
    here.take(n);
  }
  if (!there.is_empty() || !here.is_empty())
    fail_differs(c, entry.name_there, "its data is declared differently");
}

void Translation::add_row(const NodeClass &c, std::uint64_t basic, Row row, Class &entry) const {
  const auto type = static_cast<std::uint32_t>(basic);
  row.form_there = forms_[type];
  row.form = form_of(type);
  row.type = AL_Basic[type].name;
  const bool is_known = row.form.kind == Form::bytes ? is_like_ && row.form_there == row.form
                                                     : is_convertible(row.form_there, row.form, other_order_);
  if (!is_known)
    fail_differs(c, entry.name_there,
                 row.form.kind == Form::bytes
                     ? std::string("its unions or bit-fields cannot be converted between these machines")
                     : std::string("the sender's ") + row.type + " has a form that cannot be converted");
  for (unsigned part = 0; part < parts_of(type); ++part) {
    entry.rows.push_back(row);
    row.there += row.form_there.size;
    row.here += row.form.size;
  }
}

void Translation::add_words(const NodeClass &c, const Described &sender, Class &entry) const {
  if (sender.pointers.size() != c.slots.size())
    fail_differs(c, entry.name_there, "it has more or fewer pointers");
  for (std::size_t i = 0; i < c.slots.size(); ++i) {
    const Described::Pointers &there = sender.pointers[i];
    const Slot &slot = c.slots[i];
    if (there.count != slot.count || there.choices != describe_choices(slot))
      fail_differs(c, entry.name_there, std::string("its pointer ") + slot.name + " leads to something else");
    const std::uint64_t stride = there.count == 1 ? 0 : there.stride;
    if (there.offset > entry.size_there || (there.count > 1 && there.stride == 0) ||
        !fits(entry.size_there - there.offset, there.count, stride, word_there_.size))
      fail_differs(c, entry.name_there, "its pointers lie outside it");
    entry.rows.push_back({there.offset,
                          slot.offset,
                          stride,
                          slot.stride,
                          slot.count,
                          word_there_,
                          {Form::natural, sizeof(void *)},
                          nullptr});
    for (const auto &[value, target] : slot.choices)
      entry.has_data_in_pointers |= target.kind == AL_DATA && !is_like_;
  }
}

void Translation::translate(std::uint32_t node_class, const std::byte *from, std::uint64_t n, std::byte *to) const {
  const NodeClass &c = plan_.classes[node_class];
  const Class &entry = classes_[node_class];
  std::memset(to, 0, static_cast<std::size_t>(n * c.size));
  for (const Row &row : entry.rows) {
    bool is_done = true;
    if (row.count == 1)
      is_done =
          convert(from + row.there, entry.size_there, row.form_there, other_order_, to + row.here, c.size, row.form, n);
    else
      for (std::uint64_t i = 0; i < n && is_done; ++i)
        is_done = convert(from + i * entry.size_there + row.there, row.stride_there, row.form_there, other_order_,
                          to + i * c.size + row.here, row.stride_here, row.form, row.count);
    if (!is_done)
      fail_differs(c, entry.name_there,
                   row.type ? std::string("a value of type ") + row.type + " has no equal here"
                            : std::string("a label is too large"));
  }
  if (entry.has_data_in_pointers)
    for (std::uint64_t i = 0; i < n; ++i)
      check_data_in_pointers(c, entry, to + i * c.size);
}

/// Refuses data in a union of pointers: its type is not known.
void Translation::check_data_in_pointers(const NodeClass &c, const Class &entry, const std::byte *element) const {
  for (const Slot &slot : c.slots)
    for (std::uint64_t i = 0; i < slot.count && !slot.is_late; ++i) {
      const std::byte *place = element + slot.offset + i * slot.stride;
      const Target *const target = slot.target_of(element, place);
      if (target && target->kind == AL_DATA && load<Word>(place) != 0)
        fail_differs(c, entry.name_there, std::string("data in ") + slot.name + " has no type that is known");
    }
}

std::uint64_t Translation::translate_offset(std::uint32_t node_class, std::uint64_t offset) const {
  const NodeClass &c = plan_.classes[node_class];
  const Class &entry = classes_[node_class];
  const std::uint64_t element = offset / entry.size_there, rest = offset % entry.size_there;
  std::uint64_t here = 0;
  if (__builtin_mul_overflow(element, c.size, &here))
    throw Failure(AL_ERR_MESSAGE, "AutoLink: a number in a message is too large");
  if (rest == 0)
    return here;
  for (const bool at_end : {false, true}) // where one value ends and another begins, the place belongs to the latter
    for (const Row &row : entry.rows) {
      const std::uint64_t first = row.there + (at_end ? row.form_there.size : 0);
      const std::uint64_t past = rest - first;
      if (rest < first || (row.count == 1 ? past != 0 : past % row.stride_there != 0))
        continue;
      const std::uint64_t i = row.count == 1 ? 0 : past / row.stride_there;
      if (i < row.count)
        return here + row.here + i * row.stride_here + (at_end ? row.form.size : 0);
    }
  fail_differs(c, entry.name_there, "a pointer leads to a place in it that cannot be found here");
}

} // namespace autolink
