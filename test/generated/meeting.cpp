// The C++ program of two that exchange objects: meeting_c.c has structs of C in their place.
#include "meeting.hpp"
#include "al_objects.hpp"
#include "meeting_steps.h"

#include <autolink/autolink.hpp>

#include <cstdio>
#include <iostream>
#include <string>

namespace meeting {
namespace {

int n_failures = 0;

void check(bool condition, const std::string &what, int seed = 0) {
  if (condition)
    return;
  std::cerr << "FAILED: " << what << ", seed " << seed << std::endl;
  ++n_failures;
}

std::string make_text(std::uint64_t &state) {
  const unsigned number = random_below(&state, 1000);
  return number % 4 == 0 ? "" : "text " + std::to_string(number);
}

std::vector<double> make_numbers(std::uint64_t &state, unsigned n) {
  std::vector<double> out(n);
  for (double &one : out)
    one = random_below(&state, 1000) / 8.0;
  return out;
}

part make_part(std::uint64_t &state) {
  part out;
  const unsigned n = random_length(&state);
  out.id = static_cast<int>(random_below(&state, 100));
  out.name = make_text(state);
  out.values = make_numbers(state, n);
  return out;
}

spot make_spot(std::uint64_t &state) {
  spot out;
  out.x = static_cast<float>(random_below(&state, 100));
  out.y = random_below(&state, 100);
  return out;
}

std::unique_ptr<mesh> make_mesh(std::uint64_t &state, int depth) {
  auto out = std::make_unique<mesh>();
  const unsigned n = random_length(&state);
  std::snprintf(out->title, sizeof out->title, "m%u", random_below(&state, 1000));
  out->is_done = random_below(&state, 2) == 1;
  out->x = make_numbers(state, n);
  if (random_below(&state, 3))
    out->y = make_numbers(state, n);
  for (unsigned left = random_below(&state, 5); left > 0; --left)
    out->parts.push_back(make_part(state));
  for (unsigned left = random_below(&state, 5); left > 0; --left)
    out->words.push_back(make_text(state));
  out->origin = make_spot(state);
  for (spot &one : out->corners)
    one = make_spot(state);
  out->spots.resize(random_length(&state));
  for (spot &one : out->spots)
    one = make_spot(state);
  out->rows = static_cast<int>(random_below(&state, 4));
  out->columns = static_cast<int>(random_below(&state, 4));
  for (int i = 0; i < out->rows * out->columns; ++i)
    out->grid.push_back(static_cast<float>(random_below(&state, 100)));
  out->flags = random_below(&state, 8) & 7;
  out->more = random_below(&state, 512) & 511;
  out->owned.n = static_cast<int>(random_below(&state, 4));
  if (out->owned.n > 0)
    out->owned.numbers.reset(new int[static_cast<std::size_t>(out->owned.n)]);
  for (int i = 0; i < out->owned.n; ++i)
    out->owned.numbers[static_cast<std::size_t>(i)] = static_cast<int>(random_below(&state, 100));
  out->owned.letter = static_cast<char>('a' + random_below(&state, 26));
  for (part &one : out->single)
    one = make_part(state);
  if (depth > 0 && random_below(&state, 2))
    out->coarser = make_mesh(state, depth - 1);
  for (int i = random_below(&state, 20) ? static_cast<int>(random_below(&state, 5)) : long_list; i > 0; --i)
    out->list.reset(new node{i, std::move(out->list)});
  if (random_below(&state, 3)) {
    std::shared_ptr<vertex> all[6];
    for (int i = 0; i < 6; ++i) {
      all[i] = std::make_shared<vertex>();
      all[i]->id = i;
    }
    for (unsigned i = 0; i < 6; ++i) {
      const unsigned degree = 1 + random_below(&state, 3);
      all[i]->to.push_back(all[(i + 1) % 6]);
      while (all[i]->to.size() < degree) {
        const unsigned to = random_below(&state, 7);
        all[i]->to.push_back(to < 6 ? all[to] : nullptr);
      }
    }
    out->graph = all[random_below(&state, 6)];
    if (random_below(&state, 2))
      out->again = all[random_below(&state, 6)];
  }
  const unsigned n_entries = random_below(&state, 6);
  for (unsigned i = 0; i < n_entries; ++i)
    out->entries[std::string("key ") + static_cast<char>('a' + i)] = static_cast<int>(random_below(&state, 100));
  return out;
}

void digest_numbers(std::uint64_t &sum, const std::vector<double> &numbers) {
  digest_number(&sum, static_cast<double>(numbers.size()));
  for (const double one : numbers)
    digest_number(&sum, one);
}

void digest_part(std::uint64_t &sum, const part &from) {
  digest_number(&sum, from.id);
  digest_text(&sum, from.name.c_str());
  digest_numbers(sum, from.values);
}

void digest_spot(std::uint64_t &sum, const spot &from) {
  digest_number(&sum, from.x);
  digest_number(&sum, from.y);
}

void digest_graph(std::uint64_t &sum, const vertex *from) {
  const vertex *at = from;
  digest_number(&sum, from ? from->id : -1);
  for (int i = 0; from && i < 6; ++i, at = at->to[0].get())
    for (const auto &to : at->to)
      digest_number(&sum, to ? to->id : -1);
  digest_number(&sum, at == from);
}

std::uint64_t digest_mesh(const mesh *from) {
  std::uint64_t sum = 1;
  for (; from; from = from->coarser.get()) {
    digest_text(&sum, from->title);
    digest_number(&sum, from->is_done);
    digest_numbers(sum, from->x);
    digest_numbers(sum, from->y);
    digest_number(&sum, static_cast<double>(from->parts.size()));
    for (const part &one : from->parts)
      digest_part(sum, one);
    digest_number(&sum, static_cast<double>(from->words.size()));
    for (const std::string &one : from->words)
      digest_text(&sum, one.c_str());
    digest_spot(sum, from->origin);
    for (const spot &one : from->corners)
      digest_spot(sum, one);
    digest_number(&sum, static_cast<double>(from->spots.size()));
    for (const spot &one : from->spots)
      digest_spot(sum, one);
    digest_number(&sum, from->rows);
    for (const float one : from->grid)
      digest_number(&sum, one);
    digest_number(&sum, from->flags);
    digest_number(&sum, from->more);
    digest_number(&sum, from->owned.n);
    for (int i = 0; i < from->owned.n; ++i)
      digest_number(&sum, from->owned.numbers[static_cast<std::size_t>(i)]);
    digest_number(&sum, from->owned.letter);
    for (const part &one : from->single)
      digest_part(sum, one);
    for (const node *at = from->list.get(); at; at = at->next.get())
      digest_number(&sum, at->value);
    digest_graph(sum, from->graph.get());
    digest_number(&sum, from->again ? from->again->id : -1);
    if (from->again && from->graph) {
      const vertex *found = from->graph.get();
      while (found->id != from->again->id)
        found = found->to[0].get();
      digest_number(&sum, found == from->again.get());
    }
    digest_number(&sum, static_cast<double>(from->entries.size()));
    for (const auto &[key, value] : from->entries) {
      digest_text(&sum, key.c_str());
      digest_number(&sum, value);
    }
  }
  return sum;
}

/// Takes an object apart whose vertices own themselves in circles, and whose lists are long.
void take_apart(mesh *from) {
  for (; from; from = from->coarser.get()) {
    while (from->graph && !from->graph->to.empty()) {
      std::shared_ptr<vertex> next = from->graph->to[0];
      from->graph->to.clear();
      from->graph = std::move(next);
    }
    autolink::destroy(from->list);
  }
}

template <typename Mesh> void check_mesh(Mesh &&received, std::uint64_t expected, int seed) {
  check(digest_mesh(&*received) == expected, "what has come differs", seed);
  take_apart(&*received);
}

void exchange(int seed) {
  std::uint64_t state = static_cast<std::uint64_t>(seed) * 77777 + 5, theirs = 0;
  const std::unique_ptr<mesh> mine = make_mesh(state, 2);
  if (seed == 0) {
    autolink::destroy(mine->list);
    for (int i = longest_list; i > 0; --i)
      mine->list.reset(new node{i, std::move(mine->list)});
  }
  const std::uint64_t expected = digest_mesh(mine.get());
  MPI_Sendrecv(&expected, 1, MPI_UINT64_T, rank_of_c, 0, &theirs, 1, MPI_UINT64_T, rank_of_c, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  check(theirs == expected, "the two programs make different contents", seed);
  mesh received = autolink::recv<mesh>(rank_of_c, 1, MPI_COMM_WORLD);
  check(digest_mesh(&received) == expected, "what has come differs", seed);
  autolink::send(received, rank_of_c, 2, MPI_COMM_WORLD);
  take_apart(&received);
  std::shared_ptr<mesh> shared;
  autolink::irecv(shared, rank_of_c, 3, MPI_COMM_WORLD).wait();
  check(digest_mesh(shared.get()) == expected, "what has come differs", seed);
  autolink::isend(shared, rank_of_c, 4, MPI_COMM_WORLD).wait();
  take_apart(shared.get());
  autolink::bcast(received, rank_of_c, MPI_COMM_WORLD);
  check_mesh(&received, expected, seed);
  autolink::bcast(*mine, rank_of_cpp, MPI_COMM_WORLD);
  MPI_Status status;
  int n = 0;
  MPI_Probe(rank_of_c, 5, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &n);
  std::vector<std::byte> bytes(static_cast<std::size_t>(n));
  MPI_Recv(bytes.data(), n, MPI_BYTE, rank_of_c, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check_mesh(autolink::unpack<std::unique_ptr<mesh>>(bytes), expected, seed);
  bytes = autolink::pack(*mine);
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank_of_c, 6, MPI_COMM_WORLD);
  take_apart(mine.get());
}

/// Expects an error of receiving a T whose text has these words.
template <typename T> void check_error(int tag, const std::string &words) {
  try {
    static_cast<void>(autolink::recv<T>(rank_of_c, tag, MPI_COMM_WORLD));
    check(false, "no error: " + words);
  } catch (const autolink::error &error) {
    check(std::string(error.what()).find(words) != std::string::npos, "\"" + words + "\" is not in: " + error.what());
  }
}

void meet() {
  for (int seed = 0; seed < n_seeds; ++seed)
    exchange(seed);

  check(!autolink::recv<std::unique_ptr<mesh>>(rank_of_c, 10, MPI_COMM_WORLD), "NULL arrives as an object");
  check_error<mesh>(10, "what has come is NULL");
  autolink::send(std::unique_ptr<mesh>(), rank_of_c, 11, MPI_COMM_WORLD);

  check_error<second_differs>(12, "meeting::second_differs.second of C++ is a double, and C has what other has at byte "
                                  "4, which is float");
  check_error<elements_differ>(12, "meeting::elements_differ.numbers of C++ is an int32_t, and C has array of short");
  check_error<too_few>(12, "C has what other has at byte 8, which is int, and meeting::too_few of C++ has nothing");
  check_error<not_of_c>(12, "a structure was sent by AL_Send");
  const other received = autolink::recv<other>(rank_of_c, 12, MPI_COMM_WORLD);
  check(received.first == 1 && received.second == 2 && received.numbers.empty(), "a small struct differs");
  autolink::send(second_differs(), rank_of_c, 13, MPI_COMM_WORLD);
  autolink::send(elements_differ(), rank_of_c, 13, MPI_COMM_WORLD);
  autolink::send(too_few(), rank_of_c, 13, MPI_COMM_WORLD);
  autolink::send(too_many(), rank_of_c, 13, MPI_COMM_WORLD);
  autolink::send(not_of_c(), rank_of_c, 13, MPI_COMM_WORLD);
  other sent;
  sent.first = 1;
  sent.numbers = {7, 8, 9};
  autolink::send(sent, rank_of_c, 13, MPI_COMM_WORLD);

  check_error<mesh>(14, "a struct is shared, and a std::unique_ptr or the object itself is to own it in C++");
  mesh two_lengths;
  two_lengths.x = {1, 2};
  two_lengths.y = {3};
  autolink::send(two_lengths, rank_of_c, 15, MPI_COMM_WORLD);
  mesh too_long;
  too_long.parts.resize(300);
  autolink::send(too_long, rank_of_c, 15, MPI_COMM_WORLD);
  mesh with_null;
  with_null.words = {std::string("a\0b", 3)};
  autolink::send(with_null, rank_of_c, 15, MPI_COMM_WORLD);
  mesh other_grid;
  other_grid.grid = {1, 2};
  autolink::send(other_grid, rank_of_c, 15, MPI_COMM_WORLD);
  view inner;
  inner.all = std::make_shared<segment>();
  inner.place = {inner.all, &inner.all->end};
  autolink::send(inner, rank_of_c, 16, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}

} // namespace
} // namespace meeting

int main(int argc, char **argv) {
  AL_Init(&argc, &argv);
  meeting::meet();
  AL_Finalize();
  return meeting::n_failures > 0;
}
