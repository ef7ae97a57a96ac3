// Warnings about fields that are mapped, but perhaps not as the user expects.
#pragma once

#include "findings.h"
#include "reading_context.h"

#include <optional>
#include <string>

namespace automap {

/// Warns that an address is sent as bytes. `place` is what is sent; the notice stands in the same file.
Notice warn_pointer_in_bytes(const ReadingContext &context, const clang::FieldDecl &pointer,
                             clang::SourceLocation place);

/// Warns that the pointers of a member of type `hook` are followed to others of that type, not to the records around
/// these.
Notice warn_member_is_hook(const ReadingContext &context, const clang::FieldDecl &field, clang::QualType hook);

/// The same for a base class.
Notice warn_base_is_hook(const ReadingContext &context, clang::SourceLocation place, clang::QualType hook);

/// Warns about a pointer to one object if a field beside it seems to count several. Returns nothing if the objects
/// point to others of their kind, as those of lists and trees do.
std::optional<Notice> warn_count_beside_pointer(const ReadingContext &context, const clang::FieldDecl &pointer,
                                                const clang::RecordDecl &to);

/// Warns about a pointer to one object that may be the beginning of a larger one: others begin with its type, which has
/// a field that seems to tell which of them it is.
std::optional<Notice> warn_may_be_longer(const ReadingContext &context, const clang::FieldDecl &pointer,
                                         const clang::RecordDecl &to);

/// Warns that AutoLink constructs no object for a member that is left out, if its type has constructors to call.
std::optional<Notice> warn_not_constructed(const ReadingContext &context, const clang::FieldDecl &field,
                                           clang::QualType element);

/// Warns that the pointers of a list's hook lead to other hooks than `field`.
std::optional<Notice> warn_hook_of_other_place(const ReadingContext &context, const clang::FieldDecl &field,
                                               clang::QualType element, const clang::RecordDecl &hook);

} // namespace automap
