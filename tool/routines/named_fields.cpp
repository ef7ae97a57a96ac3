// Names of fields. See named_fields.h.
#include "named_fields.h"

namespace automap {
namespace {

class Reader {
public:
  explicit Reader(const Survey &survey) : survey_(survey) {}

  NamedFields run(const Record &record) {
    add(record, 0);
    return std::move(fields_);
  }

private:
  void add(const Record &record, std::uint64_t begin) {
    const std::vector<Bytes> bits = bit_field_bytes(record);
    auto next_bits = bits.begin();
    for (const Field &field : record.fields) {
      const Repeated place = {begin + field.offset_bytes, field.element_count(), field.stride_bytes, ""};
      switch (field.content) {
      case Field::Content::basic:
        add_values(field, place);
        break;
      case Field::Content::bits:
        add_bits(field, begin, *next_bits++);
        break;
      case Field::Content::record:
        if (const Record &inner = survey_.records[field.record]; field.name.empty() && place.count == 1)
          add(inner, place.offset_bytes);
        else
          fields_.push_back({field.name, "AL_FIELD_RECORD", {}, place, &inner});
        break;
      case Field::Content::ignored:
        break;
      }
      if (field.link)
        fields_.push_back({field.name, "AL_FIELD_POINTER", {}, place, nullptr});
    }
  }

  /// Adds a field of values. If an element is several values with padding after them, each element is a field.
  void add_values(const Field &field, Repeated place) {
    const std::uint64_t element_bytes = field.basic_count * field.basic.size_bytes;
    if (field.basic_count == 1) {
      fields_.push_back({field.name, "", field.basic.id, place, nullptr});
    } else if (place.count == 1 || place.stride_bytes == element_bytes) {
      place = {place.offset_bytes, place.count * field.basic_count, field.basic.size_bytes, ""};
      fields_.push_back({field.name, "", field.basic.id, place, nullptr});
    } else {
      for (std::uint64_t i = 0; i < place.count; ++i)
        fields_.push_back({field.name + "[" + std::to_string(i) + "]",
                           "",
                           field.basic.id,
                           {place.offset_bytes + i * place.stride_bytes, field.basic_count, field.basic.size_bytes, ""},
                           nullptr});
    }
  }

  /// Adds a bit-field to those before it if their bytes are adjacent. Which bits are whose follows from the types and
  /// widths.
  void add_bits(const Field &field, std::uint64_t begin, Bytes bytes) {
    const std::string text = field.type + " " + field.name + " : " + std::to_string(field.bit_width);
    const auto offset = begin + static_cast<std::uint64_t>(bytes.offset), size = static_cast<std::uint64_t>(bytes.size);
    if (!fields_.empty()) {
      NamedField &last = fields_.back();
      if (last.kind == "AL_FIELD_BITS" && (size == 0 || last.place.offset_bytes + last.place.count == offset)) {
        last.name += ", " + text;
        last.place.count += size;
        return;
      }
    }
    if (size > 0)
      fields_.push_back({text, "AL_FIELD_BITS", {}, {offset, size, 1, ""}, nullptr});
  }

  const Survey &survey_;
  NamedFields fields_;
};

} // namespace

NamedFields named_fields(const Survey &survey, const Record &record) { return Reader(survey).run(record); }

} // namespace automap
