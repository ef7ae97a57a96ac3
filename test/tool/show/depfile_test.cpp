#include "show/emit.h"

#include <gtest/gtest.h>

namespace automap {
namespace {

TEST(Depfile, QuotesAsMakeDoes) {
  Survey survey;
  survey.dependencies = {"/usr/include/a.h", "my header.h", "cost$#.h", "back\\ slash\\.h"};
  std::string text;
  llvm::raw_string_ostream out(text);
  emit_depfile(survey, {"out dir/m.c", "out dir/m.h"}, out);
  EXPECT_EQ(text, "out\\ dir/m.c out\\ dir/m.h: \\\n  /usr/include/a.h \\\n  back\\\\\\ slash\\.h \\\n  "
                  "cost$$\\#.h \\\n  my\\ header.h \\\n\n"
                  "/usr/include/a.h:\nback\\\\\\ slash\\.h:\ncost$$\\#.h:\nmy\\ header.h:\n");
}

} // namespace
} // namespace automap
