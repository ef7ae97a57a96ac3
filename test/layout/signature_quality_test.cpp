// Checks the collisions of the hashes of signatures; test/bench/signatures prints the same for more signatures.
#include "signature_sets.h"

#include <gtest/gtest.h>

namespace automap::test {
namespace {

TEST(SignatureQuality, ThePapersSet) {
  const auto signatures = paper_patterns();
  EXPECT_EQ(signatures.size(), 4625u);
  std::vector<std::array<std::uint64_t, 2>> ours;
  std::vector<std::uint64_t> hashes;
  for (const Pattern &pattern : signatures) {
    const layout::Signature signature = signature_of(pattern);
    ours.push_back({signature.hash, static_cast<std::uint64_t>(signature.count)});
    hashes.push_back(signature.hash);
  }
  EXPECT_EQ(quality_of(ours).collisions, 0);
  EXPECT_EQ(quality_of(hashes).collisions, 0);
  // The paper's hash is good only for one choice of operators and numbers.
  for (const PaperRow &row : paper_rows()) {
    const Quality found = quality_of(paper_values(signatures, row.operators, row.numbers));
    if (row.paper.collisions < 2) {
      EXPECT_LT(found.collisions, 3);
    } else {
      EXPECT_GT(found.collisions, 20);
    }
  }
}

TEST(SignatureQuality, IsThatOfADistributionByHand) {
  const Quality found = quality_of(std::vector<int>{5, 1, 5, 2, 5, 3, 2, 7, 8, 9});
  EXPECT_DOUBLE_EQ(found.collisions, 50);
  EXPECT_DOUBLE_EQ(found.duplicates, 100 * 2.0 / 7);
}

TEST(SignatureQuality, GeneratedSignatures) {
  const auto expect_none = [](const std::vector<std::uint64_t> &hashes, std::size_t expected) {
    EXPECT_EQ(hashes.size(), expected);
    EXPECT_EQ(quality_of(hashes).collisions, 0);
  };
  expect_none(hashes_of_patterns(20, 20), 12 * 19 * (1 + 11 * 20 * 2));
  expect_none(hashes_of_words(8), 65536);
  const auto hashes = hashes_of_long_messages(50'000, 1);
  expect_none(hashes, hashes.size());
  EXPECT_GT(hashes.size(), 49'900u);
}

} // namespace
} // namespace automap::test
