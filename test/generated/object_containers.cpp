// Containers of Boost, Eigen and the program, packed and unpacked.
#include "al_objects.hpp"
#include "linked.h"

#include <autolink/autolink.hpp>

namespace {

containers make_containers() {
  containers out;
  out.texts = {"a", std::string(5'000, 'b')};
  out.few = {1, 2, 3, 4, 5, 6};
  for (int i = 0; i < 100; ++i)
    out.sorted[std::to_string(i)].assign(static_cast<std::size_t>(i), i);
  out.matrix = Eigen::MatrixXd::Random(70, 30);
  out.rows = Eigen::MatrixXf::Random(3, 5);
  out.fixed = {1, 2, 3};
  out.array = Eigen::ArrayXi::LinSpaced(9, 1, 9);
  for (int i = 0; i < 50; ++i) {
    out.own_texts.emplace_back(std::to_string(i));
    out.own_numbers.emplace_back(i);
  }
  return out;
}

TEST(ObjectContainers, ArriveAsTheyWere) {
  const containers sent = make_containers();
  const auto got = autolink::unpack<containers>(autolink::pack(sent));
  EXPECT_TRUE(got.texts == sent.texts);
  EXPECT_TRUE(got.few == sent.few);
  EXPECT_TRUE(got.sorted == sent.sorted);
  EXPECT_EQ(got.matrix, sent.matrix);
  EXPECT_EQ(got.rows, sent.rows);
  EXPECT_EQ(got.fixed, sent.fixed);
  EXPECT_TRUE((got.array == sent.array).all());
  EXPECT_TRUE(std::equal(got.own_texts.begin(), got.own_texts.end(), sent.own_texts.begin(), sent.own_texts.end()));
  EXPECT_TRUE(
      std::equal(got.own_numbers.begin(), got.own_numbers.end(), sent.own_numbers.begin(), sent.own_numbers.end()));
}

TEST(ObjectContainers, OfFixedSizeTakeNoOther) {
  EXPECT_THROW(autolink::unpack<Eigen::Vector3d>(autolink::pack(Eigen::VectorXd(4))), autolink::error);
  EXPECT_THROW(autolink::unpack<Eigen::MatrixXd>(autolink::pack(Eigen::Matrix<double, 2, 2, Eigen::RowMajor>())),
               autolink::error)
      << "the elements are in another order";
}

TEST(ObjectContainers, OfOneLibraryBecomeThoseOfAnother) {
  const auto got = autolink::unpack<std::vector<double>>(autolink::pack(make_containers().few));
  EXPECT_EQ(got, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

} // namespace

int main(int argc, char **argv) { return run_linked(argc, argv); }
