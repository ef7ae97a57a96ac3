// Tests refusals of structures that break their promises, and of messages that contradict themselves.
#include "figure3_routines.h"
#include "support.h"

#include <gtest/gtest.h>

#include <deque>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace autolink::test {
namespace {

TEST(Refused, StructuresThatAreNotWhatTheyPromise) {
  std::string text;
  Made made;
  auto *kinds = make_kinds(made, 1, 1);
  kinds->numbers = kinds->same_numbers = kinds->cursor = made.many<double>(4);
  kinds->n_numbers = -1;
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds); }, &text), AL_ERR_STRUCTURE);
  EXPECT_NE(text.find("Kinds.numbers: the array's length is negative, -1"), std::string::npos) << text;
  kinds->n_numbers = 4;
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds); }), 0);
  kinds->cursor = kinds->numbers + 5;
  std::ostringstream place;
  place << "Kinds.cursor: it points to " << kinds->cursor << ", which";
  for (const PackOptions &options : all_options) {
    EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds, options); }, &text), AL_ERR_STRUCTURE);
    EXPECT_NE(text.find(place.str()), std::string::npos) << text;
  }
  kinds->cursor = nullptr;
  kinds->kind = 9;
  kinds->any = kinds;
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds); }, &text), AL_ERR_STRUCTURE);
  EXPECT_NE(text.find("Kinds.any: "), std::string::npos) << text;
  EXPECT_NE(text.find("9, which is none of its choices"), std::string::npos) << text;

  auto *tree = make_tree(made, 1, 1);
  tree->left = tree->right = make_tree(made, 1, 2);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Tree, tree); }), 0);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Tree, tree, {.sharing = Sharing::checked}); }, &text), AL_ERR_STRUCTURE);
  EXPECT_NE(text.find("Tree"), std::string::npos) << text;
  tree->right = make_tree(made, 5, 2);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Tree, tree, {.sharing = Sharing::checked}); }), 0);
}

/// Records in an array, and a link to one of them.
struct Shelf {
  std::int64_t n;
  Leaf *leaves, *best;
  Shelf *next;
};

/// Types of shelves whose leaves may be promised not to be shared, and may have links or only be in arrays.
struct ShelfType {
  ShelfType(bool is_tree, bool has_links) {
    leaf.flags = is_tree ? AL_TREE : 0;
    AL_Pointer *at = pointers;
    *at++ = {"leaves",
             AL_ARRAY,
             0,
             offsetof(Shelf, leaves),
             1,
             0,
             &leaf,
             0,
             [](const void *record, const void *) { return static_cast<const Shelf *>(record)->n; },
             nullptr,
             nullptr};
    if (has_links)
      *at++ = {"best", AL_LINK, 0, offsetof(Shelf, best), 1, 0, &leaf, 0, nullptr, nullptr, nullptr};
    *at++ = {"next", AL_LINK, 0, offsetof(Shelf, next), 1, 0, &shelf, 0, nullptr, nullptr, nullptr};
    shelf = {AL_TYPE_ABI, 0,      "Shelf", sizeof(Shelf), sizeof(void *),
             1,           1,      1,       &data,         static_cast<std::uint64_t>(at - pointers),
             pointers,    nullptr};
  }

  AL_TypeInfo leaf = AutoLink_Leaf[0], shelf;
  AL_Run data = {AL_INT64_T, offsetof(Shelf, n), 1, 0};
  AL_Pointer pointers[3];
};

TEST(Refused, RecordsOfArraysThatAreSharedAgainstAPromise) {
  Made made;
  Shelf second = {3, made.many<Leaf>(3), nullptr, nullptr}, first = {4, made.many<Leaf>(4), made.one<Leaf>(), &second};
  Leaf leaves[7] = {};
  const auto error = [&](AL_Type type, Sharing sharing) {
    std::string text;
    const int out = error_of([&] { Bytes(type, &first, {.sharing = sharing}); }, &text);
    if (out) {
      EXPECT_NE(text.find("type Leaf, promised to be a tree, is shared"), std::string::npos) << text;
    }
    return out;
  };
  for (const bool has_links : {true, false}) {
    static std::deque<ShelfType> types;
    const AL_Type tree = &types.emplace_back(true, has_links).shelf, any = &types.emplace_back(false, has_links).shelf;
    const auto expect = [&](bool is_shared, bool is_shared_by_a_link) {
      for (const Sharing sharing : {Sharing::as_declared, Sharing::none})
        for (const AL_Type type : {tree, any})
          EXPECT_EQ(error(type, sharing), 0);
      const bool is_seen = is_shared || (is_shared_by_a_link && has_links);
      EXPECT_EQ(error(tree, Sharing::checked) != 0, is_seen);
      EXPECT_EQ(error(tree, Sharing::none_checked) != 0, is_seen);
      EXPECT_EQ(error(any, Sharing::checked), 0);
      EXPECT_EQ(error(any, Sharing::none_checked) != 0,
                is_seen && has_links); // otherwise no two pointers need marks
    };
    const Shelf was = first, was_second = second;
    expect(false, false);
    first.best = &first.leaves[3];
    expect(false, true);
    first.best = &second.leaves[2]; // these leaves come after the link
    expect(false, true);
    first.best = &second.leaves[3]; // after the last of them
    expect(false, false);
    first = was;
    second.best = &first.leaves[0];
    expect(false, true);
    second = was_second;
    second.leaves = first.leaves;
    expect(true, false);
    first.leaves = leaves;
    second.leaves = leaves + 3;
    expect(true, false);
    second.leaves = leaves + 4;
    expect(false, false);
    second.leaves = leaves + 3;
    second.n = 0;
    expect(false, false);
    first = was;
    second = was_second;
  }
}

TEST(Refused, BytesOfAnybody) {
  std::string text;
  for (const std::size_t size : {12, 40, 5000}) {
    const std::vector<std::byte> bytes(size, std::byte{'a'});
    EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data(), size); }, &text), AL_ERR_MESSAGE);
    EXPECT_NE(text.find("not packed by AL_Pack"), std::string::npos) << text;
  }
}

void expect_no_kind_is_refused(AL_Type type, const Bytes &bytes, bool use_arena) {
  expect_refused(type, bytes, offsetof(Kinds, kind), 77, use_arena,
                 "Kinds.any: the field that selects what it points at has the value 77, which is none of its choices");
}

TEST(Refused, ReceivedArraysOfAnotherLength) {
  Made made;
  Kinds *kinds = make_two(made);
  kinds->next->n_numbers = 3;
  kinds->next->numbers = made.many<double>(3);
  kinds->next->same_numbers = kinds->next->cursor = nullptr;
  for (const PackOptions &options : all_options)
    for (const bool use_arena : {false, true})
      for (const int length : {-1, 0, 4}) {
        Bytes bytes(AutoLink_Kinds, kinds, options);
        expect_refused(AutoLink_Kinds, bytes, offsetof(Kinds, n_numbers), length, use_arena,
                       "Kinds.numbers: its array's length is 3, where its record says " + std::to_string(length));
      }
}

/// AL_Free would take the first null character for the end. In packets, strings arrive in parts, down to single bytes.
TEST(Refused, ReceivedStringsWithAnotherNullCharacter) {
  Made made;
  Kinds *kinds = make_kinds(made, 1, 1);
  const auto expect_refused = [&](const PackOptions &options, std::size_t length, std::size_t place) {
    std::string text(length, 'x');
    kinds->name = made.string(text);
    Bytes bytes(AutoLink_Kinds, kinds, options);
    text[place] = 'y';
    kinds->name = made.string(text);
    const Bytes others(AutoLink_Kinds, kinds, options);
    ASSERT_EQ(bytes.size, others.size);
    auto *at = static_cast<char *>(bytes.data);
    at = std::mismatch(at, at + bytes.size, static_cast<const char *>(others.data)).first;
    ASSERT_EQ(*at, 'x');
    *at = 0;
    for (const bool use_arena : {false, true}) {
      CountingAllocator allocator;
      std::string why;
      const auto receive = [&] {
        unpack_and_release(AutoLink_Kinds, bytes.data, bytes.size,
                           {.use_arena = use_arena, .allocator = allocator.get()});
      };
      EXPECT_EQ(error_of(receive, &why), AL_ERR_MESSAGE);
      EXPECT_NE(why.find("a string has a null character inside"), std::string::npos) << why;
      EXPECT_EQ(allocator.live, 0u);
    }
  };
  for (const PackOptions &options : all_options)
    for (const std::size_t length : {1, 5, 8, 13, 64, 300})
      for (std::size_t place = 0; place < length; place += 1 + length / 13)
        expect_refused(options, length, place);
}

TEST(Refused, ReceivedPointersOfNoKind) {
  Made made;
  Kinds *kinds = make_two(made);
  kinds->next->kind = 2;
  kinds->next->any = kinds;
  for (const PackOptions &options : all_options)
    for (const bool use_arena : {false, true}) {
      Bytes bytes(AutoLink_Kinds, kinds, options);
      expect_no_kind_is_refused(AutoLink_Kinds, bytes, use_arena);
    }
}

/// The same for an array's elements: the pointer determines which element it belongs to.
TEST(Refused, ReceivedPointersOfNoKindInElements) {
  struct Box {
    std::int64_t n;
    Kinds *kinds;
  };
  constexpr int n = 400, bad = 397; // not in the first packet
  Made made;
  Box box = {n, made.many<Kinds>(n)};
  for (int i = 0; i < n; ++i) {
    box.kinds[i] = {};
    box.kinds[i].id = i == bad ? second_id : 0;
    box.kinds[i].kind = 1;
    box.kinds[i].any = made.one<Leaf>();
  }
  static AL_TypeInfo kinds[] = {AutoLink_Kinds[0], AutoLink_Kinds[0]};
  kinds[1].routines = nullptr;
  for (const AL_TypeInfo &element : kinds) {
    static const AL_Run data = {AL_INT64_T, offsetof(Box, n), 1, 0};
    const AL_Pointer pointer = {"kinds",
                                AL_ARRAY,
                                0,
                                offsetof(Box, kinds),
                                1,
                                0,
                                &element,
                                0,
                                [](const void *record, const void *) { return static_cast<const Box *>(record)->n; },
                                nullptr,
                                nullptr};
    static std::deque<std::pair<AL_Pointer, AL_TypeInfo>> tables; // plans refer to their addresses
    auto &[kept, type] = tables.emplace_back(pointer, AL_TypeInfo());
    type = {AL_TYPE_ABI, 0, "Box", sizeof(Box), alignof(Box), 1, 1, 1, &data, 1, &kept, nullptr};
    for (const PackOptions &options : all_options)
      for (const bool use_arena : {false, true}) {
        Bytes bytes(&type, &box, options);
        unpack_and_release(&type, bytes.data, bytes.size, {.use_arena = use_arena});
        expect_no_kind_is_refused(&type, bytes, use_arena);
      }
  }
}

/// Only the version is read in a message of another version.
TEST(Refused, AnotherVersion) {
  Made made;
  const Bytes bytes(AutoLink_List, make_list(made, 3, 1));
  const auto *begin = static_cast<const std::byte *>(bytes.data);
  constexpr std::size_t message = sizeof(std::uint64_t);
  for (const std::uint8_t version : {wire::version - 1, wire::version + 1})
    for (const std::uint16_t types_bytes : {0, 0xffff}) {
      std::vector<std::byte> other(begin, begin + bytes.size);
      auto head = load<wire::Head>(other.data() + message);
      ASSERT_EQ(head.version, wire::version);
      head.version = version;
      head.types_bytes = types_bytes;
      store(other.data() + message, head);
      std::string text;
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, other.data(), other.size()); }, &text),
                AL_ERR_MESSAGE);
      EXPECT_NE(text.find("another version"), std::string::npos) << text;
      EXPECT_FALSE(Unpacker::summarize(other.data() + message, other.size() - message));
    }
}

TEST(Refused, OneArrayWithALongerLength) {
  Made made;
  Kinds *first = make_two_of_one_array(made, 8, 5);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, first); }), 0);
  std::swap(first->n_numbers, first->next->n_numbers);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, first); }), AL_ERR_STRUCTURE);
}

TEST(Refused, OtherTypes) {
  Made made;
  const Bytes bytes(AutoLink_List, make_list(made, 3, 1));
  std::string text;
  EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Square, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
  EXPECT_NE(text.find("Square"), std::string::npos) << text;
  EXPECT_NE(text.find("has another type signature: value 1 is int at byte 0 here, double at byte 0 there"),
            std::string::npos)
      << text;
  const auto difference_with = [&](AL_TypeInfo &type) {
    type.signature_hash = 1;
    EXPECT_EQ(error_of([&] { unpack_and_release(&type, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
    return text.substr(text.find("signature") + 9);
  };
  AL_TypeInfo longer = AutoLink_List[0], shorter = longer, mixed = longer, linked = longer;
  const AL_Run more[] = {{AL_DOUBLE, 0, 2, 8}, {AL_DOUBLE, 16, 3, 8}}, less[] = {{AL_DOUBLE, 0, 3, 8}};
  longer.n_data = 2;
  longer.data = more;
  EXPECT_EQ(difference_with(longer), ": the sender does not have value 5, double");
  shorter.data = less;
  EXPECT_EQ(difference_with(shorter), ": the sender has value 4, double");
  const AL_Run others[] = {{AL_DOUBLE, 0, 2, 8}, {AL_FLOAT, 20, 2, 4}};
  mixed.n_data = 2;
  mixed.data = others;
  EXPECT_EQ(difference_with(mixed), ": value 3 is float at byte 20 here, double at byte 16 there");
  AL_Pointer string = linked.pointers[0];
  string.kind = AL_STRING;
  linked.pointers = &string;
  EXPECT_EQ(difference_with(linked), ": the pointer next leads to something else");
  AL_TypeInfo unlinked = AutoLink_List[0];
  unlinked.n_pointers = 0;
  EXPECT_EQ(difference_with(unlinked), ": the sender has more pointers");
  AL_TypeInfo moved = AutoLink_List[0];
  AL_Pointer pointer = moved.pointers[0];
  pointer.target = &moved;
  moved.pointers = &pointer;
  EXPECT_EQ(error_of([&] { unpack_and_release(&moved, bytes.data, bytes.size); }), 0);
  AL_TypeInfo other = moved;
  AL_Pointer pointer_too = pointer;
  pointer_too.kind = AL_INSIDE;
  other.pointers = &pointer_too;
  EXPECT_EQ(error_of([&] { unpack_and_release(&other, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
  EXPECT_NE(text.find("next"), std::string::npos) << text;
  AL_TypeInfo shuffled = moved; // every other double first
  const AL_Run runs[] = {{AL_DOUBLE, 0, 2, 16}, {AL_DOUBLE, 8, 2, 16}};
  shuffled.n_data = 2;
  shuffled.data = runs;
  EXPECT_EQ(error_of([&] { unpack_and_release(&shuffled, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
  EXPECT_NE(text.find("declared"), std::string::npos) << text;
}

TEST(Refused, TablesThatContradictThemselves) {
  static AL_TypeInfo type = AutoLink_List[0];
  const AL_TypeInfo good = type;
  const auto refused = [&] { return error_of([] { plan_of(&type); }); };
  static AL_Pointer pointer = good.pointers[0];
  type.pointers = &pointer;
  type.abi = 77;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  type.abi = good.abi;
  pointer.offset = sizeof(List);
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.offset = offsetof(List, next);
  pointer.count = UINT64_MAX;
  pointer.stride = 8;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.count = 1;
  pointer.kind = 99;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.kind = AL_ARRAY;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.kind = AL_LINK;
  pointer.target = nullptr;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.target = &type;
  type.align = 3;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  type.align = good.align;
  EXPECT_EQ(refused(), 0);
}

} // namespace
} // namespace autolink::test
