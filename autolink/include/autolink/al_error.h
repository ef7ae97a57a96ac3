/*
 * AutoLink's errors. Each is an MPI error class of its own, which is made at its first use. The functions
 * of autolink.h return error codes of these classes. MPI_Error_string of a code names the call and what is
 * wrong (no call if memory ran out). AL_Error_class tells which of these numbers a code stands for. The
 * numbers never change. A class has up to 300 codes. After that, an error with a new text returns the
 * class itself, with the class's text.
 */
#ifndef AUTOLINK_AL_ERROR_H
#define AUTOLINK_AL_ERROR_H

enum {
  AL_ERR_NOT_READY = 1,  /* before AL_Init or after AL_Finalize; in AL_Finalize: requests are not complete */
  AL_ERR_ARGUMENT = 2,   /* a null pointer, an unknown setting */
  AL_ERR_TABLES = 3,     /* an AL_TypeInfo that this library does not understand, or that contradicts itself */
  AL_ERR_STRUCTURE = 10, /* the structure is not what its type promises: a negative length, a shared node where
                          none is promised, an inside pointer that leads into no node, an unknown kind */
  AL_ERR_TYPES = 20,     /* sender and receiver disagree about a type; the text names it */
  AL_ERR_MESSAGE = 21,   /* not an AutoLink message, another version, or damaged */
  AL_ERR_SENDER = 22,    /* the sender, or another rank of a collective call, met an error and gave up */
  AL_ERR_LIMIT = 30,     /* the structure is larger than the receiver's limit */
  AL_ERR_MEMORY = 31,    /* memory ran out */
  AL_ERR_FILE = 40,      /* a file cannot be opened, read, written or renamed; the text says why */
  AL_ERR_DAMAGED = 41    /* a file is not AutoLink's, of another version, truncated or damaged; the text says where */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Stores in *al_class which AL_ERR_… an error code stands for, or 0 if it is MPI's own. */
int AL_Error_class(int code, int *al_class);

/*
 * Returns the text of an error code, also without MPI. It is whole if `code` is that of this thread's last failure;
 * otherwise it may be general. The text stays valid until the thread calls AutoLink again.
 *
 *   code  in  what a function of AutoLink has returned
 */
const char *AL_Error_string(int code);

/*
 * Returns an error code for a failure that no function of AutoLink has found: for autolink.hpp.
 *
 *   al_class  in  one of AL_ERR_…
 *   text      in  what AL_Error_string returns for the code
 */
int AL_Error_code(int al_class, const char *text);

#ifdef __cplusplus
}
#endif

#endif
