/*
 * Messages whose contents the caller's functions write and read. autolink.hpp sends C++ objects with them; programs
 * need only autolink.hpp.
 *
 * A sender's contents are one sequence of bytes, which is cut into packets where the sender's function returns. The
 * receiver's function gets the same packets, one after the other. See autolink/wire-format.md.
 */
#ifndef AUTOLINK_AL_STREAM_H
#define AUTOLINK_AL_STREAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the generated header about C++ objects, al_objects.hpp, that autolink.hpp understands. */
#define AL_OBJECT_ABI 1

/* The alignment of a packet's bytes, on both sides. */
#define AL_PACKET_ALIGN 16

/* A packet that is being filled. */
typedef struct AL_Packet {
  char *bytes;     /* its memory */
  size_t size;     /* bytes that have been written; write() adds to them */
  size_t capacity; /* bytes of memory */
  /* Makes the capacity at least this, and may move the bytes. Returns 0, or AL_ERR_MEMORY. */
  int (*grow)(struct AL_Packet *packet, size_t capacity);
} AL_Packet;

/* What the contents are. A receiver refuses contents of another hash, and says both names. */
typedef struct AL_ContentType {
  uint64_t hash;
  const char *name; /* for messages; kept by the caller */
  /* What the contents are for C programs, in the language of autolink/file-format.md; NULL: they cannot have them */
  const char *text;
} AL_ContentType;

/* The functions of a sender. They must not call AL_ functions, nor throw. */
typedef struct AL_Source {
  AL_ContentType type;
  /*
   * Appends to the packet: about as much as it has room for, or more.
   *
   *   is_complete  out  1 if all has been written, else 0
   *
   * Returns 0, or an AL_ERR_…; then *text says why, and stays valid until `state` is gone.
   */
  int (*write)(void *state, AL_Packet *packet, int *is_complete, const char **text);
  void *state;
} AL_Source;

/* The functions of a receiver. They must not call AL_ functions, nor throw. */
typedef struct AL_Sink {
  AL_ContentType type;
  /*
   * Takes the next packet. `limit_bytes` is the receiver's setting autolink_limit_bytes; `is_last` is 1 for the last
   * packet. Returns as write() does. After a failure, it is not called again.
   */
  int (*read)(void *state, const char *bytes, size_t size, int is_last, uint64_t limit_bytes, const char **text);
  void *state;
} AL_Sink;

/* What a file says of contents: the names and places of what they consist of. */
typedef struct AL_ContentFields {
  const char *text; /* in the language of autolink/file-format.md; "": nothing */
  /*
   * For readers whose classes have changed since; both may be NULL.
   *
   * initial() returns the bytes of a new object of the class with this number in the text, for what is new in it; NULL
   * if they are not known, and then new parts are zero. leave_out() says before the first packet that the contents
   * do not have the part with this number of a class, which keeps its value. It returns 0, or an AL_ERR_….
   */
  const void *(*initial)(void *state, size_t number);
  int (*leave_out)(void *state, const char *class_name, size_t part);
  void *state;
} AL_ContentFields;

#ifdef __cplusplus
}
#endif

#endif
