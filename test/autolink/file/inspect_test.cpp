// Tests `automap inspect` with files of a type whose tables have names of fields.
#include "memory_file.h"

#include "process.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>

namespace autolink::test {
namespace {

using automap::test::Finished;
using automap::test::Scratch;

struct Tag {
  short key;
  double weight[2];
};
struct Book {
  int id;
  char shelf[4];
  Tag tags[2];
  bool lent;
  unsigned char flags; // bit-fields
  long n_pages;
  double *pages;
  char *title;
  Book *next;
  Book *pair[2];
  double *mark;
  void *any;
  float complex[2];
};

extern const AL_TypeInfo book[1];

std::int64_t n_pages(const void *record, const void *) { return static_cast<const Book *>(record)->n_pages; }
std::int64_t kind_of_any(const void *record, const void *) { return static_cast<const Book *>(record)->id; }

const AL_Run book_data[] = {{AL_INT, offsetof(Book, id), 1, 0},
                            {AL_CHAR, offsetof(Book, shelf), 4, 1},
                            {AL_SHORT, offsetof(Book, tags), 2, sizeof(Tag)},
                            {AL_DOUBLE, offsetof(Book, tags[0].weight), 2, 8},
                            {AL_DOUBLE, offsetof(Book, tags[1].weight), 2, 8},
                            {AL_CXX_BOOL, offsetof(Book, lent), 1, 0},
                            {AL_BYTE, offsetof(Book, flags), 1, 0},
                            {AL_LONG, offsetof(Book, n_pages), 1, 0},
                            {AL_CXX_FLOAT_COMPLEX, offsetof(Book, complex), 1, 0}};
const AL_Choice choices[] = {{1, AL_LINK, book, 0, nullptr}, {2, AL_STRING, nullptr, 0, nullptr}};
const AL_Pointer book_pointers[] = {
    {"pages", AL_ARRAY, 0, offsetof(Book, pages), 1, 0, AL_Basic + AL_DOUBLE, 0, n_pages, nullptr, nullptr},
    {"title", AL_STRING, 0, offsetof(Book, title), 1, 0, nullptr, 0, nullptr, nullptr, nullptr},
    {"next", AL_LINK, 0, offsetof(Book, next), 1, 0, book, 0, nullptr, nullptr, nullptr},
    {"pair", AL_LINK, 0, offsetof(Book, pair), 2, 8, book, 0, nullptr, nullptr, nullptr},
    {"mark", AL_INSIDE, 0, offsetof(Book, mark), 1, 0, nullptr, 0, nullptr, nullptr, nullptr},
    {"any", AL_ANY, 2, offsetof(Book, any), 1, 0, nullptr, 0, nullptr, kind_of_any, choices}};
const AL_Field tag_fields[] = {{"key", AL_SHORT, offsetof(Tag, key), 1, 0, 0, nullptr},
                               {"weight", AL_DOUBLE, offsetof(Tag, weight), 2, 8, 0, nullptr}};
const AL_Field book_fields[] = {{"id", AL_INT, offsetof(Book, id), 1, 0, 0, nullptr},
                                {"shelf", AL_CHAR, offsetof(Book, shelf), 4, 1, 0, nullptr},
                                {"tags", AL_FIELD_RECORD, offsetof(Book, tags), 2, sizeof(Tag), 2, tag_fields},
                                {"lent", AL_CXX_BOOL, offsetof(Book, lent), 1, 0, 0, nullptr},
                                {"int a : 3", AL_FIELD_BITS, offsetof(Book, flags), 1, 0, 0, nullptr},
                                {"n_pages", AL_LONG, offsetof(Book, n_pages), 1, 0, 0, nullptr},
                                {"pages", AL_FIELD_POINTER, offsetof(Book, pages), 1, 0, 0, nullptr},
                                {"title", AL_FIELD_POINTER, offsetof(Book, title), 1, 0, 0, nullptr},
                                {"next", AL_FIELD_POINTER, offsetof(Book, next), 1, 0, 0, nullptr},
                                {"pair", AL_FIELD_POINTER, offsetof(Book, pair), 2, 8, 0, nullptr},
                                {"mark", AL_FIELD_POINTER, offsetof(Book, mark), 1, 0, 0, nullptr},
                                {"any", AL_FIELD_POINTER, offsetof(Book, any), 1, 0, 0, nullptr},
                                {"z", AL_CXX_FLOAT_COMPLEX, offsetof(Book, complex), 1, 0, 0, nullptr}};
const AL_TypeInfo book[1] = {{AL_TYPE_ABI, 0, "book", sizeof(Book), alignof(Book), 77, 13, std::size(book_data),
                              book_data, std::size(book_pointers), book_pointers, nullptr, std::size(book_fields),
                              book_fields}};

class Inspect : public ::testing::Test {
protected:
  Inspect() {
    char title[] = "say \"hi\"\n", other[] = "x";
    double pages[] = {0.1, -2, 1e300};
    Book second = {2, {}, {}, false, 0, 0, nullptr, nullptr, nullptr, {}, nullptr, other, {}};
    Book first = {1,
                  {'a', 'b', '\\', '\0'},
                  {{3, {1, 2}}, {4, {5, 6.5}}},
                  true,
                  5,
                  3,
                  pages,
                  title,
                  &second,
                  {nullptr, &second},
                  &pages[1],
                  &second,
                  {1, -2}};
    bytes_ = file_of(book, {&first, nullptr});
    write(bytes_);
  }

  void write(const FileBytes &bytes) const {
    scratch_.write("x.al", {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  }

  Finished inspect(const std::string &arguments) const { return scratch_.run("\"" AUTOMAP "\" inspect " + arguments); }

  void expect_values(const std::string &path, const std::string &text) const {
    const Finished run = inspect("x.al --values '" + path + "'");
    EXPECT_EQ(run.out, text) << run.err;
    EXPECT_EQ(run.exit_code, 0);
  }

  void expect_error(const std::string &arguments, const std::string &text) const {
    const Finished run = inspect(arguments);
    EXPECT_EQ(run.err, "automap: error: " + text + "\n");
    EXPECT_EQ(run.exit_code, 1);
  }

  Scratch scratch_;
  FileBytes bytes_;
};

TEST_F(Inspect, PrintsTypesAndStructures) {
  const Finished run = inspect("x.al");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "x.al: AutoLink file, version 1, 2 structures, " + std::to_string(bytes_.size()) + R"( bytes
numbers: little-endian, pointers of 8 bytes

types:
  book, 136 bytes
       0  id         int
       4  shelf      4 x char
       8  tags       2 x record of 24 bytes
       8    key      short
      16    weight   2 x double
      56  lent       bool
      57  int a : 3  bit-fields
      64  n_pages    long
      72  pages      -> array of double
      80  title      -> string
      88  next       -> book
      96  pair       2 x -> book
     112  mark       -> a place inside
     120  any        -> one of 1: book, 2: string
     128  z          std::complex<float>
  array of double, 8 bytes an element
  string, 1 byte an element

structures:
  0: )" + std::to_string(open_memory(bytes_).length(0)) +
                         R"( bytes, 2 x book, 1 x array of double (3 elements), 2 x string (12 elements)
  1: )" + std::to_string(open_memory(bytes_).length(1)) +
                         R"( bytes, NULL
)");
}

TEST_F(Inspect, PrintsValues) {
  expect_values("0", R"(0 = book 0
0.id = 1
0.shelf = "ab\\\000"
0.tags[0].key = 3
0.tags[0].weight = {1, 2}
0.tags[1].key = 4
0.tags[1].weight = {5, 6.5}
0.lent = true
0.int a : 3 = 05
0.n_pages = 3
0.pages = array of double 0, 3 elements
0.title = "say \"hi\"\n"
0.next = book 1
0.pair[0] = NULL
0.pair[1] = book 1
0.mark = byte 8 of array of double 0
0.any = number 1 of one of 1: book, 2: string
0.z = (1, -2)
)");
  expect_values("1", "1 = NULL\n");
  expect_values("0.next.id", "0.next.id = 2\n");
  expect_values("0->pair[1]->lent", "0->pair[1]->lent = false\n");
  expect_values("0.pair[0]", "0.pair[0] = NULL\n");
  expect_values("0.tags[1]", "0.tags[1].key = 4\n0.tags[1].weight = {5, 6.5}\n");
  expect_values("0.tags[1].weight[1]", "0.tags[1].weight[1] = 6.5\n");
  expect_values("0.pages",
                "0.pages = array of double 0, 3 elements\n0.pages[0] = 0.1\n0.pages[1] = -2\n0.pages[2] = 1e+300\n");
  expect_values("0.pages[2]", "0.pages[2] = 1e+300\n");
  expect_values("0.title", "0.title = \"say \\\"hi\\\"\\n\"\n");
  expect_values("0.title[4]", "0.title[4] = '\"'\n");
}

TEST_F(Inspect, NamesMistakes) {
  expect_error("x.al --values 0.pages[3]", "'x.al': 0.pages has 3 elements");
  expect_error("x.al --values 0.author", "'x.al': 0 has no field 'author'");
  expect_error("x.al --values 0.id.x", "'x.al': 0.id has no fields");
  expect_error("x.al --values 0.pair[0].id", "'x.al': 0.pair[0] is NULL");
  expect_error("x.al --values '0.any.id'",
               "'x.al': 0.any leads to one of 1: book, 2: string, and the file does not say to which");
  expect_error("x.al --values 0.pages.x", "'x.al': 0.pages is an array of double");
  expect_error("x.al --values 0[1]", "'x.al': 0 is a single book");
  expect_error("x.al --values 0.pages[x]", "'x.al': '[x]' is no '[number]'");
  expect_error("x.al --values 0+1", "'x.al': '+1' is neither '.field' nor '[number]'");
  expect_error("x.al --values 1.id", "'x.al': 1 is NULL");
  expect_error("x.al --values 2", "'x.al': there is no structure 2, only 2");
  expect_error("x.al --values id", "'id' does not begin with the number of a structure");
  expect_error("y.al", "'y.al': it cannot be opened: No such file or directory");
  expect_error(".", "'.': it cannot be read: Is a directory");
  EXPECT_NE(inspect("").err.find("automap: error: the file is missing\nusage: automap inspect"), std::string::npos);
  EXPECT_NE(inspect("x.al y.al").err.find("automap: error: 'y.al' is not understood\n"), std::string::npos);
  EXPECT_NE(inspect("x.al --value 0").err.find("automap: error: '--value' is not understood\n"), std::string::npos);
  EXPECT_EQ(inspect("--help").out.find("usage: automap inspect"), 0u);
}

TEST_F(Inspect, SaysWhereAFileIsDamaged) {
  FileBytes damaged = bytes_;
  const std::size_t last = static_cast<std::size_t>(open_memory(bytes_).header().data_end()) - 1;
  damaged[last] ^= std::byte{1};
  write(damaged);
  const Finished run = inspect("x.al");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("\n  0: "), std::string::npos) << "the other structure is shown";
  EXPECT_EQ(run.err, "automap: error: 'x.al': structure 1: block 0 (bytes " +
                         std::to_string(last + 1 - open_memory(bytes_).length(1)) + " to " + std::to_string(last) +
                         " of the file) is damaged\n");
  damaged.resize(100);
  write(damaged);
  expect_error("x.al", "'x.al': it is truncated: it has 100 bytes and should have " + std::to_string(bytes_.size()));
  write({});
  expect_error("x.al", "'x.al': it is not a file of AutoLink's");
}

/// A file of a few megabytes, of which a list of all choices of each pointer would take terabytes.
TEST_F(Inspect, TakesLittleMemoryForHostileFiles) {
  file::Types types;
  types.pointer_bytes = sizeof(void *);
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    types.forms.push_back(form_of(basic));
  file::Class &c = types.classes.emplace_back();
  c.name = std::string(1'000'000, 'n');
  c.size = 1000 * sizeof(void *);
  c.has_names = true;
  for (std::size_t i = 0; i < 1000; ++i) {
    file::Field field;
    field.name = i == 0 ? std::string(1'000'000, 'f') : "f";
    field.kind = AL_FIELD_POINTER;
    field.offset = i * sizeof(void *);
    field.leads.chosen_by = AL_ANY;
    for (std::int64_t value = 0; value < 1000; ++value)
      field.leads.choices.push_back({value, AL_LINK, 0});
    c.fields.push_back(field);
  }
  write(make_file(file::write_types(types), {std::vector<std::byte>(8)}));
  const std::string limit = AUTOMAP_IS_SANITIZED
                                ? "export ASAN_OPTIONS=$ASAN_OPTIONS:hard_rss_limit_mb=4000" // reserves more
                                : "ulimit -v 4000000";
  const Finished run = scratch_.run(limit + "; \"" AUTOMAP "\" inspect x.al | tail -c 100000");
  EXPECT_NE(run.out.find("… and 999 more\n"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("memory"), std::string::npos) << run.err;
}

TEST_F(Inspect, PrintsClassesOfObjects) {
  const file::ContentType type = {0x1234, "Mesh",
                                  "{'4'Mesh@72/8 '1'x@0 !v8 n(f8 )'6'groups@24 n(!m64 (@32 ksc1 !v4 n(i4 )))"
                                  "'8'children*!p72 #0 '3'a:3@71 y1 |}"};
  std::vector<std::byte> head(48 + 8); // 8 bytes of contents
  const wire::Head first = {wire::magic, wire::version,
                            static_cast<std::uint8_t>(wire::flag_whole | wire::flag_stream | wire::flags_of_machine),
                            static_cast<std::uint16_t>(48 - sizeof(wire::Head))};
  std::memcpy(head.data(), &first, sizeof first);
  std::memcpy(head.data() + sizeof first, &type.hash, sizeof type.hash);
  std::memcpy(head.data() + sizeof first + sizeof type.hash, "Mesh", 5);
  write(file_of(type, std::vector<std::vector<std::vector<std::byte>>>{{head}, {head}}));
  const Finished run = inspect("x.al");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find(R"(: AutoLink file, version 1, 2 C++ objects, )"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(R"(
objects of Mesh

types:
  Mesh, 72 bytes
       0  x         vector of double
      24  groups    map of string to vector of int32_t
      71  a:3       1 byte
          children  shared_ptr to Mesh

objects:
  0: 8 bytes
  1: 8 bytes
)"),
            std::string::npos)
      << run.out;
  expect_error("x.al --values 0.x", "'x.al': structure 0: something follows the object");
}

} // namespace
} // namespace autolink::test
