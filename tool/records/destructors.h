// What destructors, and other code of classes about their own objects, are seen to do. Clang has skipped the bodies of
// functions, so their words are read.
#pragma once

#include <string>

namespace clang {
class CXXDestructorDecl;
class CXXRecordDecl;
} // namespace clang

namespace automap {

/// Whether a destructor may do something: not if it is seen to be empty. Null: there is none.
bool does_something(const clang::CXXDestructorDecl *destructor);

/// Whether a destructor is seen to free what the member `name` leads to: by "delete name;", "delete[] this->name;" or
/// "free(name);". Null: there is none.
bool frees(const clang::CXXDestructorDecl *destructor, const std::string &name);

/// Whether a class has code of its own that copies, moves or destroys its objects.
bool manages_itself(const clang::CXXRecordDecl &record);

} // namespace automap
