/* What the two programs of a test do by turns, and what both compute alike: random numbers, and digests. */
#ifndef MEETING_STEPS_H
#define MEETING_STEPS_H

#include <stdint.h>
#include <string.h>

enum { n_seeds = 60, long_list = 5000, longest_list = 300000, rank_of_c = 0, rank_of_cpp = 1 };

/* Random numbers less than n. */
static inline unsigned random_below(uint64_t *state, unsigned n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((*state >> 33) % n);
}
/* The length of an array: often none, seldom long. */
static inline unsigned random_length(uint64_t *state) {
  const unsigned kind = random_below(state, 10);
  return kind < 3 ? 0 : kind < 9 ? random_below(state, 10) : random_below(state, 3000);
}

/* Adds bytes to a digest. */
static inline void digest(uint64_t *sum, const void *bytes, size_t n) {
  const unsigned char *at = (const unsigned char *)bytes;
  size_t i;
  for (i = 0; i < n; ++i)
    *sum = (*sum ^ at[i]) * 0x100000001b3u;
  *sum = (*sum ^ n) * 0x100000001b3u;
}
static inline void digest_number(uint64_t *sum, double number) { digest(sum, &number, sizeof number); }
static inline void digest_text(uint64_t *sum, const char *text) { digest(sum, text, text ? strlen(text) : 0); }

#endif
