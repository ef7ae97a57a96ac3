// Sends structures with every kind of pointer by the tables that automap generates. Each rank sends a structure that
// its number determines, and checks every field of the one that arrives.
#include "al_routines.h"
#include "linked.h"

#include <cstring>
#include <map>
#include <random>

namespace {

TEST(Links, ThePapersList) {
  constexpr int nodes = 40;
  Nodes own;
  LL list = nullptr;
  for (int i = nodes; i-- > 0;) {
    LinkedList node = {};
    for (int j = 0; j < SIZE; ++j)
      node.data[j] = static_cast<float>(rank * 100 + i) + static_cast<float>(j) / SIZE;
    node.next = list;
    list = own.one(node);
  }
  LinkedList *got = around(list, AutoLink_LinkedList);
  const LinkedList *at = got;
  for (int i = 0; i < nodes; ++i, at = at->next) {
    ASSERT_TRUE(at);
    for (int j = 0; j < SIZE; ++j)
      ASSERT_EQ(at->data[j], static_cast<float>(sender() * 100 + i) + static_cast<float>(j) / SIZE);
  }
  EXPECT_FALSE(at);
  AL_Free(got, AutoLink_LinkedList);
}

TEST(Links, ThePapersFigure3) {
  Triangle c = {{1, 2, static_cast<float>(rank)}};
  Circle b_prime = {1.5 + rank, &c}, b = {2.5, nullptr};
  Square a = {rank, &b_prime, &b, &c};
  std::FILE *file = std::tmpfile();
  ASSERT_EQ(AL_Trace(&a, AutoLink_Square, file), MPI_SUCCESS);
  std::rewind(file);
  char line[200];
  ASSERT_TRUE(std::fgets(line, sizeof line, file));
  EXPECT_STREQ(line, "NEXT Square 0, Circle 0, Circle 1, Triangle 0\n");
  std::fclose(file);

  Square *got = around(&a, AutoLink_Square);
  ASSERT_TRUE(got && got->first && got->second && got->third);
  EXPECT_EQ(got->id, sender());
  EXPECT_EQ(got->first->radius, 1.5 + sender());
  EXPECT_EQ(got->second->radius, 2.5);
  EXPECT_EQ(got->third->angle[2], static_cast<float>(sender()));
  EXPECT_EQ(got->first->inner, got->third);
  EXPECT_FALSE(got->second->inner);
  AL_Free(got, AutoLink_Square);
}

TEST(Links, NothingAtAll) { EXPECT_FALSE(around<Square>(nullptr, AutoLink_Square)); }

void insert(Tree *&tree, std::int64_t key, Nodes &own) {
  Tree **place = &tree;
  while (*place)
    place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  *place = own.one(Tree{key, nullptr, nullptr});
}

Tree *random_tree(unsigned seed, int nodes, Nodes &own) {
  std::mt19937_64 random(seed);
  Tree *tree = nullptr;
  for (int i = 0; i < nodes; ++i)
    insert(tree, static_cast<std::int64_t>(random()), own);
  return tree;
}

bool same_tree(const Tree *a, const Tree *b) {
  if (!a || !b)
    return a == b;
  return a != b && a->key == b->key && same_tree(a->left, b->left) && same_tree(a->right, b->right);
}

TEST(Links, Trees) {
  Nodes own, expected;
  Tree *got = around(random_tree(static_cast<unsigned>(rank), 5000, own), AutoLink_Tree);
  EXPECT_TRUE(same_tree(got, random_tree(static_cast<unsigned>(sender()), 5000, expected)));
  AL_Free(got, AutoLink_Tree);

  // The promise that nothing is shared is verified on request.
  Tree leaf = {1, nullptr, nullptr}, root = {2, &leaf, &leaf};
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  AL_Request request = AL_REQUEST_NULL;
  Tree *untouched = &root;
  const int begun = AL_Isend_flags(&root, AutoLink_Tree, rank, 4, MPI_COMM_WORLD, AL_CHECK_SHARING, &request);
  EXPECT_NE(AL_Recv(&untouched, AutoLink_Tree, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_TRUE(begun != MPI_SUCCESS || AL_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS);
  EXPECT_EQ(untouched, &root);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

std::vector<Graph> random_graph(unsigned seed, int nodes) {
  std::mt19937 random(seed);
  std::vector<Graph> graph(static_cast<std::size_t>(nodes));
  for (Graph &node : graph) {
    node.id = static_cast<int>(random() >> 1);
    for (Graph *&to : std::initializer_list<std::reference_wrapper<Graph *>>{node.to[0][0], node.to[0][1],
                                                                             node.to[1][0], node.to[1][1]})
      to = random() % 4 == 0 ? nullptr : &graph[random() % graph.size()];
  }
  return graph;
}

/// Walks both graphs at once: each node of one must always correspond to the same node of the other.
void expect_same_graph(const Graph *a, const Graph *b) {
  std::map<const Graph *, const Graph *> met = {{a, b}}, back = {{b, a}};
  std::vector<const Graph *> open = {a};
  while (!open.empty()) {
    const Graph *one = open.back(), *other = met.at(one);
    open.pop_back();
    ASSERT_EQ(one->id, other->id);
    for (int i = 0; i < 4; ++i) {
      const Graph *to = one->to[i / 2][i % 2], *other_to = other->to[i / 2][i % 2];
      ASSERT_EQ(to == nullptr, other_to == nullptr);
      if (!to)
        continue;
      const bool is_new = met.try_emplace(to, other_to).second;
      ASSERT_EQ(is_new, back.try_emplace(other_to, to).second);
      ASSERT_EQ(met.at(to), other_to);
      if (is_new)
        open.push_back(to);
    }
  }
}

TEST(Links, Graphs) {
  for (unsigned round = 0; round < 20; ++round) {
    const int nodes = round == 0 ? 1 : static_cast<int>(1 + round * 97);
    const auto seed = [&](int of) { return 100 * round + static_cast<unsigned>(of); };
    const std::vector<Graph> sent = random_graph(seed(rank), nodes);
    Graph *got = around(sent.data(), AutoLink_Graph);
    const std::vector<Graph> expected = random_graph(seed(sender()), nodes);
    ASSERT_TRUE(got);
    SCOPED_TRACE("seed " + std::to_string(seed(sender())));
    expect_same_graph(got, expected.data());
    AL_Free(got, AutoLink_Graph);
  }
}

TEST(Links, IntrusiveRings) {
  constexpr int tasks = 5;
  Task sent[tasks] = {};
  for (int i = 0; i < tasks; ++i) {
    sent[i].id = static_cast<short>(10 * rank + i);
    sent[i].ring.next = &sent[(i + 1) % tasks].ring;
    sent[i].ring.previous = i == 2 ? nullptr : &sent[(i + tasks - 1) % tasks].ring;
  }
  Task *got = around(sent, AutoLink_Task);
  const auto task_of = [](Ring *ring) {
    return reinterpret_cast<Task *>(reinterpret_cast<char *>(ring) - offsetof(Task, ring));
  };
  std::vector<Task *> all = {got};
  for (int i = 1; i < tasks; ++i)
    all.push_back(task_of(all.back()->ring.next));
  EXPECT_EQ(all.back()->ring.next, &got->ring);
  for (int i = 0; i < tasks; ++i) {
    EXPECT_EQ(all[static_cast<std::size_t>(i)]->id, 10 * sender() + i);
    EXPECT_EQ(all[static_cast<std::size_t>(i)]->ring.previous,
              i == 2 ? nullptr : &all[static_cast<std::size_t>((i + tasks - 1) % tasks)]->ring);
  }
  AL_Free(got, AutoLink_Task);
}

Part part(int seed, unsigned n, Nodes &own) {
  Part out = {};
  out.letter = static_cast<char>('a' + seed % 26);
  out.n = n;
  out.values = own.array<float>(n);
  for (unsigned i = 0; i < n; ++i)
    out.values[i] = static_cast<float>(seed) + static_cast<float>(i) / 8;
  return out;
}

void expect_part(const Part &got, int seed, unsigned n) {
  EXPECT_EQ(got.letter, static_cast<char>('a' + seed % 26));
  ASSERT_EQ(got.n, n);
  for (unsigned i = 0; i < n; ++i)
    EXPECT_EQ(got.values[i], static_cast<float>(seed) + static_cast<float>(i) / 8);
}

TEST(Links, ArraysOfEverything) {
  Nodes own;
  Arrays sent = {};
  sent.rows = 3;
  sent.columns = 4;
  sent.big = 1ULL << 63;
  sent.matrix = sent.same_matrix = own.array<double>(12);
  for (int i = 0; i < 12; ++i)
    sent.matrix[i] = rank + i / 16.0;
  sent.cursor = sent.matrix + 7;
  sent.pairs = reinterpret_cast<short(*)[2]>(own.array<short>(4));
  for (short i = 0; i < 4; ++i)
    sent.pairs[i / 2][i % 2] = static_cast<short>(1000 * i + rank);
  sent.parts = own.array<Part>(3);
  for (int i = 0; i < 3; ++i)
    sent.parts[i] = part(rank + i, static_cast<unsigned>(i + 1), own);
  sent.chosen = &sent.parts[1];
  sent.starts = own.array<double *>(3);
  sent.starts[0] = sent.matrix;
  sent.starts[2] = sent.matrix + 8;
  Part *shared = own.one(part(rank + 9, 2, own));
  shared->friend_ = shared;
  sent.parts[2].friend_ = shared;
  sent.pointers = own.array<Part *>(4);
  sent.pointers[0] = sent.pointers[3] = shared;
  sent.pointers[1] = own.one(part(rank + 5, 5, own));
  sent.words = own.array<char *>(3);
  sent.words[0] = own.text("rank " + std::to_string(rank));
  sent.words[2] = own.text("");
  for (int i = 0; i < 3; ++i) {
    sent.columns_of[i] = i == 1 ? nullptr : own.array<std::int32_t>(4, 7 * i + rank);
  }
  for (int i = 0; i < 2; ++i) {
    sent.inner[i] = part(rank + 20 + i, static_cast<unsigned>(2 - i), own);
    sent.inner[i].friend_ = shared;
    auto &group = sent.groups[i];
    group.n = static_cast<std::uint8_t>(i + 1);
    for (int j = 0; j < 2; ++j) {
      group.rows[j] = own.array<std::int64_t>(group.n, (std::int64_t{1} << 40) + 10 * i + j + rank);
      group.deep[j] = part(rank + 30 + 2 * i + j, static_cast<unsigned>(1 + i + j), own);
    }
  }

  AL_Size amount;
  ASSERT_EQ(AL_Count(&sent, AutoLink_Arrays, &amount), MPI_SUCCESS);
  const std::size_t numbers = 96 + 8 + 24 + 8 + 20 + 32 + 12 + 48 + 32, pointers = 32 + 24 + 24, characters = 7 + 1;
  EXPECT_EQ(static_cast<std::size_t>(amount.bytes),
            sizeof(Arrays) + 5 * sizeof(Part) + numbers + pointers + characters);

  Arrays *got = around(&sent, AutoLink_Arrays);
  const int from = sender();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->rows, 3);
  EXPECT_EQ(got->columns, 4);
  EXPECT_EQ(got->big, 1ULL << 63);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(got->matrix[i], from + i / 16.0);
  EXPECT_EQ(got->same_matrix, got->matrix);
  EXPECT_EQ(got->cursor, got->matrix + 7);
  for (short i = 0; i < 4; ++i)
    EXPECT_EQ(got->pairs[i / 2][i % 2], 1000 * i + from);
  for (int i = 0; i < 3; ++i)
    expect_part(got->parts[i], from + i, static_cast<unsigned>(i + 1));
  EXPECT_EQ(got->chosen, &got->parts[1]);
  EXPECT_EQ(got->starts[0], got->matrix);
  EXPECT_FALSE(got->starts[1]);
  EXPECT_EQ(got->starts[2], got->matrix + 8);
  Part *friend_ = got->pointers[0];
  expect_part(*friend_, from + 9, 2);
  EXPECT_EQ(friend_->friend_, friend_);
  EXPECT_EQ(got->parts[2].friend_, friend_);
  EXPECT_FALSE(got->parts[0].friend_);
  EXPECT_EQ(got->pointers[3], friend_);
  EXPECT_FALSE(got->pointers[2]);
  expect_part(*got->pointers[1], from + 5, 5);
  EXPECT_EQ(std::string(got->words[0]), "rank " + std::to_string(from));
  EXPECT_FALSE(got->words[1]);
  EXPECT_STREQ(got->words[2], "");
  EXPECT_FALSE(got->columns_of[1]);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(got->columns_of[0][i], from);
    EXPECT_EQ(got->columns_of[2][i], 14 + from);
  }
  for (int i = 0; i < 2; ++i) {
    expect_part(got->inner[i], from + 20 + i, static_cast<unsigned>(2 - i));
    EXPECT_EQ(got->inner[i].friend_, friend_);
    for (int j = 0; j < 2; ++j) {
      for (int k = 0; k <= i; ++k)
        EXPECT_EQ(got->groups[i].rows[j][k], (std::int64_t{1} << 40) + 10 * i + j + from);
      expect_part(got->groups[i].deep[j], from + 30 + 2 * i + j, static_cast<unsigned>(1 + i + j));
    }
  }
  AL_Free(got, AutoLink_Arrays);
}

TEST(Links, LengthsThatAreNoneAreErrors) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (const auto &[rows, columns] : {std::pair{-1, 1}, {1 << 30, -(1 << 30)}}) {
    Arrays sent = {};
    double value = 0;
    sent.rows = rows;
    sent.columns = columns;
    sent.matrix = &value;
    void *buffer = nullptr;
    std::size_t bytes = 0;
    const int error = AL_Pack(&sent, AutoLink_Arrays, &buffer, &bytes);
    int al_class = 0;
    AL_Error_class(error, &al_class);
    EXPECT_EQ(al_class, AL_ERR_STRUCTURE);
    EXPECT_FALSE(buffer);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST(Links, Strings) {
  Nodes own;
  Texts second = {};
  second.some[1] = reinterpret_cast<unsigned char *>(own.text(std::string(100'000, 'x')));
  Texts sent = {};
  sent.empty = own.text("");
  sent.some[0] = reinterpret_cast<unsigned char *>(own.text("from " + std::to_string(rank)));
  sent.some[1] = sent.some[0];
  sent.next = &second;
  Texts *got = around(&sent, AutoLink_Texts);
  EXPECT_STREQ(got->empty, "");
  EXPECT_FALSE(got->none);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(got->some[0])), "from " + std::to_string(sender()));
  EXPECT_EQ(got->some[1], got->some[0]);
  EXPECT_FALSE(got->next->some[0]);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(got->next->some[1])), std::string(100'000, 'x'));
  AL_Free(got, AutoLink_Texts);
}

TEST(Links, LengthsFromArraysAndBehindPointers) {
  Nodes own;
  Extent *extent = own.one(Extent{2, {9, 3, 9}});
  Csr last = {}, sent = {};
  for (Csr *one : {&sent, &last}) {
    one->n = 3;
    one->start = own.array<int>(4);
    for (int i = 0; i < 4; ++i)
      one->start[i] = 2 * i;
    one->columns = own.array<int>(6, rank);
    one->values = own.array<double>(6, 0.5 + rank);
    one->dims[0] = 2;
    one->dims[1] = 5;
    one->grid = own.array<float>(10, static_cast<float>(rank));
    one->extent = extent; // AL_Free reads it after it has met it
    one->cells = own.array<char>(6, 'c');
    one->first = own.array<double>(5, rank);
    one->last = one->first + 5;
    one->title = reinterpret_cast<Text *>(own.array<char>(sizeof(Text) + 6));
    one->title->length = 5;
    std::memcpy(one->title->letters, "title", 6);
    one->rows = own.array<float *>(3);
    for (int i = 0; i < 3; ++i)
      one->rows[i] = i == 1 ? nullptr : own.array<float>(2, static_cast<float>(i + rank));
  }
  sent.next = &last;
  AL_Size amount;
  ASSERT_EQ(AL_Count(&sent, AutoLink_Csr, &amount), MPI_SUCCESS);
  EXPECT_EQ(amount.nodes, 2 * 11 + 1);
  EXPECT_EQ(static_cast<std::size_t>(amount.bytes),
            2 * (sizeof(Csr) + 16 + 24 + 48 + 40 + 6 + 40 + 24 + 2 * 8 + 10) + sizeof(Extent));
  Csr *got = around(&sent, AutoLink_Csr);
  ASSERT_TRUE(got && got->next);
  for (const Csr *one : {got, got->next}) {
    EXPECT_EQ(one->extent, got->extent);
    EXPECT_EQ(one->extent->widths[1], 3);
    EXPECT_EQ(one->start[3], 6);
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(one->columns[i], sender());
      EXPECT_EQ(one->values[i], 0.5 + sender());
      EXPECT_EQ(one->cells[i], 'c');
    }
    EXPECT_EQ(one->grid[9], static_cast<float>(sender()));
    EXPECT_EQ(one->last - one->first, 5);
    EXPECT_EQ(one->last[-1], sender());
    EXPECT_FALSE(one->rows[1]);
    EXPECT_STREQ(one->title->letters, "title");
    EXPECT_EQ(one->rows[2][1], static_cast<float>(2 + sender()));
  }
  AL_Free(got, AutoLink_Csr);

  // A length that cannot be computed is an error.
  last.extent = nullptr;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  void *bytes = nullptr;
  std::size_t size = 0;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  const int code = AL_Pack(&sent, AutoLink_Csr, &bytes, &size);
  ASSERT_NE(code, MPI_SUCCESS);
  MPI_Error_string(code, text, &length);
  EXPECT_NE(std::string(text).find("Csr.cells: the array's length cannot be computed"), std::string::npos) << text;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST(Links, WhatAFieldTells) {
  Nodes own;
  Number number = {1.25L + rank};
  std::vector<Variant> sent(5);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    sent[i] = {};
    sent[i].kind = static_cast<kind>(i + 1);
    sent[i].next = i + 1 < sent.size() ? &sent[i + 1] : nullptr;
  }
  sent[0].u.number = &number;
  sent[0].other = 1;
  sent[0].any = &number;
  sent[1].u.tree = random_tree(static_cast<unsigned>(rank), 20, own);
  sent[1].other = KIND_SELF;
  sent[1].any = &sent[0];
  sent[2].n = 3;
  sent[2].u.many = own.array<double>(3, rank);
  sent[2].other = -3;
  sent[2].any = random_tree(static_cast<unsigned>(50 + rank), 3, own); // separate, as trees share nothing
  sent[3].u.text = own.text("text");
  sent[3].other = 12345; // no target is declared for this value
  sent[4].u.data[0] = 0.5F;
  sent[4].u.data[1] = static_cast<float>(rank);

  Variant *got = around(sent.data(), AutoLink_Variant);
  const int from = sender();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->u.number->value, 1.25L + from);
  EXPECT_EQ(got->any, got->u.number);
  const Variant *second = got->next, *third = second->next, *fourth = third->next, *fifth = fourth->next;
  EXPECT_TRUE(same_tree(second->u.tree, random_tree(static_cast<unsigned>(from), 20, own)));
  EXPECT_EQ(second->any, got);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(third->u.many[i], from);
  EXPECT_TRUE(same_tree(static_cast<const Tree *>(third->any), random_tree(static_cast<unsigned>(50 + from), 3, own)));
  EXPECT_STREQ(fourth->u.text, "text");
  EXPECT_FALSE(fourth->any);
  EXPECT_EQ(fifth->u.data[0], 0.5F);
  EXPECT_EQ(fifth->u.data[1], static_cast<float>(from));
  EXPECT_FALSE(fifth->next);
  AL_Free(got, AutoLink_Variant);
}

TEST(Links, PayloadsAndWhatTheyTellThemselves) {
  Nodes own;
  const auto literal = [&](double value) { return own.one(Literal{{NUMBER, 7}, value}); };
  Sum *sum = own.one(Sum{{SUM, 8}, &literal(0.5)->base, 3, own.array<Expression *>(3)});
  sum->others[0] = sum->left;
  sum->others[2] = &sum->base; // a cycle
  std::vector<Payload> sent(3);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    sent[i] = {};
    sent[i].kind = static_cast<short>(i + 1);
    sent[i].n = static_cast<short>(2 * i);
    sent[i].one = literal(static_cast<double>(i) + rank);
    sent[i].blob = own.array<char>(4, static_cast<char>('a' + rank));
    sent[i].tree = i == 1 ? nullptr : &sum->base; // AL_Free reads its type after it has met it
    sent[i].next = i + 1 < sent.size() ? &sent[i + 1] : nullptr;
  }
  sent[0].some = own.array<float>(1); // of which none are sent
  sent[1].some = own.text("text");
  Literal *literals = own.array<Literal>(4);
  for (int i = 0; i < 4; ++i)
    literals[i] = {{NUMBER, i}, 2.0 * rank};
  sent[2].some = literals;
  Payload *got = around(sent.data(), AutoLink_Payload);
  ASSERT_TRUE(got && got->next && got->next->next);
  const Payload *second = got->next, *third = second->next;
  EXPECT_EQ(static_cast<const Literal *>(third->one)->value, 2.0 + sender());
  EXPECT_EQ(std::string(static_cast<const char *>(third->blob), 4), std::string(4, static_cast<char>('a' + sender())));
  EXPECT_STREQ(static_cast<const char *>(second->some), "text");
  EXPECT_EQ(static_cast<const Literal *>(third->some)[3].base.line, 3);
  EXPECT_EQ(static_cast<const Literal *>(third->some)[3].value, 2.0 * sender());
  EXPECT_FALSE(second->tree);
  EXPECT_EQ(third->tree, got->tree);
  const Sum *tree = reinterpret_cast<const Sum *>(got->tree);
  EXPECT_EQ(tree->base.line, 8);
  EXPECT_EQ(reinterpret_cast<const Literal *>(tree->left)->value, 0.5);
  EXPECT_EQ(tree->others[0], tree->left);
  EXPECT_FALSE(tree->others[1]);
  EXPECT_EQ(tree->others[2], got->tree);
  AL_Free(got, AutoLink_Payload);

  // A type that is none of the choices is an error.
  sum->base.type = static_cast<expression_type>(3);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  void *bytes = nullptr;
  std::size_t size = 0;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  const int code = AL_Pack(sent.data(), AutoLink_Payload, &bytes, &size);
  ASSERT_NE(code, MPI_SUCCESS);
  MPI_Error_string(code, text, &length);
  EXPECT_NE(std::string(text).find("Payload.tree: the field that selects what it points at has the value 3"),
            std::string::npos)
      << text;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST(Links, WhatAFieldTellsOfFewBytes) {
  std::vector<Value> sent(3); // the last one has neither value
  for (std::size_t i = 0; i < sent.size(); ++i) {
    sent[i] = {i + 1 < sent.size() ? &sent[i + 1] : nullptr, static_cast<short>(i + 1), {}};
    std::memset(&sent[i].u, 'a' + rank, sizeof sent[i].u);
  }
  Value *const got = around(sent.data(), AutoLink_Value), *one = got;
  for (std::size_t i = 0; i < sent.size(); ++i, one = one->next) {
    ASSERT_TRUE(one);
    EXPECT_EQ(one->kind, static_cast<short>(i + 1));
    EXPECT_EQ(std::string(one->u.digits, 5), std::string(5, static_cast<char>('a' + sender())));
  }
  EXPECT_FALSE(one);
  AL_Free(got, AutoLink_Value);
}

void callback(int) {}

TEST(Links, WhatIsLeftOutArrivesAsNull) {
  Partial sent = {}, last = {};
  sent.id = rank;
  sent.cache = &last;
  sent.callback = callback;
  for (Holder &holder : sent.holders)
    holder.p = holder.q[0] = holder.q[1] = &sent;
  sent.next = &last;
  last.next = &sent;
  Partial *got = around(&sent, AutoLink_Partial);
  EXPECT_EQ(got->id, sender());
  EXPECT_FALSE(got->cache || got->callback);
  for (const Holder &holder : got->holders)
    EXPECT_FALSE(holder.p || holder.q[0] || holder.q[1]);
  EXPECT_EQ(got->next->next, got);
  AL_Free(got, AutoLink_Partial);
}

TEST(Links, InSmallPacketsAndFromAnArena) {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_packet_bytes", "100");
  MPI_Info_set(info, "autolink_eager_bytes", "0");
  MPI_Info_set(info, "autolink_allocation", "arena");
  ASSERT_EQ(AL_Comm_set_info(MPI_COMM_WORLD, info), MPI_SUCCESS);
  const std::vector<Graph> sent = random_graph(static_cast<unsigned>(rank), 3000);
  Graph *got = around(sent.data(), AutoLink_Graph);
  const std::vector<Graph> expected = random_graph(static_cast<unsigned>(sender()), 3000);
  expect_same_graph(got, expected.data());
  AL_Free(got, AutoLink_Graph);
  MPI_Info_set(info, "autolink_packet_bytes", "262144");
  MPI_Info_set(info, "autolink_eager_bytes", "8192");
  MPI_Info_set(info, "autolink_allocation", "malloc");
  ASSERT_EQ(AL_Comm_set_info(MPI_COMM_WORLD, info), MPI_SUCCESS);
  MPI_Info_free(&info);
}

TEST(Links, ChosenMembersOfUnions) {
  Chosen last = {}, first = {};
  first.a.number = 3.25 + rank;
  last.a.number = 0.5;
  first.b.next = &last;
  Chosen *got = around(&first, AutoLink_Chosen);
  ASSERT_TRUE(got && got->b.next);
  EXPECT_EQ(got->a.number, 3.25 + sender());
  EXPECT_EQ(got->b.next->a.number, 0.5);
  EXPECT_FALSE(got->b.next->b.next);
  AL_Free(got, AutoLink_Chosen);
}

template <typename T> bool is_aligned(const T *place, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(place) % to == 0;
}

TEST(Links, AlignedElements) {
  Nodes own;
  for (const bool in_arena : {false, true}) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "autolink_allocation", in_arena ? "arena" : "malloc");
    ASSERT_EQ(AL_Comm_set_info(comm, info), MPI_SUCCESS);
    MPI_Info_free(&info);
    for (const int n : {1, 3, 5, 30000}) {
      SCOPED_TRACE(std::to_string(n) + (in_arena ? " in an arena" : " by malloc"));
      const auto count = static_cast<std::size_t>(n);
      AlignedArrays sent = {};
      sent.n = n;
      sent.some = own.array<double>(count, 1.5);
      sent.aligned = own.array<double>(count, 2.5);
      sent.more = own.array<double>(1, 3.5);
      sent.vectors = own.array<Vector>(count);
      sent.vectors[n - 1][3] = n;
      sent.name = own.array<char>(count, 'c');
      sent.bytes = own.array<Wide>(count);
      sent.bytes[n - 1] = n;
      AL_Request request = AL_REQUEST_NULL;
      AlignedArrays *got = nullptr;
      ASSERT_EQ(AL_Isend(&sent, AutoLink_AlignedArrays, 0, 3, comm, &request), MPI_SUCCESS);
      ASSERT_EQ(AL_Recv(&got, AutoLink_AlignedArrays, 0, 3, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_TRUE(is_aligned(got->aligned, 64) && is_aligned(got->more, 64));
      EXPECT_TRUE(is_aligned(got->vectors, sizeof(Vector)) && is_aligned(got->bytes, alignof(Wide)));
      const double *aligned = got->aligned; // only the first element has that alignment
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_TRUE(got->some[i] == 1.5 && aligned[i] == 2.5 && got->name[i] == 'c');
      EXPECT_EQ(*got->more, 3.5);
      EXPECT_EQ(got->vectors[n - 1][3], n);
      EXPECT_TRUE(got->bytes[n - 1] == n);
      AL_Free(got, AutoLink_AlignedArrays);
    }
    MPI_Comm_free(&comm);
  }
}

TEST(Links, RecordsAtOddPlaces) {
  Nodes own;
  Odd sent = {};
  sent.letter = 'o';
  sent.inner.n = 3;
  sent.inner.values = own.array<float>(3, static_cast<float>(rank));
  Odd *got = around(&sent, AutoLink_Odd);
  ASSERT_TRUE(got);
  const float *values = got->inner.values;
  EXPECT_EQ(values[2], static_cast<float>(sender()));
  AL_Free(got, AutoLink_Odd);
}

/// Returns the Branches below one, and itself.
std::vector<Branch *> branches_of(Branch *root) {
  std::vector<Branch *> out{root};
  for (std::size_t i = 0; i < out.size(); ++i)
    for (Branch *one : out[i]->below)
      if (one)
        out.push_back(one);
  return out;
}

/// The right part of a random tree, whose weak pointers lead anywhere in the tree.
Branch *make_part(unsigned seed, Nodes &own) {
  std::mt19937 random(seed);
  std::vector<Branch *> all{own.one(Branch{})};
  while (all.size() < 500) {
    Branch *const above = all[random() % all.size()];
    Branch *&place = above->below[random() % 2];
    if (place)
      continue;
    all.push_back(place = own.one(Branch{}));
    place->id = static_cast<int>(random());
    place->above = above;
  }
  for (Branch *one : all) {
    one->n = static_cast<int>(random() % 4);
    one->near = own.array<Branch *>(static_cast<std::size_t>(one->n));
    for (int i = 0; i < one->n; ++i)
      one->near[i] = random() % 8 ? all[random() % all.size()] : nullptr;
    one->other_id = &all[random() % all.size()]->id;
  }
  return all[0]->below[1];
}

TEST(Links, PartsOfATree) {
  for (unsigned round = 0; round < 5; ++round) {
    const unsigned seed = 100 * round;
    Nodes own;
    Branch *got = around(make_part(seed + static_cast<unsigned>(rank), own), AutoLink_Branch);
    ASSERT_TRUE(got);
    const auto sent = branches_of(make_part(seed + static_cast<unsigned>(sender()), own)), received = branches_of(got);
    ASSERT_EQ(sent.size(), received.size());
    std::map<const Branch *, const Branch *> copies;
    std::map<const int *, const int *> ids;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      copies[sent[i]] = received[i];
      ids[&sent[i]->id] = &received[i]->id;
    }
    for (std::size_t i = 0; i < sent.size(); ++i) {
      ASSERT_EQ(received[i]->id, sent[i]->id);
      ASSERT_EQ(received[i]->n, sent[i]->n);
      EXPECT_EQ(received[i]->above, copies[sent[i]->above]); // null if there is none
      for (int j = 0; j < sent[i]->n; ++j)
        EXPECT_EQ(received[i]->near[j], copies[sent[i]->near[j]]);
      EXPECT_EQ(received[i]->other_id, ids[sent[i]->other_id]);
    }
    AL_Free(got, AutoLink_Branch);
  }
}

} // namespace

int main(int argc, char **argv) { return run_linked(argc, argv); }
