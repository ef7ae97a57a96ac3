/*
 * Files of structures, such as checkpoints: one file for all ranks, with a structure of each. It is included
 * by autolink.h, which says what all calls have in common.
 *
 *   AL_File_write("state.al", root, AutoLink_node, MPI_COMM_WORLD);       // all ranks, each its own root
 *
 *   AL_File file;                                                         // later, any number of ranks
 *   AL_File_open("state.al", &file);
 *   AL_File_count(file, &n);                                              // as many as ranks have written
 *   for (i = rank; i < n; i += size)
 *     AL_File_read(file, i, &roots[i], AutoLink_node);                    // each by whom the caller says
 *   AL_File_close(&file);
 *
 * A file is read by the same program, by one on another machine, and by one whose structs have changed since:
 *
 *   - Fields are found by their names, also in structs inside structs, in any order. Names of types may change,
 *     but not that of a root with none of its fields left.
 *   - A field that is new is zero, or NULL. In C++, one that is no pointer has the value of a new object, made by the
 *     constructor without arguments, if that is public and the class trivially copyable.
 *   - What a field that is gone has led to is skipped, unless other fields lead there.
 *   - A number of another type is converted if it keeps its value: `int` to `long` always, `long` to `int` and
 *     `double` to `int` if the value fits. Characters stay characters.
 *   - An array in a struct may be longer, and what is more is as a new field. It may be shorter if what is cut
 *     off is zero.
 *   - A pointer must lead to the same kind of thing: to one node, an array, a string. Elements of arrays are
 *     converted like fields. A link may have become weak (AutoMap_Weak).
 *   - Bit-fields, and unions that travel as bytes, must be as they were. Fields that are left out
 *     (AutoMap_Ignore) keep their bytes if their struct has not changed, and are as new ones otherwise.
 *
 * Otherwise AL_File_read fails with AL_ERR_TYPES, and names the field. Names come from tables that `automap`
 * generates. Types with tables without names are read if they have not changed.
 *
 * autolink/file-format.md describes the format, and `automap inspect FILE` prints what a file has.
 */
#ifndef AUTOLINK_AL_FILE_H
#define AUTOLINK_AL_FILE_H

#include <mpi.h>

#include "autolink/al_stream.h"
#include "autolink/al_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes the structures of all ranks to one file, through MPI-IO. Collective over `comm`. The file is written
 * as PATH.new beside the old one, synchronized with the disk and renamed. So PATH is the old file or the new
 * one, whole, even if the program or the machine ends at any moment. What an interrupted call has left as
 * PATH.new, the next one replaces. The new file has the modes of a new file, and replaces a symbolic link of this
 * name rather than what that leads to. Two calls at the same time need different paths.
 *
 * Structures are written while they are packed, by all ranks at the same time, and take 8 MiB more on each. The
 * settings of `comm` count.
 *
 *   path  in  the same on all ranks, in a file system that they share
 *   root  in  a node of type `type`, or NULL, which is read as NULL; on each rank its own. Other ranks'
 *             pointers do not lead to it
 *   type  in  AutoLink_X, the type of the root; the same on all ranks
 *   comm  in  an intracommunicator
 *
 * Errors: AL_ERR_STRUCTURE, AL_ERR_TYPES if the ranks have different types, AL_ERR_FILE. If one rank fails, all
 * return an error of the same class, whose text names the rank, and the old file stays. Only if its directory cannot
 * be synchronized with the disk, PATH is the new file already, and the text says so.
 */
int AL_File_write(const char *path, const void *root, AL_Type type, MPI_Comm comm) AL_ROOT(2, 3);

/*
 * A file that is open for reading. It keeps what it has opened, even if a new file takes its name. The calls
 * below are local. They read through the operating system and need neither MPI_Init nor AL_Init: before, they
 * have the settings of the environment (AL_Comm_set_info lists them), afterwards those of MPI_COMM_WORLD.
 * Several threads may read from one at the same time.
 */
typedef struct AL_FileObject *AL_File;
#ifdef __cplusplus
#define AL_FILE_NULL (static_cast<AL_File>(nullptr))
#else
#define AL_FILE_NULL ((AL_File)0)
#endif

/*
 * Opens a file, and verifies its header, types and index.
 *
 *   path  in
 *   file  out  close it with AL_File_close
 *
 * Errors: AL_ERR_FILE, AL_ERR_DAMAGED
 */
int AL_File_open(const char *path, AL_File *file);

/*
 * Stores the number of structures: that of the ranks that wrote the file.
 *
 *   file  in   an open file
 *   n     out  structures 0 to n - 1 can be read
 */
int AL_File_count(AL_File file, int *n);

/*
 * Makes a structure from a file. Any rank may read any structure, any number of times. Each block is verified
 * by its checksum before it is used.
 *
 *   file   in   an open file
 *   which  in   the rank that wrote the structure, 0 to n - 1
 *   root   out  address of a pointer to `type`, which gets the root; the caller owns the structure, and frees
 *               it as after AL_Recv
 *   type   in   AutoLink_X, the type of the root, in the file or since then
 *
 * Errors: AL_ERR_FILE, AL_ERR_DAMAGED, whose text says where; AL_ERR_TYPES, AL_ERR_LIMIT, AL_ERR_MEMORY
 */
int AL_File_read(AL_File file, int which, void *root, AL_Type type);

/*
 * Closes a file. Structures that were read from it stay.
 *
 *   file  in/out  becomes AL_FILE_NULL; AL_FILE_NULL is closed
 */
int AL_File_close(AL_File *file);

/*
 * Write, open and read files of contents that the caller's functions write and read (al_stream.h). autolink.hpp
 * has its calls for files of C++ objects from them. They do what AL_File_write, AL_File_open and AL_File_read do, with
 * their errors and those that the functions return, and call no error handler.
 *
 *   source, sink  in  as for AL_Send_stream. A rank whose source is NULL has no memory for one, and makes the call
 *                     fail on all ranks
 *   fields        in  what the contents consist of. If the hash in the file is not the sink's, fields of both are
 *                     paired by their names, and the sink gets what its own fields would have made
 */
int AL_File_write_stream(const char *path, const AL_Source *source, const AL_ContentFields *fields, MPI_Comm comm);
int AL_File_open_stream(const char *path, AL_File *file);
int AL_File_read_stream(AL_File file, int which, const AL_Sink *sink, const AL_ContentFields *fields);

#ifdef __cplusplus
}
#endif

#endif
