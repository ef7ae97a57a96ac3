// A stack too small for one frame per node.
#pragma once

#include <gtest/gtest.h>

#include <pthread.h>

namespace autolink::test {

/// Runs body() in a thread with 128 KiB of stack.
template <typename Body> void on_small_stack(Body body) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 128 << 10), 0);
  const auto run = [](void *of) -> void * { return (*static_cast<Body *>(of))(), nullptr; };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &body), 0);
  pthread_attr_destroy(&attributes);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
}

} // namespace autolink::test
