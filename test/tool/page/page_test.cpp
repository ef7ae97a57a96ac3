// Tests the pages of --format=html and the drawings of --format=svg: each byte is drawn once and as what the JSON says
// it is, nothing of a header becomes markup, and a browser shows them without a complaint.
#include "runs.h"
#include "layouts/random_records.h"
#include "tree_json.h"

#include <algorithm>

namespace automap::test {
namespace {

/// A part of a drawing: a cell, or a stretch that is not drawn, of class "gap".
struct Part {
  std::string css;
  std::int64_t offset, size;
};

/// Returns what stands between two texts, from `at` on, and moves `at` behind it; nothing at the end.
std::optional<std::string> next_between(const std::string &text, std::size_t &at, const std::string &begin,
                                        const std::string &end) {
  const std::size_t from = text.find(begin, at);
  const std::size_t to = from == text.npos ? from : text.find(end, from + begin.size());
  if (to == text.npos)
    return std::nullopt;
  at = to + end.size();
  return text.substr(from + begin.size(), to - from - begin.size());
}

std::vector<std::string> all_between(const std::string &text, const std::string &begin, const std::string &end) {
  std::vector<std::string> out;
  for (std::size_t at = 0; auto found = next_between(text, at, begin, end);)
    out.push_back(std::move(*found));
  return out;
}

std::vector<Part> parts_of(const std::string &drawing) {
  std::vector<Part> out;
  for (const std::string &group : all_between(drawing, "<g class=\"", "\">")) {
    const std::size_t offset = group.find("\" data-offset=\""), size = group.find("\" data-size=\"");
    if (offset == group.npos || size == group.npos)
      continue; // of a legend
    out.push_back(
        {group.substr(0, offset), std::stoll(group.substr(offset + 15)), std::stoll(group.substr(size + 13))});
  }
  return out;
}

/// What the JSON says of each byte: 's'ent, 'h'ole or tail, '.' for what is left out.
std::string bytes_of(const llvm::json::Object &record) {
  const auto n = static_cast<std::size_t>(*record.getInteger("size"));
  std::string out(n, '.');
  const auto paint = [&](std::int64_t offset, std::int64_t size, char what) {
    for (std::int64_t i = offset; i < offset + size; ++i) {
      EXPECT_EQ(out.at(static_cast<std::size_t>(i)), '.') << i;
      out.at(static_cast<std::size_t>(i)) = what;
    }
  };
  for (const llvm::json::Value &value : *record.getArray("typemap")) {
    const llvm::json::Object &run = *value.getAsObject();
    const auto size = type_bytes().find(run.getString("type")->str());
    if (size == type_bytes().end()) {
      ADD_FAILURE() << "type_bytes() lacks " << run.getString("type")->str();
      continue;
    }
    for (std::int64_t i = 0; i < *run.getInteger("count"); ++i)
      paint(*run.getInteger("offset") + i * *run.getInteger("stride"), size->second, 's');
  }
  for (const llvm::json::Value &hole : *record.getArray("holes"))
    paint(*hole.getAsObject()->getInteger("offset"), *hole.getAsObject()->getInteger("size"), 'h');
  const std::int64_t tail = *record.getInteger("tail_padding");
  paint(static_cast<std::int64_t>(n) - tail, tail, 'h');
  return out;
}

/// Checks that the parts cover each byte once, in order, and that what is drawn is what the JSON says.
void expect_drawn(const std::vector<Part> &parts, const llvm::json::Object &record) {
  const std::string bytes = bytes_of(record);
  std::int64_t end = 0;
  for (const Part &part : parts) {
    ASSERT_EQ(part.offset, end);
    ASSERT_GT(part.size, 0);
    end += part.size;
    if (part.css == "gap")
      continue;
    const char what = part.css == "cell hole" ? 'h' : part.css == "cell out" || part.css == "cell link" ? '.' : 's';
    EXPECT_EQ(bytes.substr(static_cast<std::size_t>(part.offset), static_cast<std::size_t>(part.size)),
              std::string(static_cast<std::size_t>(part.size), what))
        << part.css << " at " << part.offset;
  }
  EXPECT_EQ(end, static_cast<std::int64_t>(bytes.size()));
}

std::vector<std::string> sections_of(const std::string &page) { return all_between(page, "<section", "</section>"); }

/// Whether an independent parser takes the file for XML.
void expect_xml(const Scratch &scratch, const std::string &file) {
  const Finished run = scratch.run("xmllint --noout '" + file + "'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

class RandomPages : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomPages, DrawEachByteOnceAsTheJsonHasIt) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  RandomRecords random(GetParam(), RandomRecords::Constructs::all);
  random.make(60);
  const Scratch scratch;
  scratch.write("r.h", random.header());
  const Finished json = run_automap(scratch, "--format=json r.h"),
                 html = run_automap(scratch, "--format=html r.h -o r.html");
  ASSERT_EQ(json.exit_code, 0) << json.err;
  ASSERT_EQ(html.exit_code, 0) << html.err;
  expect_xml(scratch, "r.html");
  const llvm::json::Array records = records_of(json.out);
  const std::vector<std::string> sections = sections_of(scratch.read("r.html"));
  std::size_t next = 0;
  for (const llvm::json::Value &value : records) {
    const llvm::json::Object &record = *value.getAsObject();
    if (record.getString("name")->empty())
      continue; // a part of others
    ASSERT_LT(next, sections.size());
    const std::string &section = sections[next++];
    SCOPED_TRACE(record.getString("name")->str());
    ASSERT_TRUE(contains(section, "<h2><code>struct " + record.getString("name")->str() + "</code></h2>") ||
                contains(section, record.getString("name")->str()));
    const std::vector<std::string> drawings = all_between(section, "<svg class=\"bytes\"", "</svg>");
    ASSERT_EQ(drawings.size(), 2u); // for wide and for narrow pages
    for (const std::string &drawing : drawings)
      expect_drawn(parts_of(drawing), record);
    // The costs of the tree's nodes add up to its cost.
    const std::size_t tree = section.find("<ul class=\"tree\">"), end = section.find("<p class=\"meta\">", tree);
    ASSERT_NE(end, section.npos);
    std::int64_t cost = 0;
    for (const std::string &node : all_between(section.substr(tree, end - tree), "<span class=\"cost\">", "</span>"))
      cost += std::stoll(node);
    EXPECT_EQ(cost, *record.getInteger("cost"));
    EXPECT_TRUE(contains(section, "<code>" + record.getString("signature")->str() + "</code>"));
  }
  EXPECT_EQ(next, sections.size());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPages, ::testing::Range(1u, 4u));

TEST(Page, LinksLeadToLinesAndSectionsThatAreThere) {
  const Scratch scratch;
  scratch.write("n.h", region("struct vec { double x, y; };\n"
                              "struct s {\n  char tag;\n  struct vec at[2];\n  struct {\n    int a;\n  } in;\n"
                              "} /*~ AutoMap_TpUsed */;\n"
                              "struct list {\n  int n;\n  struct list *next;\n  double *data /*~ AutoMap_Len(n) */;\n"
                              "} /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--autolink --format=html n.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::set<std::string> ids;
  for (const std::string &id : all_between(run.out, " id=\"", "\""))
    EXPECT_TRUE(ids.insert(id).second) << id;
  std::set<std::string> leads_to;
  for (const std::string &link : all_between(run.out, " href=\"", "\"")) {
    ASSERT_TRUE(link.starts_with("#")) << link;
    EXPECT_TRUE(ids.count(link.substr(1))) << link;
    leads_to.insert(link.substr(link.rfind('-') + 1));
  }
  for (const char *line : {"L2", "L4", "L5", "L7", "L11", "L12", "L13"}) // one of each field
    EXPECT_TRUE(leads_to.count(line)) << line;
  EXPECT_TRUE(contains(run.out, "<span class=\"no\">12</span>  struct list *next;\n</span>"));
  EXPECT_TRUE(contains(run.out, "<title>double at[1].y\nbytes 32 to 39 (8)\n1 MPI_DOUBLE\nn.h:2</title>"));
  // The graph: a box with two pointers, one of which leads back.
  const std::vector<std::string> graphs = all_between(run.out, "<svg class=\"graph\"", "</svg>");
  ASSERT_EQ(graphs.size(), 1u);
  EXPECT_EQ(all_between(graphs[0], "class=\"edge", ">").size(), 1u);
  EXPECT_TRUE(contains(graphs[0], ">array of double</text>"));
}

/// A type map is drawn as a record of blocks.
TEST(Page, DrawsTypeMaps) {
  const Scratch scratch;
  scratch.write("c.map", "MPI_DOUBLE 16\nMPI_DOUBLE 48\nMPI_INT 80\nMPI_INT 84\nlb 0\nextent 128\n");
  for (const char *format : {"html", "svg"}) {
    const std::string out = std::string("c.") + format;
    const Finished run = run_automap(scratch, std::string("--from-typemap c.map -o ") + out + " --format=" + format);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    expect_xml(scratch, out);
    const std::string drawn = scratch.read(out);
    const std::size_t begin = *format == 'h' ? drawn.find("<svg class=\"bytes\"") : 0;
    std::string parts;
    for (const Part &part : parts_of(drawn.substr(begin, drawn.find("</svg>", begin) - begin)))
      parts += part.css + " " + std::to_string(part.offset) + " " + std::to_string(part.size) + "\n";
    EXPECT_EQ(parts, "cell hole 0 16\ncell real 16 8\ncell hole 24 24\ncell real 48 8\ncell hole 56 8\n"
                     "cell hole 64 16\ncell number 80 8\ncell hole 88 40\n");
  }
  const std::string page = scratch.read("c.html");
  for (const char *text :
       {"<h2><code>c</code></h2>\n<p class=\"meta\">c.map · 128 bytes · 2 cache lines · <code>AutoMap_c",
        "<code>MPI_INT e2[2]</code>", "MPI_Type_create_resized(t0, 0, 128, &amp;AutoMap_c);"})
    EXPECT_TRUE(contains(page, text)) << text << '\n' << page;
}

constexpr const char *drawing_of_classes = R"(#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>
/*~ AutoMap_Begin */
class Shape { public: virtual ~Shape() = default; };
class Circle : public Shape { double radius_ = 0; };
class Layer {
public:
  std::vector<std::unique_ptr<Shape>> shapes;
  std::shared_ptr<Layer> below;
};
class Scene {
public:
  std::map<std::string, Layer> layers;
  Shape *selected /*~ AutoMap_Weak */ = nullptr;
  unsigned open : 3, kind : 2;
private:
  double area_ /*~ AutoMap_Ignore */ = 0;
} /*~ AutoMap_TpUsed */;
struct plain { int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
)";

/// Classes that travel as C++ objects have no datatype, but sections, and boxes in the graph.
TEST(Page, ShowsClassesOfObjectsAndWhatTheyHold) {
  const Scratch scratch;
  scratch.write("s.hpp", drawing_of_classes);
  const Finished run = run_automap(scratch, "--autolink --format=html s.hpp -o s.html");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  expect_xml(scratch, "s.html");
  const std::string page = scratch.read("s.html");
  std::set<std::string> ids;
  for (const std::string &id : all_between(page, " id=\"", "\""))
    EXPECT_TRUE(ids.insert(id).second) << id;
  for (const std::string &link : all_between(page, " href=\"", "\""))
    EXPECT_TRUE(ids.count(link.substr(1))) << link;
  std::map<std::string, std::string> sections;
  for (const std::string &section : sections_of(page))
    sections[all_between(section, "<h2><code>", "</code>").front()] += section;
  for (const char *name : {"class Scene", "class Layer", "class Shape", "class Circle", "struct plain"})
    EXPECT_TRUE(sections.count(name)) << name;
  EXPECT_EQ(sections.size(), 5u);
  const std::string &scene = sections["class Scene"];
  for (const char *text : {"sends C++ objects of it, because it is marked.",
                           "std::map&lt;std::string, Layer&gt; layers</code></a></td><td>→ <a href=\"#",
                           "<td>NULL unless what it leads to travels anyway, → <a ", "unsigned int open : 3",
                           "<td>as bytes</td>", "<td>left out: AutoMap_Ignore</td>"})
    EXPECT_TRUE(contains(scene, text)) << text << '\n' << scene;
  EXPECT_TRUE(contains(sections["class Shape"], "Behind a pointer to it may be: class Shape, class Circle."));
  // The graph: Scene leads to Layer and Shape, Layer to Shape and itself, Shape to Circle, and that to its base.
  const std::vector<std::string> graphs = all_between(page, "<svg class=\"graph\"", "</svg>");
  ASSERT_EQ(graphs.size(), 1u);
  EXPECT_EQ(all_between(graphs[0], "class=\"box\"", ">").size(), 5u);
  EXPECT_EQ(all_between(graphs[0], "class=\"edge", ">").size(), 6u);
}

TEST(Page, ShowsWhyObjectsAreRefused) {
  const Scratch scratch;
  scratch.write("r.hpp", "#include <functional>\n#include <vector>\n" +
                             region("class part { public: std::vector<int> v; std::function<void()> f; };\n"
                                    "class root { public: part p; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--autolink --format=html r.hpp");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "cannot send 'class part' as a C++ object: field 'f' has the type")) << run.err;
  EXPECT_TRUE(contains(run.out, "<h2><code>class root</code></h2>")) << run.out;
  EXPECT_TRUE(contains(run.out, "<p>It has no datatype: class part: field <code>f</code> has the type")) << run.out;
}

/// JSON, text and explanations have what the page has.
TEST(Page, OtherFormatsHaveTheClassesOfObjects) {
  const Scratch scratch;
  scratch.write("s.hpp", drawing_of_classes);
  const Finished json = run_automap(scratch, "--autolink --format=json s.hpp"),
                 text = run_automap(scratch, "--autolink --format=text s.hpp"),
                 why = run_automap(scratch, "explain --autolink s.hpp");
  ASSERT_EQ(json.exit_code + text.exit_code + why.exit_code, 0) << json.err << text.err << why.err;
  auto parsed = llvm::json::parse(json.out);
  ASSERT_TRUE(static_cast<bool>(parsed)) << json.out;
  const llvm::json::Array &objects = *parsed->getAsObject()->getArray("objects");
  ASSERT_EQ(objects.size(), 5u);
  const auto scene = llvm::find_if(
      objects, [](const llvm::json::Value &one) { return one.getAsObject()->getString("name") == "Scene"; });
  ASSERT_NE(scene, objects.end());
  const llvm::json::Array &parts = *scene->getAsObject()->getArray("parts");
  ASSERT_EQ(parts.size(), 5u);
  const llvm::json::Object &layers = *parts[0].getAsObject(), &area = *parts[4].getAsObject();
  EXPECT_EQ(layers.getString("type"), "std::map<std::string, Layer>");
  EXPECT_EQ((*layers.getArray("classes"))[0].getAsString(), "Layer");
  EXPECT_EQ(area.getString("left_out"), "AutoMap_Ignore");
  EXPECT_EQ(area.getInteger("offset"), *scene->getAsObject()->getInteger("size") - 8);
  EXPECT_FALSE(layers.get("left_out"));
  for (const char *line : {"class Scene { /* s.hpp:14 */\n", "-> Layer */\n", "as bytes */\n",
                           "(left out: AutoMap_Ignore) */\n", "struct plain {"})
    EXPECT_TRUE(contains(text.out, line)) << line << '\n' << text.out;
  EXPECT_TRUE(contains(why.out, "class Scene (s.hpp:14) takes ")) << why.out;
  EXPECT_TRUE(contains(why.out, "- std::map<std::string, Layer> layers -> Layer\n")) << why.out;
}

/// Whatever a name, a type or a comment has, it is text.
TEST(Page, NothingOfAHeaderBecomesMarkup) {
  const std::string evil =
      "</script></style></pre><script>alert(1)</script><img src=x onerror=\"alert(2)\"> ]]> --!> & \x01\xff\xfe";
  const std::string folder = "d<img src=x onerror=alert(3)>", file = folder + "/a\"b'c&d.h";
  const Scratch scratch;
  scratch.write(file,
                "#pragma once\n" +
                    region("struct evil { /* " + evil + " */\n  int größe; // " + evil +
                           "\n  char c;\n"
                           "  void *p /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */;\nstruct refused { int *p; };"));
  const std::string quoted = "'" + folder + "/a\"b'\\''c&d.h'";
  for (const char *format : {"html", "svg"}) {
    const std::string out = std::string("out.") + format;
    const Finished run =
        run_automap(scratch, quoted + " --format=" + format + " -o " + out + (*format == 'h' ? " --all" : ""));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    expect_xml(scratch, out);
    const std::string text = scratch.read(out);
    for (const char *element : {"<script", "<img", "<iframe", "<object", "javascript:", "http-equiv=\"refresh"})
      EXPECT_FALSE(contains(text, element)) << element;
    // In tags, text is in double quotes: an attribute of the evil ones would have none.
    for (const std::string &tag : all_between(text, "<", ">"))
      EXPECT_FALSE(contains(tag.substr(0, tag.find('"')), "onerror")) << tag;
    EXPECT_TRUE(contains(text, "größe"));
    for (const std::string &link : all_between(text, " href=\"", "\""))
      EXPECT_TRUE(link.starts_with("#") || link.starts_with("d%3Cimg%20src")) << link;
  }
}

TEST(Page, LargeStructsAreCutAndTheirDrawingsStillCoverAllBytes) {
  const Scratch scratch;
  std::string many;
  for (int i = 0; i < 20000; ++i)
    many += (i % 3 ? "char" : "double") + (" f" + std::to_string(i)) + ";\n";
  scratch.write("big.h",
                region("struct many {\n" + many +
                       "} /*~ AutoMap_TpUsed */;\n"
                       "struct in { char c; double d; };\n"
                       "struct array { int a; struct in in[1000000]; short b; double c[1000][1000][1000]; char d; } "
                       "/*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=html big.h -o big.html");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  expect_xml(scratch, "big.html");
  const std::string page = scratch.read("big.html");
  EXPECT_LT(page.size(), 1000000u);
  const std::int64_t sizes[] = {20000 / 3 * 16 + 16, 16, 8 + 16 * 1000000 + 8 + 8000000000 + 8};
  const std::vector<std::string> sections = sections_of(page);
  ASSERT_EQ(sections.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    for (const std::string &drawing : all_between(sections[i], "<svg class=\"bytes\"", "</svg>")) {
      std::int64_t end = 0;
      for (const Part &part : parts_of(drawing)) {
        ASSERT_EQ(part.offset, end);
        end += part.size;
      }
      EXPECT_EQ(end, sizes[i]);
    }
  for (const char *text :
       {"of &#39;in&#39;", "of &#39;c&#39;", "<title>short b\n", "<title>char d\n", "<title>double in[999999].d\n"})
    EXPECT_TRUE(contains(sections[2], text)) << text;
}

/// The best tree may have been found, but what people would write stands beside it, with their nodes' costs.
TEST(Page, ShowsTheOtherTreesWithTheirCosts) {
  const Scratch scratch;
  scratch.write("p.h", region("struct bond { int a; char b; int c; char d; int e; char f; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=html p.h");
  const std::size_t costs = run.out.find("<div class=\"costs\">");
  ASSERT_NE(costs, run.out.npos);
  EXPECT_EQ(all_between(run.out.substr(costs), "<span class=\"n\">", "</span>"),
            (std::vector<std::string>{"14", "26", "26"}));
  std::vector<std::int64_t> sums;
  for (const std::string &tree : all_between(run.out, "<ul class=\"tree\">", "</ul>\n<")) {
    sums.push_back(0);
    for (const std::string &cost : all_between(tree, "<span class=\"cost\">", "</span>"))
      sums.back() += std::stoll(cost);
  }
  EXPECT_EQ(sums, (std::vector<std::int64_t>{14, 26}));
}

const RunCase drawings[] = {
    {"OfOneStruct",
     {{"a.h", region("struct a { int i; } /*~ AutoMap_TpUsed */;")}},
     "a.h --format=svg",
     0,
     {{"out", "<svg xmlns="}, {"out", ">struct a</text>"}}},
    {"OfTheNamedOne",
     {{"a.h", region("struct a { int i; } /*~ AutoMap_TpUsed */;\nstruct b { char c; } /*~ AutoMap_TpUsed */;")}},
     "a.h --format=svg --type b",
     0,
     {{"out", ">struct b</text>"}, {"!out", "struct a"}}},
    {"OfSeveralAreRefused",
     {{"a.h", region("struct a { int i; } /*~ AutoMap_TpUsed */;\nstruct b { char c; } /*~ AutoMap_TpUsed */;")}},
     "a.h --format=svg",
     1,
     {{"err", "automap: error: --format=svg draws one struct: name it with --type (there are struct a, struct b)\n"},
      {"=out", ""}}},
    {"OfAllAreRefused",
     {{"a.h", "struct a { int i; };"}},
     "a.h --format=svg --all",
     1,
     {{"err", "--all cannot be combined with --format=svg"}}},
    {"DoNotReplaceOtherFiles",
     {{"a.h", region("struct a { int i; } /*~ AutoMap_TpUsed */;")}, {"my.html", "<p>mine</p>"}},
     "a.h --format=html -o my.html",
     1,
     {{"err", "it exists and automap did not generate it"}, {"=my.html", "<p>mine</p>"}}},
    {"ReplaceTheirOwn",
     {{"a.h", region("struct a { int i; } /*~ AutoMap_TpUsed */;")}},
     "a.h --format=html -o a.html && MPICC='" MPICC "' " AUTOMAP_COMMAND " a.h --format=html -o a.html",
     0,
     {{"a.html", "<code>struct a</code>"}}},
    {"ShowWhyARecordIsRefused",
     {{"a.h", "struct a { int *p; };"}},
     "a.h --format=html --all",
     0,
     {{"out",
       "<p>It has no datatype: field <code>p</code> is a pointer: an address means nothing on another rank.</p>"}}},
};

AUTOMAP_TEST_RUNS(Drawings, drawings);

const RunCase drawn_maps[] = {
    {"FromAnotherByte",
     {{"a.map", "MPI_INT 4\n"}},
     "--from-typemap a.map --format=svg",
     1,
     {{"err", "error: 'a.map' cannot be drawn or explained: its lower bound is 4, not 0; if it should be, add the line "
              "'lb 0'\n"},
      {"=out", ""}}},
    {"WithNegativeDisplacements",
     {{"a.map", "MPI_INT -4\nlb 0\nextent 8\n"}},
     "--from-typemap a.map --format=html",
     1,
     {{"err", "it has elements before byte 0\n"}}},
    {"LongerThanTheExtent",
     {{"a.map", "MPI_INT 0\nMPI_INT 8\nlb 0\nextent 8\n"}},
     "explain --from-typemap a.map",
     1,
     {{"err", "it has elements after its extent, 8\n"}}},
    {"ThatOverlap",
     {{"a.map", "MPI_INT 0\nMPI_INT 2\n"}},
     "explain --from-typemap a.map",
     1,
     {{"err", "it has elements that overlap\n"}}},
    {"VeryLong",
     {{"a.map", R"([{"type": "MPI_INT", "displacement": 0, "count": 100001, "stride": 8}])"}},
     "explain --from-typemap a.map",
     1,
     {{"err", "it has more than 100000 elements\n"}}},
    {"InOtherLanguages",
     {{"a.map", "MPI_INT 0\n"}},
     "--from-typemap a.map --format=numpy",
     1,
     {{"err", "--format=numpy cannot be combined with --from-typemap: its formats are c, json, text, html and svg\n"}}},
};

AUTOMAP_TEST_RUNS(DrawnMaps, drawn_maps);

/// The pictures on the front page are what automap draws.
TEST(Page, PicturesOfTheReadmeAreUpToDate) {
  const std::string folder = AUTOMAP_PICTURES;
  for (const std::string type : {"particle", "cell"}) {
    const Scratch scratch;
    const std::string header = read_file(folder + "/" + type + ".h");
    ASSERT_NE(header, "");
    scratch.write(type + ".h", header);
    const Finished run = run_automap(scratch, type + ".h --format=svg");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, read_file(folder + "/" + type + ".svg"))
        << "run: automap " << type << ".h --format=svg -o " << type << ".svg";
  }
}

/// A browser parses the page, shows it at several widths in light and dark, and has nothing to say about it.
TEST(Page, IsShownByABrowserWithoutAComplaint) {
  const Scratch scratch;
  std::string command = scratch.run("command -v chromium-headless-shell || command -v chromium").out;
  std::erase(command, '\n');
  if (command.empty() && !test_all())
    GTEST_SKIP() << "there is no chromium";
  ASSERT_NE(command, "");
  scratch.write("p.h", region("struct in { char c; double d; };\nstruct list { struct in in[200]; struct list *next, "
                              "*last; float f[1000]; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(run_automap(scratch, "p.h --autolink --format=html -o p.html").exit_code, 0);
  const std::string browser =
      "HOME=$PWD timeout 100 " + command +
      " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir=$PWD/profile "
      "--enable-logging=stderr ";
  for (const char *width : {"400", "900", "1600"}) {
    const Finished shot =
        scratch.run(browser + "--window-size=" + width + ",1200 --screenshot=" + width + ".png file://$PWD/p.html");
    EXPECT_EQ(shot.exit_code, 0) << shot.err;
    EXPECT_FALSE(contains(shot.err, "CONSOLE")) << shot.err;
    EXPECT_GT(scratch.read(std::string(width) + ".png").size(), 10000u) << width;
  }
  // The page is no wider than the narrowest screen, and dark where the browser is: a script of the test asks the browser,
  // in a frame of that width.
  scratch.write("frame.html",
                "<iframe id='f' src='p.html' width='400' height='800'></iframe><script>onload = () => {"
                "const d = f.contentDocument.documentElement; document.title = d.scrollWidth + ' of ' + d.clientWidth;"
                "document.body.dataset.paper = getComputedStyle(d).backgroundColor;"
                "document.body.dataset.sections = f.contentDocument.querySelectorAll('section').length }</script>");
  for (const auto &[setting, paper] : {std::pair("1", "rgb(255, 254, 251)"), std::pair("0", "rgb(22, 24, 27)")}) {
    const Finished dom =
        scratch.run(browser + "--blink-settings=preferredColorScheme=" + setting +
                    " --allow-file-access-from-files --virtual-time-budget=2000 --dump-dom file://$PWD/frame.html");
    std::size_t at = 0;
    const std::string title = next_between(dom.out, at, "<title>", "</title>").value_or("");
    ASSERT_TRUE(contains(title, " of ")) << dom.out << dom.err;
    EXPECT_EQ(std::stoi(title), std::stoi(title.substr(title.find(" of ") + 4))) << title;
    EXPECT_TRUE(contains(dom.out, "data-sections=\"2\"")) << dom.out;
    EXPECT_TRUE(contains(dom.out, std::string("data-paper=\"") + paper)) << dom.out;
  }
}

} // namespace
} // namespace automap::test
