// Files that are read after their structs have changed. Random programs have random structs with tables that are made
// at run time, and random structures. Fields are added, removed, moved and retyped; then the file is read. What must
// arrive, or that there must be an error, follows from the values that the test keeps by name, in code that shares
// nothing with the library.
#include "amount.h"
#include "memory_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

namespace autolink::test {
namespace {

using Random = std::mt19937_64;

std::string oracle_why; // of the last structure that cannot be read

bool chance(Random &random, unsigned percent) { return random() % 100 < percent; }

// ---- Programs: structs by name.

struct ModelField {
  enum Kind { number, record, link, numbers, string, many, inside, weak } kind = number;
  std::string name;
  std::uint32_t basic = AL_INT;   // number, numbers
  std::uint64_t count = 1;        // number, record, link
  int target = 0;                 // link, many, weak: a type
  std::vector<ModelField> fields; // record
};
struct Model {
  std::vector<std::vector<ModelField>> types; // the first is the root's
  std::string prefix;                         // of the types' names
};

constexpr std::uint32_t basics[] = {AL_SIGNED_CHAR,   AL_SHORT, AL_UNSIGNED_SHORT, AL_INT,    AL_UNSIGNED,     AL_LONG,
                                    AL_UNSIGNED_LONG, AL_FLOAT, AL_DOUBLE,         AL_C_BOOL, AL_UNSIGNED_CHAR};

std::uint32_t random_basic(Random &random) { return basics[random() % std::size(basics)]; }

ModelField random_field(Random &random, std::size_t n_types, int &next_name, int depth) {
  ModelField out;
  out.name = "f" + std::to_string(next_name++);
  const unsigned kind = static_cast<unsigned>(random() % 17);
  out.kind = kind < 6                ? ModelField::number
             : kind < 8 && depth < 2 ? ModelField::record
             : kind < 11             ? ModelField::link
             : kind < 13             ? ModelField::numbers
             : kind < 14             ? ModelField::string
             : kind < 15             ? ModelField::many
             : kind < 16             ? ModelField::weak
                                     : ModelField::inside;
  out.basic = random_basic(random);
  out.count = chance(random, 30) ? 2 + random() % 4 : 1;
  if (out.kind == ModelField::many || out.kind == ModelField::link || out.kind == ModelField::weak)
    out.target = static_cast<int>(random() % n_types);
  if (out.kind == ModelField::record)
    for (std::uint64_t n = 1 + random() % 3; n > 0; --n)
      out.fields.push_back(random_field(random, n_types, next_name, depth + 1));
  return out;
}

void change(Random &random, std::vector<ModelField> &fields, std::size_t n_types, int &next_name, int depth) {
  std::erase_if(fields, [&](const ModelField &) { return chance(random, 10); });
  for (ModelField &field : fields) {
    if (chance(random, 10) && (field.kind == ModelField::number || field.kind == ModelField::numbers))
      field.basic = random_basic(random);
    if (chance(random, 8))
      field.count = 1 + random() % 6;
    if (chance(random, 5) && field.kind == ModelField::link && field.count == 1)
      field.kind = ModelField::weak;
    change(random, field.fields, n_types, next_name, depth + 1);
  }
  if (chance(random, 30) || fields.empty())
    fields.push_back(random_field(random, n_types, next_name, depth));
  if (chance(random, 30))
    std::shuffle(fields.begin(), fields.end(), random);
}

// ---- Layouts: what a compiler and automap make of a program.

std::int64_t length_before(const void *, const void *pointer) {
  return load<std::int64_t>(static_cast<const std::byte *>(pointer) - 8);
}

struct Placed {
  const ModelField *field;
  std::uint64_t offset, stride; // of a pointer with a length: of the pointer
  std::vector<Placed> fields;
};

struct Layout {
  explicit Layout(const Model &model) : model(model), places(model.types.size()), infos(model.types.size()) {
    names.resize(model.types.size());
    for (std::size_t i = 0; i < model.types.size(); ++i) {
      std::uint64_t size = 0;
      places[i] = place(model.types[i], size);
      size = size == 0 ? 8 : size;
      names[i] = model.prefix + std::to_string(i);
      runs.emplace_back();
      pointers.emplace_back();
      const std::vector<AL_Field> &fields = tables(places[i], 0, runs.back(), pointers.back());
      infos[i] = {AL_TYPE_ABI,
                  0,
                  names[i].c_str(),
                  size,
                  8,
                  1000 + random_hash++,
                  1,
                  runs.back().size(),
                  runs.back().data(),
                  pointers.back().size(),
                  pointers.back().data(),
                  nullptr,
                  fields.size(),
                  fields.data()};
    }
  }

  /// Places fields; all records are aligned to 8 bytes.
  std::vector<Placed> place(const std::vector<ModelField> &fields, std::uint64_t &size) {
    std::vector<Placed> out;
    std::uint64_t at = 0;
    for (const ModelField &field : fields) {
      Placed placed = {&field, 0, 8, {}};
      std::uint64_t align = 8, bytes = 8;
      if (field.kind == ModelField::number) {
        align = AL_Basic[field.basic].align;
        placed.stride = AL_Basic[field.basic].size;
        bytes = field.count * placed.stride;
      } else if (field.kind == ModelField::record) {
        placed.fields = place(field.fields, placed.stride);
        placed.stride = std::max<std::uint64_t>(placed.stride, 8);
        bytes = field.count * placed.stride;
      } else if (field.kind == ModelField::link) {
        bytes = 8 * field.count;
      } else if (field.kind == ModelField::numbers || field.kind == ModelField::many) {
        at = (at + 7) / 8 * 8 + 8; // the length
      }
      at = (at + align - 1) / align * align;
      placed.offset = at;
      at += bytes;
      out.push_back(std::move(placed));
    }
    size = (at + 7) / 8 * 8;
    return out;
  }

  const std::vector<AL_Field> &tables(const std::vector<Placed> &all, std::uint64_t begin, std::vector<AL_Run> &data,
                                      std::vector<AL_Pointer> &links) {
    std::vector<AL_Field> out;
    for (const Placed &placed : all) {
      const ModelField &field = *placed.field;
      const char *const name = field.name.c_str();
      const std::uint64_t at = begin + placed.offset;
      const auto add_pointer = [&](std::uint32_t kind, AL_Type target, AL_Length length, std::uint64_t count) {
        if (length) {
          const std::string &n = texts.emplace_back("n_" + field.name);
          out.push_back({n.c_str(), AL_LONG, placed.offset - 8, 1, 0, 0, nullptr});
          data.push_back({AL_LONG, at - 8, 1, 0});
        }
        out.push_back({name, AL_FIELD_POINTER, placed.offset, count, 8, 0, nullptr});
        links.push_back({name, kind, 0, at, count, 8, target, 0, length, nullptr, nullptr});
      };
      switch (field.kind) {
      case ModelField::number:
        out.push_back({name, field.basic, placed.offset, field.count, placed.stride, 0, nullptr});
        data.push_back({field.basic, at, field.count, placed.stride});
        break;
      case ModelField::record: {
        const std::vector<AL_Field> *inner = nullptr;
        for (std::uint64_t i = 0; i < field.count; ++i)
          inner = &tables(placed.fields, at + i * placed.stride, data, links);
        out.push_back({name, AL_FIELD_RECORD, placed.offset, field.count, placed.stride, inner->size(), inner->data()});
        break;
      }
      case ModelField::link:
        add_pointer(AL_LINK, &infos[static_cast<std::size_t>(field.target)], nullptr, field.count);
        break;
      case ModelField::numbers:
        add_pointer(AL_ARRAY, AL_Basic + field.basic, length_before, 1);
        break;
      case ModelField::string:
        add_pointer(AL_STRING, nullptr, nullptr, 1);
        break;
      case ModelField::many:
        add_pointer(AL_ARRAY, &infos[static_cast<std::size_t>(field.target)], length_before, 1);
        break;
      case ModelField::inside:
        add_pointer(AL_INSIDE, nullptr, nullptr, 1);
        break;
      case ModelField::weak:
        add_pointer(AL_WEAK, &infos[static_cast<std::size_t>(field.target)], nullptr, 1);
        break;
      }
    }
    return fields.emplace_back(std::move(out));
  }

  const Model &model;
  std::vector<std::vector<Placed>> places;
  std::vector<AL_TypeInfo> infos;
  std::vector<std::string> names;
  std::deque<std::string> texts;
  std::deque<std::vector<AL_Run>> runs;
  std::deque<std::vector<AL_Pointer>> pointers;
  std::deque<std::vector<AL_Field>> fields;
  static inline std::uint64_t random_hash = 0;
};

// ---- Structures: values by path.

using Value = long double; // holds every value of all basic types

struct Numbers {
  std::vector<Value> values;
};
struct Instance;
struct Many {
  std::vector<Instance *> elements;
};
struct Inside {
  Instance *instance;
  std::string path;
  std::uint64_t index;
};
struct Instance {
  int type = 0;
  std::map<std::string, std::vector<Value>> values;
  std::map<std::string, std::vector<Instance *>> links;
  std::map<std::string, Numbers *> numbers;
  std::map<std::string, std::string *> strings;
  std::map<std::string, Many *> many;
  std::map<std::string, Inside> inside;
  std::map<std::string, Instance *> weak;
  std::byte *memory = nullptr; // in the first program
};

/// Calls visit(place, path, address) for each field of a record, also in records inside it.
template <typename Visit>
void each_field(const std::vector<Placed> &places, std::byte *record, const std::string &path, Visit visit) {
  for (const Placed &placed : places) {
    const std::string name = path + placed.field->name;
    if (placed.field->kind != ModelField::record) {
      visit(placed, name, record + placed.offset);
      continue;
    }
    for (std::uint64_t i = 0; i < placed.field->count; ++i)
      each_field(placed.fields, record + placed.offset + i * placed.stride, name + "[" + std::to_string(i) + "].",
                 visit);
  }
}

template <typename Use> auto with_basic(std::uint32_t basic, Use use) {
  switch (basic) {
  case AL_SIGNED_CHAR:
    return use(static_cast<signed char>(0));
  case AL_UNSIGNED_CHAR:
    return use(static_cast<unsigned char>(0));
  case AL_SHORT:
    return use(static_cast<short>(0));
  case AL_UNSIGNED_SHORT:
    return use(static_cast<unsigned short>(0));
  case AL_INT:
    return use(0);
  case AL_UNSIGNED:
    return use(0u);
  case AL_LONG:
    return use(0l);
  case AL_UNSIGNED_LONG:
    return use(0ul);
  case AL_FLOAT:
    return use(0.0f);
  case AL_DOUBLE:
    return use(0.0);
  default:
    return use(false);
  }
}

/// Whether a type has the value.
bool has_value(std::uint32_t basic, Value value) {
  return with_basic(basic, [value](auto zero) {
    using T = decltype(zero);
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_integral_v<T>)
      return value >= static_cast<Value>(Limits::min()) && value <= static_cast<Value>(Limits::max()) &&
             static_cast<Value>(static_cast<T>(value)) == value;
    else
      return static_cast<Value>(static_cast<T>(value)) == value;
  });
}

void put(std::uint32_t basic, Value value, std::byte *to) {
  with_basic(basic, [&](auto zero) { store(to, static_cast<decltype(zero)>(value)); });
}

Value get(std::uint32_t basic, const std::byte *from) {
  return with_basic(basic, [&](auto zero) { return static_cast<Value>(load<decltype(zero)>(from)); });
}

Value random_value(Random &random, std::uint32_t basic) {
  return with_basic(basic, [&](auto zero) -> Value {
    using T = decltype(zero);
    const auto small = static_cast<int>(random() % 100);
    if (chance(random, 1))
      return static_cast<Value>(std::numeric_limits<T>::max());
    if (chance(random, 1))
      return static_cast<Value>(std::numeric_limits<T>::lowest());
    if (std::is_same_v<T, bool> || chance(random, 20))
      return static_cast<Value>(small % 2);
    if (std::is_floating_point_v<T> && chance(random, 5))
      return static_cast<Value>(static_cast<T>(small / 3.0));
    return static_cast<Value>(std::is_unsigned_v<T> || chance(random, 70) ? small : -small);
  });
}

class World {
public:
  World(Random &random, const Layout &layout) : random_(random), layout_(layout) {
    const std::size_t n_types = layout.model.types.size();
    for (std::uint64_t n = 3 + random() % 20, i = 0; i < n; ++i)
      nodes_.push_back(make(i == 0 ? 0 : static_cast<int>(random() % n_types)));
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      fill(*nodes_[i]);
    for (std::size_t i = nodes_.size(); i < instances_.size(); ++i) // elements of arrays, more of which are added
      fill(instances_[i]);
  }
  ~World() {
    for (void *memory : memory_)
      std::free(memory);
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  Instance *root() { return nodes_[0]; }

  /// Lays the structure out in memory.
  const void *build() {
    for (Instance *node : nodes_)
      node->memory = allocate(size(node->type));
    for (Many &many : many_) {
      if (many.elements.empty())
        continue;
      const std::uint64_t bytes = size(many.elements[0]->type);
      std::byte *const block = allocate(bytes * many.elements.size());
      for (std::size_t i = 0; i < many.elements.size(); ++i)
        many.elements[i]->memory = block + i * bytes;
    }
    std::map<const Numbers *, std::byte *> arrays;
    std::map<const std::string *, std::byte *> strings;
    for (Instance &instance : instances_)
      each_field(places(instance.type), instance.memory, "",
                 [&](const Placed &placed, const std::string &path, std::byte *at) {
                   const ModelField &field = *placed.field;
                   if (field.kind == ModelField::number) {
                     for (std::uint64_t i = 0; i < field.count; ++i)
                       put(field.basic, instance.values.at(path)[i], at + i * placed.stride);
                   } else if (field.kind == ModelField::link) {
                     for (std::uint64_t i = 0; i < field.count; ++i)
                       if (const Instance *to = instance.links.at(path)[i])
                         store(at + 8 * i, to->memory);
                   } else if (field.kind == ModelField::numbers) {
                     const Numbers *numbers = instance.numbers.at(path);
                     store(at - 8, static_cast<std::int64_t>(numbers ? numbers->values.size() : 0));
                     if (!numbers)
                       return;
                     std::byte *&memory = arrays[numbers];
                     const std::uint64_t bytes = AL_Basic[field.basic].size;
                     if (!memory) {
                       memory = allocate(bytes * numbers->values.size());
                       for (std::size_t i = 0; i < numbers->values.size(); ++i)
                         put(field.basic, numbers->values[i], memory + i * bytes);
                     }
                     store(at, memory);
                   } else if (field.kind == ModelField::string) {
                     const std::string *text = instance.strings.at(path);
                     if (!text)
                       return;
                     std::byte *&memory = strings[text];
                     if (!memory) {
                       memory = allocate(text->size() + 1);
                       std::memcpy(memory, text->c_str(), text->size() + 1);
                     }
                     store(at, memory);
                   } else if (field.kind == ModelField::weak) {
                     if (const Instance *to = instance.weak.at(path))
                       store(at, to->memory);
                   } else if (field.kind == ModelField::many) {
                     const Many *many = instance.many.at(path);
                     store(at - 8, static_cast<std::int64_t>(many ? many->elements.size() : 0));
                     if (many && !many->elements.empty())
                       store(at, many->elements[0]->memory);
                   }
                 });
    // Places inside, once everything has its place.
    for (Instance &instance : instances_)
      each_field(places(instance.type), instance.memory, "",
                 [&](const Placed &placed, const std::string &path, std::byte *at) {
                   const auto found = instance.inside.find(path);
                   if (placed.field->kind == ModelField::inside && found != instance.inside.end())
                     store(at, address(layout_, found->second, found->second.instance->memory));
                 });
    return root()->memory;
  }

  /// Returns the address of a value in an instance; null if its field is gone.
  static std::byte *address(const Layout &layout, const Inside &inside, std::byte *memory) {
    std::byte *out = nullptr;
    each_field(layout.places[static_cast<std::size_t>(inside.instance->type)], memory, "",
               [&](const Placed &placed, const std::string &path, std::byte *at) {
                 if (placed.field->kind == ModelField::number && path == inside.path &&
                     inside.index < placed.field->count)
                   out = at + inside.index * placed.stride;
               });
    return out;
  }

private:
  std::uint64_t size(int type) const { return layout_.infos[static_cast<std::size_t>(type)].size; }
  const std::vector<Placed> &places(int type) const { return layout_.places[static_cast<std::size_t>(type)]; }

  std::byte *allocate(std::uint64_t bytes) {
    memory_.push_back(std::calloc(1, std::max<std::uint64_t>(bytes, 1)));
    return static_cast<std::byte *>(memory_.back());
  }

  Instance *make(int type) {
    Instance &out = instances_.emplace_back();
    out.type = type;
    return &out;
  }

  Instance *random_node(int type) {
    for (int i = 0; i < 10; ++i)
      if (Instance *const node = nodes_[random_() % nodes_.size()]; node->type == type)
        return node;
    return nullptr;
  }

  void fill(Instance &instance) {
    std::vector<std::byte> none(size(instance.type)); // only for the paths
    each_field(places(instance.type), none.data(), "", [&](const Placed &placed, const std::string &path, std::byte *) {
      const ModelField &field = *placed.field;
      switch (field.kind) {
      case ModelField::number:
        for (std::uint64_t i = 0; i < field.count; ++i)
          instance.values[path].push_back(random_value(random_, field.basic));
        break;
      case ModelField::link:
        for (std::uint64_t i = 0; i < field.count; ++i)
          instance.links[path].push_back(chance(random_, 80) ? random_node(field.target) : nullptr);
        break;
      case ModelField::numbers: { // fields of one name may share an array
        std::vector<Numbers *> &shared = numbers_by_name_[field.name];
        if (shared.empty() || chance(random_, 60)) {
          Numbers &numbers = numbers_.emplace_back();
          for (std::uint64_t n = 1 + random_() % 5; n > 0; --n)
            numbers.values.push_back(random_value(random_, field.basic));
          shared.push_back(&numbers);
        }
        instance.numbers[path] = chance(random_, 80) ? shared[random_() % shared.size()] : nullptr;
        break;
      }
      case ModelField::string:
        if (strings_.empty() || chance(random_, 60))
          strings_.push_back(std::string(random_() % 20, static_cast<char>('a' + random_() % 26)));
        instance.strings[path] = chance(random_, 80) ? &strings_[random_() % strings_.size()] : nullptr;
        break;
      case ModelField::many: {
        Many *&many = instance.many[path];
        many = nullptr;
        if (instances_.size() > 200 || chance(random_, 40))
          break;
        many = &many_.emplace_back();
        for (std::uint64_t n = 1 + random_() % 3; n > 0; --n)
          many->elements.push_back(make(field.target));
        break;
      }
      case ModelField::weak: { // also to elements of arrays, and to what nothing else leads to
        Instance &to = instances_[random_() % instances_.size()];
        instance.weak[path] = to.type == field.target ? &to : nullptr;
        break;
      }
      case ModelField::inside: // into a node that a link beside it leads to, so that there is one
        for (const auto &[name, links] : instance.links)
          for (Instance *to : links)
            if (to && !to->values.empty() && chance(random_, 50)) {
              const auto &[value_path, values] = *to->values.begin();
              instance.inside[path] = {to, value_path, random_() % values.size()};
            }
        break;
      case ModelField::record:
        break;
      }
    });
  }

  Random &random_;
  const Layout &layout_;
  std::deque<Instance> instances_;
  std::vector<Instance *> nodes_; // instances that are nodes of their own
  std::deque<Numbers> numbers_;
  std::map<std::string, std::vector<Numbers *>> numbers_by_name_;
  std::deque<std::string> strings_;
  std::deque<Many> many_;
  std::vector<void *> memory_;
};

// ---- What must arrive.

/// Walks over a structure in the layout of a program, and what it must be. If there is no structure, only finds out
/// whether there may be one.
class Oracle {
public:
  explicit Oracle(const Layout &layout) : layout_(layout) {}

  /// Returns whether the file can be read: whether each value that is reached fits. A pointer to the beginning of a
  /// record may lead to its first field, which must not have moved then.
  bool can_be_read(Instance *root, const Layout &before) {
    Oracle travelled(before);
    travelled.run(root, nullptr);
    travelled_ = &travelled.seen_;
    run(root, nullptr);
    for (const Inside &inside : inside_) {
      const auto type = static_cast<std::size_t>(inside.instance->type);
      const std::vector<std::uint64_t> was = offsets(before.places[type], inside.path, inside.index);
      const std::vector<std::uint64_t> is = offsets(layout_.places[type], inside.path, inside.index);
      require_fit(seen_.count(inside.instance), "a node is gone");
      require_fit(!is.empty(), inside.path + " is gone");
      for (std::size_t i = 0; i < is.size(); ++i)
        require_fit(was[i] != 0 || is[i] == 0, inside.path + " is not the first any more");
    }
    return fits_;
  }

  std::string difference(Instance *root, void *structure) {
    run(root, static_cast<std::byte *>(structure));
    for (const auto &[inside, at] : inside_places_)
      if (!seen_.count(inside.instance) ||
          load<std::byte *>(at) != World::address(layout_, inside, seen_[inside.instance]))
        differs("an inside pointer");
    for (const auto &[to, at] : weak_places_)
      if (load<std::byte *>(at) != (to && seen_.count(to) ? seen_[to] : nullptr))
        differs("a weak pointer");
    return difference_;
  }

private:
  /// Returns the offsets of a value in the records around it, the innermost first; none if the field is gone.
  static std::vector<std::uint64_t> offsets(const std::vector<Placed> &places, const std::string &path,
                                            std::uint64_t index) {
    for (const Placed &placed : places) {
      const ModelField &field = *placed.field;
      if (field.kind == ModelField::number && path == field.name && index < field.count)
        return {placed.offset + index * placed.stride};
      for (std::uint64_t i = 0; field.kind == ModelField::record && i < field.count; ++i)
        if (const std::string begin = field.name + "[" + std::to_string(i) + "]."; path.starts_with(begin)) {
          std::vector<std::uint64_t> out = offsets(placed.fields, path.substr(begin.size()), index);
          if (!out.empty())
            out.push_back(out.back() + placed.offset + i * placed.stride);
          return out;
        }
    }
    return {};
  }

  struct Waiting {
    Instance *instance;
    std::byte *memory;
  };

  void require_fit(bool condition, const std::string &why) {
    if (fits_ && !condition)
      oracle_why = why;
    fits_ = fits_ && condition;
  }

  void differs(const std::string &what) {
    if (difference_.empty())
      difference_ = what;
  }

  std::byte *dummy(int type) {
    std::vector<std::byte> &out = dummies_[type];
    out.resize(static_cast<std::size_t>(layout_.infos[static_cast<std::size_t>(type)].size));
    return out.data();
  }

  template <typename Key> void meet(std::map<const Key *, std::byte *> &seen, const Key *key, std::byte *memory) {
    const auto [entry, is_new] = seen.try_emplace(key, memory);
    if (!is_new && entry->second != memory)
      differs("what was shared");
    if (is_new && memory && !addresses_.insert(memory).second)
      differs("what was not shared");
  }

  void reach(Instance *instance, std::byte *memory) {
    const bool is_new = seen_.try_emplace(instance, memory).second;
    if (!is_new && seen_[instance] != memory)
      differs("a shared node");
    if (is_new && memory && !addresses_.insert(memory).second)
      differs("two nodes became one");
    if (is_new)
      waiting_.push_back({instance, memory});
  }

  void run(Instance *root, std::byte *memory) {
    is_dry_ = !memory;
    reach(root, memory);
    while (!waiting_.empty()) {
      const Waiting next = waiting_.front();
      waiting_.pop_front();
      check(*next.instance, next.memory);
    }
  }

  void check_values(const ModelField &field, const std::vector<Value> *values, std::byte *at, std::uint64_t stride,
                    std::uint64_t count) {
    for (std::uint64_t i = 0; i < std::max<std::uint64_t>(count, values ? values->size() : 0); ++i) {
      const Value value = values && i < values->size() ? (*values)[i] : 0;
      if (i >= count)
        require_fit(value == 0, field.name + " is cut");
      else if (!has_value(field.basic, value))
        require_fit(false, field.name + " does not hold a value");
      else if (at && get(field.basic, at + i * stride) != value)
        differs(field.name + " has a wrong value");
    }
  }

  template <typename Map> static auto find(const Map &map, const std::string &path) {
    const auto found = map.find(path);
    return found == map.end() ? nullptr : &found->second;
  }

  void check(Instance &instance, std::byte *memory) {
    std::byte *const record = memory ? memory : dummy(instance.type);
    const auto known = [&](std::byte *at) { return memory ? at : nullptr; };
    check_cut(instance, layout_.model.types[static_cast<std::size_t>(instance.type)], "");
    each_field(
        layout_.places[static_cast<std::size_t>(instance.type)], record, "",
        [&](const Placed &placed, const std::string &path, std::byte *at) {
          const ModelField &field = *placed.field;
          const auto pointer = [&](std::uint64_t i = 0) { return memory ? load<std::byte *>(at + 8 * i) : nullptr; };
          const auto check_null = [&](bool is_null, std::uint64_t i = 0) {
            if (memory && !pointer(i) != is_null)
              differs(path + (is_null ? " is not NULL" : " is NULL"));
            return !is_null && (!memory || pointer(i));
          };
          switch (field.kind) {
          case ModelField::number:
            check_values(field, find(instance.values, path), known(at), placed.stride, field.count);
            break;
          case ModelField::link: {
            const auto *links = find(instance.links, path);
            for (std::uint64_t i = 0; i < std::max<std::uint64_t>(field.count, links ? links->size() : 0); ++i) {
              Instance *const to = links && i < links->size() ? (*links)[i] : nullptr;
              if (i >= field.count)
                require_fit(!to, path + " is cut");
              else if (check_null(!to, i))
                reach(to, pointer(i));
            }
            break;
          }
          case ModelField::numbers: {
            Numbers *const *numbers = find(instance.numbers, path);
            if (!check_null(!numbers || !*numbers))
              break;
            meet(seen_numbers_, static_cast<const Numbers *>(*numbers), pointer());
            if (memory && load<std::int64_t>(at - 8) != static_cast<std::int64_t>((*numbers)->values.size()))
              differs(path + " has another length");
            check_values(field, &(*numbers)->values, pointer(), AL_Basic[field.basic].size, (*numbers)->values.size());
            break;
          }
          case ModelField::string: {
            std::string *const *text = find(instance.strings, path);
            if (!check_null(!text || !*text))
              break;
            meet(seen_strings_, static_cast<const std::string *>(*text), pointer());
            if (memory && **text != reinterpret_cast<const char *>(pointer()))
              differs(path + " is another string");
            break;
          }
          case ModelField::many: {
            Many *const *many = find(instance.many, path);
            if (!check_null(!many || !*many))
              break;
            const std::uint64_t bytes = layout_.infos[static_cast<std::size_t>(field.target)].size;
            for (std::size_t i = 0; i < (*many)->elements.size(); ++i)
              reach((*many)->elements[i], memory ? pointer() + i * bytes : nullptr);
            break;
          }
          case ModelField::weak:
            if (const auto *links = find(instance.links, path)) // it has been a link, or several
              require_fit(std::count(links->begin() + 1, links->end(), nullptr) + 1 ==
                              static_cast<std::ptrdiff_t>(links->size()),
                          path + " is cut");
            if (memory)
              weak_places_.emplace_back(weak_target(instance, path), at);
            break;
          case ModelField::inside: {
            const Inside *inside = find(instance.inside, path);
            if (!check_null(!inside))
              break;
            inside_.push_back(*inside);
            if (memory)
              inside_places_.emplace_back(*inside, at);
            break;
          }
          case ModelField::record:
            break;
          }
        });
  }

  /// Returns where a pointer that is weak now led. A link may have become one.
  static Instance *weak_target(Instance &instance, const std::string &path) {
    if (Instance *const *weak = find(instance.weak, path))
      return *weak;
    const auto *links = find(instance.links, path);
    return links ? (*links)[0] : nullptr;
  }

  /// Finds what a shorter array of records cuts off, which must be zero.
  void check_cut(const Instance &instance, const std::vector<ModelField> &fields, const std::string &path) {
    for (const ModelField &field : fields) {
      if (field.kind != ModelField::record)
        continue;
      for (std::uint64_t i = 0; i < field.count; ++i)
        check_cut(instance, field.fields, path + field.name + "[" + std::to_string(i) + "].");
      for (std::uint64_t i = field.count; i < 6; ++i)
        if (has_anything(instance, path + field.name + "[" + std::to_string(i) + "]."))
          require_fit(false, path + field.name + " is cut");
    }
  }

  bool has_anything(const Instance &instance, const std::string &prefix) const {
    const auto any = [&](const auto &map, auto is_set) {
      return std::any_of(map.begin(), map.end(),
                         [&](const auto &entry) { return entry.first.starts_with(prefix) && is_set(entry.second); });
    };
    const auto is_there = [](const auto *pointer) { return pointer != nullptr; };
    return any(instance.values,
               [](const auto &values) {
                 return std::any_of(values.begin(), values.end(), [](Value v) { return v != 0; });
               }) ||
           any(instance.links, [&](const auto &links) { return std::any_of(links.begin(), links.end(), is_there); }) ||
           any(instance.numbers, is_there) || any(instance.strings, is_there) || any(instance.many, is_there) ||
           any(instance.weak, [&](Instance *to) { return to && travelled_ && travelled_->count(to); }) ||
           any(instance.inside, [](const Inside &) { return true; });
  }

  const Layout &layout_;
  bool is_dry_ = false, fits_ = true;
  std::string difference_;
  std::deque<Waiting> waiting_;
  std::map<Instance *, std::byte *> seen_;
  const std::map<Instance *, std::byte *> *travelled_ = nullptr; // what is in the file
  std::map<const Numbers *, std::byte *> seen_numbers_;
  std::map<const std::string *, std::byte *> seen_strings_;
  std::set<const std::byte *> addresses_;
  std::vector<Inside> inside_;
  std::vector<std::pair<Inside, std::byte *>> inside_places_;
  std::vector<std::pair<Instance *, std::byte *>> weak_places_;
  std::map<int, std::vector<std::byte>> dummies_;
};

/// Reads a file's structure by a program; returns the error, and its text.
int read(const FileBytes &bytes, AL_Type type, bool use_arena, void **root, Arena &arena, std::string &text) {
  try {
    const file::Container container = open_memory(bytes);
    file::StructureReader reader(container);
    UnpackOptions options;
    options.use_arena = use_arena;
    options.check_reachable = true;
    *root = reader.read(0, plan_of(type), options, arena);
    return 0;
  } catch (const Failure &failure) {
    text = failure.message;
    return failure.error;
  }
}

bool have_common_field(const std::vector<ModelField> &a, const std::vector<ModelField> &b) {
  return std::any_of(a.begin(), a.end(), [&](const ModelField &one) {
    return std::any_of(b.begin(), b.end(), [&](const ModelField &other) { return one.name == other.name; });
  });
}

TEST(Evolution, OfRandomStructs) {
  const unsigned given = from_environment("AUTOLINK_TEST_SEED", 0), first = given ? given : 1;
  const unsigned last = given ? given : amount("AUTOLINK_SEEDS", 3000);
  unsigned n_read = 0, n_refused = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("AUTOLINK_TEST_SEED=" + std::to_string(seed));
    Random random(seed);
    int next_name = 0;
    Model before;
    before.prefix = "Type";
    before.types.resize(1 + random() % 4);
    for (std::vector<ModelField> &fields : before.types)
      for (std::uint64_t n = 1 + random() % 6; n > 0; --n)
        fields.push_back(random_field(random, before.types.size(), next_name, 0));
    Model after = before;
    if (chance(random, 50))
      after.prefix = "Renamed";
    for (std::vector<ModelField> &fields : after.types)
      change(random, fields, after.types.size(), next_name, 0);
    static auto &layouts = *new std::deque<Layout>; // never freed, because plans are not either
    const Layout *const old_layout = &layouts.emplace_back(before), *const new_layout = &layouts.emplace_back(after);
    World world(random, *old_layout);
    const FileBytes bytes = file_of(
        &old_layout->infos[0], {world.build()},
        {.eager_bytes = chance(random, 50) ? std::size_t{8192} : 0, .packet_bytes = std::size_t{1} << random() % 12});
    for (const Layout *layout : {old_layout, new_layout}) {
      oracle_why.clear();
      const bool is_another_type =
          layout->model.prefix != before.prefix && !have_common_field(layout->model.types[0], before.types[0]);
      const bool can_be_read = Oracle(*layout).can_be_read(world.root(), *old_layout) && !is_another_type;
      for (const bool use_arena : {false, true}) {
        void *root = nullptr;
        Arena arena;
        std::string text;
        const int error = read(bytes, &layout->infos[0], use_arena, &root, arena, text);
        ASSERT_EQ(error, can_be_read ? 0 : AL_ERR_TYPES) << text << " " << oracle_why;
        ASSERT_TRUE(layout == new_layout || can_be_read);
        if (layout == new_layout)
          ++(error ? n_refused : n_read);
        if (error)
          continue;
        ASSERT_EQ(Oracle(*layout).difference(world.root(), root), "");
        if (!use_arena)
          release(plan_of(&layout->infos[0]), root, malloc_allocator());
      }
    }
  }
  std::printf("%u read, %u refused\n", n_read, n_refused);
  if (!given) {
    EXPECT_GT(n_read, last * 2 / 3);
    EXPECT_GT(n_refused, last / 15);
  }
}

/// A weak pointer that leads to another type now is refused by name, if what it has led to still travels.
TEST(Evolution, AWeakPointerToAnotherType) {
  const auto field = [](const char *name, ModelField::Kind kind, int target) {
    ModelField out;
    out.name = name;
    out.kind = kind;
    out.target = target;
    return out;
  };
  const auto number = field("number", ModelField::number, 0);
  Model before, after;
  before.prefix = after.prefix = "Type";
  before.types = {{field("link", ModelField::link, 1), field("weak", ModelField::weak, 1)}, {number}, {number}};
  after.types = {
      {field("link", ModelField::link, 1), field("weak", ModelField::weak, 2), field("other", ModelField::link, 2)},
      {number},
      {number}};
  static const Layout &there = *new Layout(before), &here = *new Layout(after); // never freed, as above
  int n_refused = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    World world(random, there);
    const FileBytes bytes = file_of(&there.infos[0], {world.build()});
    void *root = nullptr;
    Arena arena;
    std::string text;
    if (read(bytes, &here.infos[0], false, &root, arena, text) == 0) {
      release(plan_of(&here.infos[0]), root, malloc_allocator());
      continue;
    }
    EXPECT_EQ(text, "AutoLink: Type0.weak is a weak pointer to Type2, and in the file it leads to a Type1");
    ++n_refused;
  }
  EXPECT_GT(n_refused, 0);
}

struct Before {
  int kept;
  double values[2];
  Before *next;
};
struct Now {
  double values[3] = {1, 2, 3};
  int added = 42;
  Now *other = this;
  Now *next = nullptr;
  int kept = -1;
  short left_out = 7; // not in the tables
};
extern const AL_TypeInfo before_type[1], now_type[1];
const AL_Run before_data[] = {{AL_INT, offsetof(Before, kept), 1, 0}, {AL_DOUBLE, offsetof(Before, values), 2, 8}};
const AL_Pointer before_pointers[] = {
    {"next", AL_LINK, 0, offsetof(Before, next), 1, 0, before_type, 0, nullptr, nullptr, nullptr}};
const AL_Field before_fields[] = {{"kept", AL_INT, offsetof(Before, kept), 1, 0, 0, nullptr},
                                  {"values", AL_DOUBLE, offsetof(Before, values), 2, 8, 0, nullptr},
                                  {"next", AL_FIELD_POINTER, offsetof(Before, next), 1, 0, 0, nullptr}};
const AL_TypeInfo before_type[1] = {{AL_TYPE_ABI, 0, "Node", sizeof(Before), alignof(Before), 1, 3,
                                     std::size(before_data), before_data, std::size(before_pointers), before_pointers,
                                     nullptr, std::size(before_fields), before_fields, nullptr}};
const AL_Run now_data[] = {{AL_DOUBLE, offsetof(Now, values), 3, 8},
                           {AL_INT, offsetof(Now, added), 1, 0},
                           {AL_INT, offsetof(Now, kept), 1, 0}};
const AL_Pointer now_pointers[] = {
    {"other", AL_LINK, 0, offsetof(Now, other), 1, 0, now_type, 0, nullptr, nullptr, nullptr},
    {"next", AL_LINK, 0, offsetof(Now, next), 1, 0, now_type, 0, nullptr, nullptr, nullptr}};
const AL_Field now_fields[] = {{"values", AL_DOUBLE, offsetof(Now, values), 3, 8, 0, nullptr},
                               {"added", AL_INT, offsetof(Now, added), 1, 0, 0, nullptr},
                               {"other", AL_FIELD_POINTER, offsetof(Now, other), 1, 0, 0, nullptr},
                               {"next", AL_FIELD_POINTER, offsetof(Now, next), 1, 0, 0, nullptr},
                               {"kept", AL_INT, offsetof(Now, kept), 1, 0, 0, nullptr}};
bool throws = false;
void make_now(void *record) {
  if (throws)
    throw std::runtime_error("constructor of the test");
  const Now object;
  std::memcpy(record, &object, sizeof object);
}
const AL_TypeInfo now_type[1] = {{AL_TYPE_ABI, 0, "Node", sizeof(Now), alignof(Now), 2, 5, std::size(now_data),
                                  now_data, std::size(now_pointers), now_pointers, nullptr, std::size(now_fields),
                                  now_fields, make_now}};

/// What is new keeps its initial value, if the type's tables know how a new record looks.
TEST(Evolution, NewFieldsKeepTheirInitialValues) {
  Before second = {2, {0.5, 0.25}, nullptr}, first = {1, {0, 9}, &second};
  const FileBytes bytes = file_of(before_type, {&first});
  for (const bool use_arena : {false, true}) {
    void *root = nullptr;
    Arena arena;
    std::string text;
    ASSERT_EQ(read(bytes, now_type, use_arena, &root, arena, text), 0) << text;
    const Before *from = &first;
    for (const auto *to = static_cast<const Now *>(root); from || to; from = from->next, to = to->next) {
      ASSERT_TRUE(from && to);
      EXPECT_EQ(to->kept, from->kept);
      EXPECT_EQ(to->values[0], from->values[0]);
      EXPECT_EQ(to->values[1], from->values[1]);
      EXPECT_EQ(to->values[2], 3) << "an element of an array is new, too";
      EXPECT_EQ(to->added, 42);
      EXPECT_EQ(to->left_out, 7);
      EXPECT_EQ(to->other, nullptr) << "a new pointer leads nowhere";
    }
    if (!use_arena)
      release(plan_of(now_type), root, malloc_allocator());
  }
  throws = true;
  void *root = nullptr;
  Arena arena;
  std::string text;
  EXPECT_EQ(read(bytes, now_type, false, &root, arena, text), AL_ERR_STRUCTURE);
  EXPECT_EQ(text, "AutoLink: the constructor of Node has thrown");
  throws = false;
}

} // namespace
} // namespace autolink::test
