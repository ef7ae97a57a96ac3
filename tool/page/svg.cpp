// A drawing as a file. See page.h.
#include "page.h"

#include "byte_drawing.h"

#include "version.h"

namespace automap {

void emit_svg(const Survey &survey, const Record &record, llvm::raw_ostream &out) {
  out << "<!-- " << page_mark << AUTOMAP_VERSION << " -->\n";
  draw_bytes_alone(survey, record, out);
}

} // namespace automap
