// Compares the routines that automap generates from pointer_kinds.h with the tables: the messages, structures and
// refusals must be the same.
#include "al_routines.h"
#include "amount.h"
#include "file/memory_file.h"
#include "structures.h"

#include "core/plan/planning.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>

using namespace autolink;
using namespace autolink::test;

namespace {

/// Copies types and everything that their pointers lead to, without routines.
class TablesAlone {
public:
  AL_Type of(AL_Type type) {
    if (!type || (type >= AL_Basic && type < AL_Basic + AL_BASIC_TYPES))
      return type;
    if (const auto found = copies_.find(type); found != copies_.end())
      return found->second;
    AL_TypeInfo &copy = types_.emplace_back(*type);
    copies_[type] = &copy;
    copy.routines = nullptr;
    auto &pointers = pointers_.emplace_back(type->pointers, type->pointers + type->n_pointers);
    copy.pointers = pointers.data();
    for (AL_Pointer &pointer : pointers) {
      pointer.target = of(pointer.target);
      auto &choices = choices_.emplace_back(pointer.choices, pointer.choices + pointer.n_choices);
      pointer.choices = choices.data();
      for (AL_Choice &choice : choices)
        choice.target = of(choice.target);
    }
    return &copy;
  }

private:
  std::map<AL_Type, AL_Type> copies_;
  std::deque<AL_TypeInfo> types_;
  std::deque<std::vector<AL_Pointer>> pointers_;
  std::deque<std::vector<AL_Choice>> choices_;
};

AL_Type without_routines(AL_Type type) {
  static TablesAlone tables;
  return tables.of(type);
}

/// Returns what the body throws, or "" if nothing.
template <typename Body> std::string failure_of(Body body) {
  try {
    body();
    return "";
  } catch (const Failure &failure) {
    return failure.message;
  } catch (const std::bad_alloc &) {
    return "memory";
  }
}

std::string packed(AL_Type type, const void *root, const PackOptions &options) {
  std::size_t size = 0;
  void *bytes = pack(plan_of(type), root, options, size);
  const std::string out(static_cast<const char *>(bytes), size);
  std::free(bytes);
  return out;
}

const PackOptions all_options[] = {
    {.eager_bytes = 8192, .packet_bytes = 262144},
    {.eager_bytes = 0, .packet_bytes = 1},
    {.eager_bytes = 0, .packet_bytes = 1000},
    {.eager_bytes = 100, .packet_bytes = 5000, .sharing = Sharing::checked},
};

template <typename T> void expect_the_same(AL_Type type, const T *root) {
  ASSERT_NE(type->routines, nullptr);
  const AL_Type tables = without_routines(type);
  for (const PackOptions &options : all_options) {
    SCOPED_TRACE("packets of " + std::to_string(options.packet_bytes));
    const std::string bytes = packed(type, root, options);
    ASSERT_EQ(bytes, packed(tables, root, options));
    for (const bool use_arena : {false, true})
      for (const AL_Type reader : {type, tables}) {
        Arena arena;
        UnpackOptions unpacking;
        unpacking.use_arena = use_arena;
        unpacking.check_reachable = true;
        auto *copy = static_cast<T *>(unpack(plan_of(reader), bytes.data(), bytes.size(), unpacking, arena));
        EXPECT_EQ(difference(root, copy), "");
        EXPECT_EQ(count(plan_of(type), copy, Sharing::as_declared).nodes,
                  count(plan_of(tables), copy, Sharing::as_declared).nodes);
        EXPECT_EQ(trace(plan_of(type), copy, Sharing::as_declared), trace(plan_of(tables), copy, Sharing::as_declared));
        if (!use_arena)
          release(plan_of(reader), copy, malloc_allocator());
      }
  }
}

/// Files of the type are read, also if each field is found by its name.
template <typename T> void expect_in_file(AL_Type type, const T *root) {
  for (const PackOptions &options : all_options) {
    const FileBytes bytes = file_of(type, {root}, options);
    for (const FileBytes &one : {bytes, with_other_signatures(bytes)})
      for (const bool use_arena : {false, true}) {
        const file::Container container = open_memory(one);
        EXPECT_TRUE(container.types().have_names());
        file::StructureReader reader(container);
        Arena arena;
        auto *copy =
            static_cast<T *>(reader.read(0, plan_of(type), {.use_arena = use_arena, .check_reachable = true}, arena));
        EXPECT_EQ(difference(root, copy), "");
        if (!use_arena)
          release(plan_of(type), copy, malloc_allocator());
      }
  }
}

TEST(Routines, NamesOfFieldsLeadToAllPointers) {
  for (std::uint64_t seed = 0; seed < amount("AUTOLINK_SEEDS", 10); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Made made;
    expect_in_file(AutoLink_Kinds, make_kinds(made, 1 + 3 * seed, seed));
    expect_in_file(AutoLink_List, make_list(made, 1 + 50 * seed, seed));
    expect_in_file(AutoLink_Graph, make_graph(made, 1 + 50 * seed, seed));
    expect_in_file(AutoLink_Tree, make_tree(made, 1 + 50 * seed, seed));
    expect_in_file(AutoLink_City, make_map(made, 1 + 50 * seed, seed));
    expect_in_file(AutoLink_Parcel, make_parcels(made, 1 + seed, seed));
    expect_in_file(AutoLink_Cell, make_cells(made, 1 + 7 * seed, seed));
    expect_in_file(AutoLink_Twig, make_twigs(made, 1 + 7 * seed, seed));
  }
}

TEST(Routines, DoWhatTablesDo) {
  for (std::uint64_t seed = 0; seed < amount("AUTOLINK_SEEDS", 30); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Made made;
    expect_the_same(AutoLink_Kinds, make_kinds(made, 1 + seed % 97, seed));
    expect_the_same(AutoLink_Parcel, make_parcels(made, 1 + seed % 61, seed));
    expect_the_same(AutoLink_Cell, make_cells(made, 1 + seed % 89, seed));
    expect_the_same(AutoLink_Twig, make_twigs(made, 1 + 7 * seed, seed));
    expect_the_same(AutoLink_Graph, make_graph(made, 1 + 11 * seed, seed));
    expect_the_same(AutoLink_City, make_map(made, 1 + 8 * seed, seed));
    expect_the_same(AutoLink_Tree, make_tree(made, 1 + 9 * seed, seed));
    expect_the_same(AutoLink_List, make_list(made, 1 + 20 * seed, seed));
    if (HasFailure())
      break;
  }
}

TEST(Routines, OfLargeStructuresDoToo) {
  constexpr int nodes = AUTOMAP_IS_SANITIZED ? 1000 : 20000;
  Made made;
  expect_the_same(AutoLink_List, make_list(made, nodes, 1));
  expect_the_same(AutoLink_Tree, make_tree(made, nodes, 2));
  expect_the_same(AutoLink_Graph, make_graph(made, nodes, 3));
  expect_the_same(AutoLink_City, make_map(made, nodes, 4));
  expect_the_same(AutoLink_Cell, make_cells(made, nodes / 4, 5));
  expect_the_same(AutoLink_Twig, make_twigs(made, nodes, 6));
}

TEST(Routines, RefuseWhatTablesRefuse) {
  Made made;
  Kinds *kinds = make_kinds(made, 1, 1);
  const auto refused = [&](const PackOptions &options = {}) {
    const std::string why = failure_of([&] { packed(AutoLink_Kinds, kinds, options); });
    EXPECT_EQ(why, failure_of([&] { packed(without_routines(AutoLink_Kinds), kinds, options); }));
    return why;
  };
  kinds->numbers = kinds->same_numbers = kinds->cursor = made.many<double>(4);
  kinds->n_numbers = -1;
  EXPECT_NE(refused().find("Kinds.numbers"), std::string::npos);
  kinds->n_numbers = 4;
  EXPECT_EQ(refused(), "");
  kinds->cursor = kinds->numbers + 5;
  EXPECT_NE(refused().find("Kinds.cursor"), std::string::npos);
  kinds->cursor = nullptr;
  kinds->kind = 9;
  kinds->any = kinds;
  EXPECT_NE(refused().find("Kinds.any: "), std::string::npos);
  EXPECT_NE(refused().find("9, which is none"), std::string::npos);
  Tree *tree = made.one<Tree>();
  *tree = {1, tree, nullptr};
  const PackOptions checked = {.sharing = Sharing::checked};
  EXPECT_NE(failure_of([&] { packed(AutoLink_Tree, tree, checked); }), "");
}

/// Changed messages have the same result with routines as with tables, and no memory is lost.
TEST(Routines, BelieveNoMore) {
  std::mt19937_64 random(5);
  Made made;
  const Kinds *kinds = make_kinds(made, 8, 12);
  const Parcel *parcels = make_parcels(made, 4, 12);
  const Tree *tree = make_tree(made, 40, 12);
  const Cell *cells = make_cells(made, 8, 12);
  const Twig *twigs = make_twigs(made, 40, 12);
  for (const auto &[type, root] :
       {std::pair<AL_Type, const void *>{AutoLink_Kinds, kinds},
        std::pair<AL_Type, const void *>{AutoLink_Parcel, parcels},
        std::pair<AL_Type, const void *>{AutoLink_Tree, tree}, std::pair<AL_Type, const void *>{AutoLink_Cell, cells},
        std::pair<AL_Type, const void *>{AutoLink_Twig, twigs}})
    for (const PackOptions &options : all_options) {
      const std::string bytes = packed(type, root, {options.eager_bytes, options.packet_bytes});
      for (unsigned round = 0; round < amount("AUTOLINK_ROUNDS", 1000); ++round) {
        std::string changed = bytes;
        for (std::size_t n = 1 + random() % 3; n > 0; --n) {
          char &byte = changed[random() % changed.size()];
          byte = static_cast<char>(random() % 3 ? random() : static_cast<unsigned char>(byte) + 1);
        }
        std::string fate[2];
        for (const bool alone : {false, true}) {
          std::int64_t live = 0;
          const Allocator counting = {[](std::size_t size, std::size_t align, void *n) {
                                        ++*static_cast<std::int64_t *>(n);
                                        return malloc_allocator().allocate(size, align, nullptr);
                                      },
                                      [](void *node, std::size_t, void *n) {
                                        --*static_cast<std::int64_t *>(n);
                                        std::free(node);
                                      },
                                      &live};
          UnpackOptions unpacking = {.use_arena = round % 3 == 0, .allocator = counting, .limit_bytes = 10 << 20};
          unpacking.check_reachable = true;
          const NodePlan &plan = plan_of(alone ? without_routines(type) : type);
          fate[alone] = failure_of([&] {
            Arena arena;
            void *copy = unpack(plan, changed.data(), changed.size(), unpacking, arena);
            if (!unpacking.use_arena)
              release(plan, copy, counting);
          });
          ASSERT_EQ(live, 0) << "round " << round;
        }
        ASSERT_EQ(fate[0], fate[1]) << "round " << round;
      }
    }
}

/// Lengths that a receiver knows only when all has arrived must be those of the arrays, or AL_Free and the program would
/// read beyond their ends.
TEST(Routines, RefuseLateLengthsThatDoNotFit) {
  constexpr int columns = 12345, rows = 4321, first_mark = 0x5eed5eed, second_mark = 0x5a1d5a1d;
  Made made;
  Parcel *parcel = make_parcels(made, 1, 1);
  parcel->next = parcel;
  parcel->n = 1;
  parcel->start = made.many<int>(2);
  parcel->start[0] = first_mark;
  parcel->start[1] = columns;
  parcel->columns = made.many<short>(columns);
  parcel->like_next = made.many<short>(1);
  parcel->kind = 0;
  parcel->some = nullptr;
  parcel->weights = made.many<float>(columns);
  parcel->sizes->rows = rows;
  parcel->sizes->table[0][0] = second_mark;
  parcel->bytes = made.many<char>(rows + parcel->sizes->some[parcel->which]);
  const std::string bytes = packed(AutoLink_Parcel, parcel, {});
  // Returns what a receiver says if the number that lies `after` bytes after a mark is `changed`.
  const auto fate = [&](int mark, std::ptrdiff_t after, auto changed) {
    std::string message = bytes;
    const std::size_t at = message.find(std::string(reinterpret_cast<const char *>(&mark), sizeof mark));
    EXPECT_NE(at, std::string::npos);
    std::memcpy(message.data() + at + after, &changed, sizeof changed);
    std::string out;
    for (const bool use_arena : {false, true})
      for (const AL_Type type : {AL_Type{AutoLink_Parcel}, without_routines(AutoLink_Parcel)}) {
        const std::string one = failure_of([&] {
          Arena arena;
          void *copy = unpack(plan_of(type), message.data(), message.size(), {.use_arena = use_arena}, arena);
          if (!use_arena)
            release(plan_of(type), copy, malloc_allocator());
        });
        EXPECT_TRUE(out.empty() || out == one) << out << " / " << one;
        out = one;
      }
    return out;
  };
  const auto with_columns = [&](int n) { return fate(first_mark, sizeof(int), n); };
  EXPECT_EQ(with_columns(columns), "");
  for (const int other : {0, 1, columns - 1, columns + 1, -1, INT_MAX})
    EXPECT_NE(with_columns(other), "") << other;
  EXPECT_NE(with_columns(columns + 1).find("array of short has the length 12345, where its record says 12346"),
            std::string::npos)
      << with_columns(columns + 1);
  const auto with_rows = [&](short n) { return fate(second_mark, -std::ptrdiff_t{offsetof(Sizes, table)}, n); };
  EXPECT_EQ(with_rows(rows), "");
  for (const short other : {0, rows - 1, rows + 1, -1})
    EXPECT_NE(with_rows(other), "") << other;
}

TEST(Routines, ThatDoNotFitAreRefused) {
  static AL_Routines routines;
  static AL_TypeInfo type;
  const auto refused = [](auto change) {
    routines = *AutoLink_List->routines;
    type = *AutoLink_List;
    type.routines = &routines;
    change();
    return failure_of([] { plan_of(&type); }).find("routines do not fit") != std::string::npos;
  };
  EXPECT_TRUE(refused([] { routines.abi = 77; }));
  EXPECT_TRUE(refused([] { ++routines.size; }));
  EXPECT_TRUE(refused([] { routines.n_targets = 2; }));
  EXPECT_TRUE(refused([] { routines.pack = nullptr; }));
  EXPECT_TRUE(refused([] { type.n_pointers = 0; }));
  static const std::uint8_t strings[] = {AL_STRING};
  EXPECT_TRUE(refused([] { routines.targets = strings; }));
  EXPECT_FALSE(refused([] {}));
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
