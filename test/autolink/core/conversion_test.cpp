// Receives structures of other machines, in messages written by foreign.h, and checks that incompatible ones are
// refused.
#include "figure3_routines.h"
#include "foreign.h"
#include "pointer_kinds_routines.h"
#include "weak_kinds_routines.h"

#include "core/base/form.h"
#include "core/plan/planning.h"
#include "core/receive/measure.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>

using namespace autolink;
using namespace autolink::test;

namespace {

/// Returns Kinds in which data in a union of pointers is zero, because only zero can be converted.
Kinds *make_convertible_kinds(Made &made, std::size_t n, std::uint64_t seed) {
  Kinds *root = make_kinds(made, n, seed);
  Kinds *k = root;
  for (std::size_t i = 0; i < n; ++i, k = k->next)
    if (k->tag == 3)
      k->tagged.number = 0;
  return root;
}

/// Returns "" or the text of the failure, which must have the class AL_ERR_TYPES.
template <typename T>
std::string receive(const Machine &machine, const Messages &messages, AL_Type type, const T *expected, bool use_arena) {
  const std::vector<std::byte> bytes = packed(machine, messages);
  UnpackOptions options;
  options.use_arena = use_arena;
  options.check_reachable = true;
  Arena arena;
  try {
    void *copy = unpack(plan_of(type), bytes.data(), bytes.size(), options, arena);
    EXPECT_EQ(difference(expected, static_cast<T *>(copy)), "");
    if (!use_arena)
      release(plan_of(type), copy, options.allocator);
    return "";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.error, AL_ERR_TYPES) << failure.message;
    return failure.message;
  }
}

template <typename T> void expect_same(const T *root, AL_Type type) {
  for (std::size_t i = 0; i < n_machines; ++i)
    for (const std::size_t elements_a_packet : {0, 1, 3, 1000})
      for (const bool use_arena : {false, true}) {
        if (!root && elements_a_packet > 0)
          continue; // NULL has no packets
        const Messages messages = foreign(machines[i], root, {.elements_a_packet = elements_a_packet});
        if (messages[0].size() > 65536)
          continue; // no sender writes such a message
        EXPECT_EQ(receive(machines[i], messages, type, root, use_arena), "")
            << machines[i].name << ", elements a packet: " << elements_a_packet;
        if (testing::Test::HasFailure())
          return;
      }
}

/// Expects the same for a list whose links are left out, and for a ring.
template <typename T> void expect_same_list(T *root, std::size_t n, AL_Type type) {
  for (std::size_t i = 0; i < n_machines; ++i)
    for (const bool use_arena : {false, true}) {
      SCOPED_TRACE(machines[i].name);
      EXPECT_EQ(
          receive(machines[i], foreign(machines[i], root, {.list = ForeignOptions::as_list}), type, root, use_arena),
          "");
      close_ring(root);
      const std::vector<std::byte> ring =
          packed(machines[i], foreign(machines[i], root, {.list = ForeignOptions::as_ring}));
      open_ring(root, n);
      Arena arena;
      UnpackOptions options;
      options.use_arena = use_arena;
      auto *copy = static_cast<T *>(unpack(plan_of(type), ring.data(), ring.size(), options, arena));
      ASSERT_TRUE(open_ring(copy, n));
      EXPECT_EQ(difference(root, copy), "");
      if (!use_arena)
        release(plan_of(type), copy, options.allocator);
    }
}

TEST(OtherMachines, ListsWithoutLinks) {
  for (const std::size_t n : {1, 2, 100}) {
    Made made;
    expect_same_list(make_list(made, n, n), n, AutoLink_List);
    expect_same_list(make_values(made, n, n), n, AutoLink_Values);
  }
}

TEST(OtherMachines, Structures) {
  Made made;
  expect_same(make_figure3(made), AutoLink_Square);
  expect_same<List>(nullptr, AutoLink_List);
  for (const std::size_t n : {1, 2, 500}) {
    expect_same(make_list(made, n, n), AutoLink_List);
    expect_same(make_tree(made, n, n), AutoLink_Tree);
    expect_same(make_graph(made, n, n), AutoLink_Graph);
    expect_same(make_values(made, n, n), AutoLink_Values);
  }
}

TEST(OtherMachines, AllKindsOfPointers) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Made made;
    expect_same(make_convertible_kinds(made, 1 + seed * 8, seed), AutoLink_Kinds);
    if (HasFailure())
      break;
  }
}

TEST(OtherMachines, WeakPointers) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Made made;
    expect_same(make_twigs(made, 1 + seed * 20, seed), AutoLink_Twig);
    expect_same(make_cells(made, 1 + seed * 8, seed, false), AutoLink_Cell);
    if (HasFailure())
      break;
  }
}

TEST(OtherMachines, ArraysThatAreSharedByNodesFarBehind) {
  Made made;
  expect_same(make_sharing_kinds(made, 300, 500, 1), AutoLink_Kinds);
}

const Machine &machine(const std::string &name) {
  for (std::size_t i = 0; i < n_machines; ++i)
    if (name == machines[i].name)
      return machines[i];
  ADD_FAILURE() << name;
  return machines[0];
}

template <typename T>
void expect_refused(const std::string &name, const T *root, AL_Type type, const std::vector<std::string> &words) {
  const std::string text =
      receive<T>(machine(name), foreign(machine(name), root, {.elements_a_packet = 2}), type, nullptr, false);
  for (const std::string &word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " is not in: " << text;
}

TEST(OtherMachines, WhatCannotBeConvertedIsNamed) {
  Made made;
  const Tree *tree = make_tree(made, 1, 1);
  const Machine &ilp64 = machine("ILP64");
  const Messages good = foreign(ilp64, tree, {});
  EXPECT_EQ(receive(ilp64, good, AutoLink_Tree, tree, false), "");
  const auto text_after = [&](std::size_t at, std::uint8_t byte) {
    Messages changed = good;
    changed[0][at] = std::byte{byte};
    return receive<Tree>(ilp64, changed, AutoLink_Tree, nullptr, false);
  };
  const std::size_t element = good[0].size() - 24, forms = 8;
  EXPECT_EQ(good[0][forms + 1], std::byte{AL_INT});
  const std::size_t form_of_int = forms + 2;
  EXPECT_EQ(text_after(element, 1),
            "AutoLink: the sender's Tree is not the receiver's Tree: a value of type int has no equal here");
  EXPECT_EQ(text_after(form_of_int, 7 << 5 | 8),
            "AutoLink: the sender's Tree is not the receiver's Tree: the sender's int has a form that cannot be "
            "converted");
  const std::size_t n_forms = std::to_integer<std::size_t>(good[0][forms]);
  const std::size_t runs = forms + 1 + 2 * n_forms + 8 + 3 + 5;
  EXPECT_EQ(good[0][runs], std::byte{1});
  EXPECT_NE(text_after(runs + 1, AL_LONG).find("declared differently"), std::string::npos);
  EXPECT_NE(text_after(runs + 2, 17).find("outside"), std::string::npos);
  const std::size_t pointers = runs + 4, one_pointer = 4;
  EXPECT_NE(text_after(pointers + 3, AL_INSIDE).find("left"), std::string::npos);
  Messages fewer = good;
  fewer[0][pointers] = std::byte{1};
  fewer[0][7] = static_cast<std::byte>(std::to_integer<std::size_t>(fewer[0][7]) - one_pointer);
  fewer[0].erase(fewer[0].begin() + pointers + 1, fewer[0].begin() + pointers + 1 + one_pointer);
  EXPECT_NE(receive<Tree>(ilp64, fewer, AutoLink_Tree, nullptr, false).find("pointers"), std::string::npos);
}

TEST(OtherMachines, ReceivedWithAnotherLayout) {
  // Both programs are on one machine, and the receiver's type has extra room at its end.
  Made made;
  const Values *values = make_values(made, 20, 2);
  static AL_TypeInfo type;
  static AL_Pointer pointer;
  type = AutoLink_Values[0];
  pointer = type.pointers[0];
  pointer.target = &type;
  type.pointers = &pointer;
  type.size += 64;
  for (const PackOptions &options : {PackOptions{}, PackOptions{.eager_bytes = 0, .packet_bytes = 500}}) {
    std::size_t size = 0;
    void *bytes = pack(plan_of(AutoLink_Values), values, options, size);
    Arena arena;
    void *copy = unpack(plan_of(&type), bytes, size, {}, arena);
    std::free(bytes);
    EXPECT_EQ(difference(values, static_cast<Values *>(copy)), "");
    release(plan_of(&type), copy, malloc_allocator());
  }
}

/// Returns the number of bytes that are not padding.
template <typename T> std::size_t meaningful_bytes() {
  return std::is_same_v<T, long double> && std::numeric_limits<T>::digits == 64 ? 10 : sizeof(T);
}

/// Compares a value converted from `From` to `To` with the compiler's own conversion.
template <typename From, typename To> void compare_values(From from, Form from_form, Form to_form) {
  for (const bool other_order : {false, true}) {
    std::byte bytes[16] = {}, out[16] = {};
    std::memcpy(bytes, &from, sizeof from);
    if (other_order)
      std::reverse(bytes, bytes + sizeof from);
    if (!is_convertible(from_form, to_form, other_order)) {
      EXPECT_TRUE(other_order && from_form.kind == Form::x87);
      continue;
    }
    const To expected = static_cast<To>(from);
    const bool is_nan = from != from;
    const bool has_equal = is_nan || (static_cast<From>(expected) == from && (expected < 0) == (from < 0));
    ASSERT_EQ(convert(bytes, 0, from_form, other_order, out, 0, to_form, 1), has_equal)
        << static_cast<double>(from) << " from " << sizeof(From) << " to " << sizeof(To) << " bytes";
    if (!has_equal)
      continue;
    To got;
    std::memcpy(&got, out, sizeof got);
    if (is_nan)
      ASSERT_NE(got, got);
    else
      ASSERT_EQ(std::memcmp(&got, &expected, meaningful_bytes<To>()), 0)
          << static_cast<double>(from) << " from " << sizeof(From) << " to " << sizeof(To) << " bytes";
  }
}

template <typename From, typename... To> void compare_integers(std::mt19937_64 &random) {
  const auto form = [](auto value) {
    return Form{std::is_signed_v<decltype(value)> ? Form::integer : Form::natural, sizeof value};
  };
  for (int i = 0; i < 300; ++i) {
    const auto value = static_cast<From>(static_cast<std::int64_t>(random()) >> random() % 64);
    (compare_values<From, To>(value, form(From()), form(To())), ...);
  }
}

TEST(Forms, IntegersAreTheCompilers) {
  std::mt19937_64 random(5);
  const auto from = [&]<typename... T>(std::type_identity<std::tuple<T...>>) {
    (compare_integers<T, T...>(random), ...);
  };
  from(std::type_identity<std::tuple<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                     std::uint32_t, std::int64_t, std::uint64_t>>());
}

__extension__ using Binary128 = __float128;
constexpr Form binary128 = {Form::ieee, 16};

template <typename From, typename... To>
void compare_floating(From value, Form from_form, std::initializer_list<Form> forms) {
  auto form = forms.begin();
  (compare_values<From, To>(value, from_form, *form++), ...);
}

template <typename From> void compare_floating(From value, Form form) {
  compare_floating<From, float, double, long double, Binary128>(
      value, form, {form_of(AL_FLOAT), form_of(AL_DOUBLE), form_of(AL_LONG_DOUBLE), binary128});
}

TEST(Forms, FloatingPointNumbersAreTheCompilers) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 3000; ++i) {
    // Tries all exponents, and as many bits as some form can hold.
    const auto bits = static_cast<std::uint32_t>(random());
    compare_floating(std::bit_cast<float>(bits), form_of(AL_FLOAT));
    const auto digits = static_cast<unsigned>(random() % 64);
    const int exponent = static_cast<int>(random() % (i % 3 ? 400 : 33000)) - (i % 3 ? 250 : 16500);
    const long double value =
        (random() % 2 ? -1 : 1) * std::ldexp(static_cast<long double>(random() >> digits), exponent);
    compare_floating(value, form_of(AL_LONG_DOUBLE));
    compare_floating(static_cast<double>(value), form_of(AL_DOUBLE));
    compare_floating(static_cast<Binary128>(value) / (i % 2 ? 3 : 1), binary128);
  }
  for (const double special : {0.0, -0.0, HUGE_VAL, -HUGE_VAL, static_cast<double>(NAN), 5e-324, 1.5e-320,
                               2.2250738585072014e-308, 1.4e-45, 1.7976931348623157e308}) {
    compare_floating(static_cast<float>(special), form_of(AL_FLOAT));
    compare_floating(special, form_of(AL_DOUBLE));
    compare_floating(static_cast<long double>(special), form_of(AL_LONG_DOUBLE));
    compare_floating(static_cast<Binary128>(special), binary128);
  }
}

TEST(OtherMachines, DataInAUnionOfPointers) {
  Made made;
  Kinds *kinds = make_convertible_kinds(made, 2, 1);
  kinds->tag = 3;
  kinds->tagged.number = 1;
  EXPECT_EQ(receive(machine("x86-64"), foreign(machine("x86-64"), kinds, {}), AutoLink_Kinds, kinds, false), "");
  EXPECT_EQ(receive(machines[1], foreign(machines[1], kinds, {}), AutoLink_Kinds, kinds, true), "");
  expect_refused("s390x", kinds, AutoLink_Kinds, {"Kinds", "tagged"});
  expect_refused("64-bit Windows", kinds, AutoLink_Kinds, {"Kinds", "tagged"});
}

TEST(OtherMachines, TheSizeOfAStreamIsKnownFromItsMessages) {
  Made made;
  const Kinds *kinds = make_kinds(made, 40, 3);
  const Counts counted = count(plan_of(AutoLink_Kinds), kinds, Sharing::as_declared);
  for (std::size_t i = 0; i < n_machines; ++i)
    for (const std::size_t elements_a_packet : {0, 4}) {
      const Messages messages = foreign(machines[i], kinds, {.elements_a_packet = elements_a_packet});
      Measure measure;
      for (const auto &message : messages) {
        EXPECT_FALSE(measure.is_known());
        if (&message == &messages[0])
          measure.measure_first(message.data(), message.size());
        else
          measure.measure_packet(message.data(), message.size());
      }
      EXPECT_TRUE(measure.is_known());
      EXPECT_EQ(measure.nodes(), counted.nodes) << machines[i].name;
      if (i == 0) {
        EXPECT_EQ(measure.bytes(), counted.bytes);
      }
      EXPECT_GT(measure.bytes(), counted.bytes / 3);
    }
}

TEST(OtherMachines, OtherTypesAreNamed) {
  Made made;
  expect_refused("s390x", make_list(made, 3, 1), AutoLink_Square, {"List", "Square", "signature"});
  expect_refused("i386", make_figure3(made), AutoLink_List, {"List", "Square", "signature"});
}

} // namespace
