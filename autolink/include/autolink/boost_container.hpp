// Containers of Boost.Container in C++ objects. The header that `automap --autolink` generates includes this one if a
// class has such members.
#ifndef AUTOLINK_BOOST_CONTAINER_HPP
#define AUTOLINK_BOOST_CONTAINER_HPP

#include "al_content.hpp"

#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/container/vector.hpp>

template <typename... A> struct autolink::container<boost::container::vector<A...>> : autolink::vector_like {};
template <typename T, std::size_t n, typename... A>
struct autolink::container<boost::container::small_vector<T, n, A...>> : autolink::vector_like {};
template <typename... A> struct autolink::container<boost::container::flat_map<A...>> : autolink::flat_map_like {};

#endif
