// Adds the records to which links of records lead to the survey.
#pragma once

#include "field_reader.h"
#include "findings.h"
#include "reading_context.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace automap {

class RecordLinks {
public:
  /// Follows the links of the records that join the survey from now on.
  explicit RecordLinks(ReadingContext &context) : context_(context), unfollowed_(context.survey.records.size()) {}

  /// Reads what the links of the records read so far lead to, and what the links of these lead to, and so on. From then
  /// on links hold the indices of their records. Warns about pointers that seem to lead into arrays.
  void follow(const ReadRecord &read_record, FindingsByRecord &findings);

  /// Returns the record at `index` and a field of another one that leads to it; nulls if no link does.
  LinkTarget target(std::size_t index) const { return targets_.lookup(index); }

private:
  /// A pointer to one record, or to an array of them, and where it is declared.
  struct Lead {
    std::size_t owner, target; // indices into the survey
    const clang::FieldDecl *field;
    bool has_length; // AutoMap_Len
  };

  void note_lead(std::size_t owner, const Link &link, const clang::FieldDecl &field);
  std::set<std::size_t> reached_from(std::size_t record) const;
  void warn_of_pointers_into_arrays(FindingsByRecord &findings);
  void warn_of_array(const Lead &object, const std::string &array, FindingsByRecord &findings);

  ReadingContext &context_;
  std::size_t unfollowed_; // index of the first record whose links hold no indices yet
  llvm::DenseMap<std::size_t, LinkTarget> targets_;
  std::vector<Lead> to_arrays_, to_objects_;
  std::multimap<std::size_t, std::size_t> leads_; // a link leads from the key to the value
  std::set<const clang::FieldDecl *> warned_of_;  // pointers that seem to lead into arrays
};

} // namespace automap
