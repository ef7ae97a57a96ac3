// Does not compile, because automap has not read the class.
#include <autolink/al_transfer.hpp>

struct Unknown {
  int number;
};

void release(std::vector<Unknown> &all) { autolink::destroy(all); }
void send(const std::vector<Unknown> &all) { autolink::detail::sending<std::vector<Unknown>> one(all); }
