// Runs the automap under test and reads its JSON.
#pragma once

#include "process.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

#include <vector>

namespace automap::test {

/// The command under test, in a command line. The environment may name that of another build; compilers say of it what
/// they say of this one, and are not asked again.
#define AUTOMAP_COMMAND "\"${AUTOMAP_COMMAND:-" AUTOMAP "}\""
inline bool asks_compilers() { return !std::getenv("AUTOMAP_COMMAND"); }

/// A fixture of tests that ask compilers.
template <typename Base = ::testing::Test> class AskingCompilers : public Base {
protected:
  void SetUp() override {
    if (!asks_compilers())
      GTEST_SKIP() << "compilers say the same of the command of another build";
  }
};

/// Runs automap in `scratch` with a command line as a user would type it. It reads the same mpi.h as the compilers in
/// the tests, whichever MPI library the command mpicc belongs to.
inline Finished run_automap(const Scratch &scratch, const std::string &arguments) {
  return scratch.run("MPICC='" MPICC "' " AUTOMAP_COMMAND " " + arguments);
}

inline bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

/// Whether to use clang as well if gcc alone would suffice.
inline bool test_all() { return std::getenv("AUTOMAP_TEST_ALL") != nullptr; }

/// Returns the first of several compilers or languages, or all of them if AUTOMAP_TEST_ALL is set.
template <class T> std::vector<T> tried(std::vector<T> list) {
  if (!test_all())
    list.erase(list.begin() + 1, list.end());
  return list;
}

// What stands around annotated code, as literals.
#define BEGIN "/*~ AutoMap_Begin */\n"
#define END "\n/*~ AutoMap_End */\n"
#define USED " /*~ AutoMap_TpUsed */;" END

/// Returns `text` between AutoMap_Begin and AutoMap_End, each on its own line.
inline std::string region(const std::string &text) { return BEGIN + text + END; }

/// Returns the "records" of a JSON output. If there are none, returns an empty array and fails the test.
inline llvm::json::Array records_of(const std::string &json) {
  auto value = llvm::json::parse(json);
  if (!value) {
    ADD_FAILURE() << "no JSON: " << llvm::toString(value.takeError()) << '\n' << json;
    return {};
  }
  const llvm::json::Array *records = value->getAsObject() ? value->getAsObject()->getArray("records") : nullptr;
  if (!records) {
    ADD_FAILURE() << "no records: " << json;
    return {};
  }
  return *records;
}

/// Returns the record called `name`, or null if there is none.
inline const llvm::json::Object *find_record(const llvm::json::Array &records, llvm::StringRef name) {
  for (const llvm::json::Value &record : records)
    if (record.getAsObject()->getString("name") == name)
      return record.getAsObject();
  return nullptr;
}

/// Returns a record's layout as one line: "size/align | TYPE@offset*count+stride … | hole offset:size … | tail n".
inline std::string layout_line(const llvm::json::Object &record) {
  std::string line =
      std::to_string(*record.getInteger("size")) + "/" + std::to_string(*record.getInteger("align")) + " |";
  for (const llvm::json::Value &value : *record.getArray("typemap")) {
    const llvm::json::Object &run = *value.getAsObject();
    line += " " + run.getString("type")->str() + "@" + std::to_string(*run.getInteger("offset"));
    if (*run.getInteger("count") != 1)
      line += "*" + std::to_string(*run.getInteger("count")) + "+" + std::to_string(*run.getInteger("stride"));
  }
  line += " |";
  for (const llvm::json::Value &value : *record.getArray("holes"))
    line += " " + std::to_string(*value.getAsObject()->getInteger("offset")) + ":" +
            std::to_string(*value.getAsObject()->getInteger("size"));
  return line + " | " + std::to_string(*record.getInteger("tail_padding"));
}

} // namespace automap::test
