// The fields of a record as one list. See flat_fields.h.
#include "flat_fields.h"

#include "show/layout_rows.h"

#include <map>
#include <set>

namespace automap {
namespace {

class Flattening {
public:
  explicit Flattening(const Survey &survey) : survey_(survey) {}

  std::vector<FlatField> fields;

  void add(const Record &record, std::uint64_t begin, const std::string &base) {
    const std::vector<Bytes> bits = bit_field_bytes(record);
    auto next_bits = bits.begin();
    for (const Field &field : record.fields) {
      const std::uint64_t offset = begin + field.offset_bytes;
      if (field.content == Field::Content::bits) {
        const Bytes bytes = *next_bits++;
        if (bytes.size != 0)
          add_one({field.name, begin + static_cast<std::uint64_t>(bytes.offset), &record, &field,
                   static_cast<std::uint64_t>(bytes.size), "the bytes of the bit-field " + field.name, base});
        else if (!fields.empty())
          fields.back().comment += ", " + field.name;
      } else if (field.content == Field::Content::ignored || field.element_count() == 0 || field.size_bytes == 0) {
        continue;
      } else if (field.content == Field::Content::record && field.name.empty()) {
        add(survey_.records[field.record], offset, field.is_base ? field.type + "." : base);
      } else {
        add_one({field.name, offset, &record, &field, 0, declaration_of(field), base});
      }
    }
  }

private:
  void add_one(FlatField one) {
    if (one.name.empty())
      one.name = "bytes";
    // C++ calls the derived class's field so, and that of the base by both names.
    if (const auto hidden = of_bases_.find(one.name); one.base.empty() && hidden != of_bases_.end()) {
      FlatField &other = fields[hidden->second];
      used_.erase(other.name);
      other.name = other.base + other.name;
      used_.insert(other.name);
      of_bases_.erase(hidden);
    }
    if (used_.count(one.name))
      one.name = one.base + one.name;
    while (!used_.insert(one.name).second)
      one.name += "_";
    if (!one.base.empty())
      of_bases_.emplace(one.name, fields.size());
    fields.push_back(std::move(one));
  }

  const Survey &survey_;
  std::set<std::string> used_;
  std::map<std::string, std::size_t> of_bases_; // names of fields of bases, and where they are in `fields`
};

} // namespace

std::vector<FlatField> flat_fields(const Survey &survey, const Record &record) {
  Flattening all(survey);
  all.add(record, 0, "");
  return std::move(all.fields);
}

} // namespace automap
