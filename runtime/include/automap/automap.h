/*
 * AutoMap at run time: builds MPI datatypes from type maps, and better ones from given ones; shows what
 * they are made of; tells whether one may be received as another; packs and sends their data. Usable from
 * C99 and C++17. Link to AutoMap::mpi (CMake) or automap-mpi (pkg-config). Libraries that a program loads
 * at run time may each contain it. They stay loaded, because MPI calls them until it ends, and know
 * nothing of each other's pipelines (AM_Comm_set_pipeline).
 *
 * All functions are local, except messages, collective calls and AM_Comm_set_pipeline. Several threads may
 * call them at once if MPI was initialized with MPI_THREAD_MULTIPLE. They return MPI_SUCCESS or an MPI error
 * code. On failure, outputs are unchanged and no datatype is left. If an MPI call inside fails, its code is
 * returned, and MPI has called the error handler. Other errors return a class:
 *
 *   MPI_ERR_ARG       a null pointer; an unknown format; a position or range outside the packed data; an
 *                     unknown value of AUTOMAP_KERNELS or AUTOMAP_SEND in the environment, where it is read
 *   MPI_ERR_BUFFER    MPI_IN_PLACE where MPI does not allow it; data that begin less than 64 KiB from a null
 *                     pointer, on either side (farther away, null counts as MPI_BOTTOM)
 *   MPI_ERR_COMM      MPI_COMM_NULL
 *   MPI_ERR_COUNT     a negative n or count; more elements than a buffer has; more elements or bytes than 64
 *                     bits can count; a notation that is too long
 *   MPI_ERR_TYPE      MPI_DATATYPE_NULL; a derived datatype instead of a basic one; a datatype or combiner
 *                     that MPI 4.0 does not know
 *   MPI_ERR_REQUEST   AM_REQUEST_NULL, a receive or a collective call, in AM_Request_free
 *   MPI_ERR_TRUNCATE  a buffer for packed data that is too short, or a long AM_Bcast of different amounts of data
 *   MPI_ERR_NO_MEM    out of memory
 *   MPI_ERR_INTERN    a bug in this library
 *
 * Before the functions return a class, they call the error handler of the communicator that they are
 * given, or else that of functions without a communicator (MPI 4.0, section 9.3: MPI_COMM_SELF's; before
 * MPI 4.0: MPI_COMM_WORLD's). The handler gets a code whose MPI_Error_string names the call and the
 * mistake; the string of the returned class does not. After 1000 such texts in a process, it gets the
 * class. With MPI_ERRORS_ARE_FATAL, the default, the program ends there. MPICH 4.0 still calls
 * MPI_COMM_WORLD's handler when its own calls without a communicator fail: to get codes instead, set
 * MPI_ERRORS_RETURN for both. Before MPI_Init and after MPI_Finalize, there is no handler: the functions
 * then say so on stderr and return MPI_ERR_OTHER.
 */
#ifndef AUTOMAP_AUTOMAP_H
#define AUTOMAP_AUTOMAP_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "automap/mpi_library.h"

#ifdef __cplusplus
extern "C" {
#endif

AUTOMAP_REFER_TO(AUTOMAP_BUILT_FOR_MPI(AutoMap))

/*
 * A "cheap" datatype takes few words in the MPI library, by the constants of CostModel::mpi() in
 * layout/cost_model.h. For structs and arrays of C and C++ programs, the search takes milliseconds. For very
 * large, irregular datatypes it takes up to about 10 seconds and 2 GB of memory, and settles for the cheapest
 * datatype that it has found.
 */

/*
 * Builds the cheapest datatype found for a type map: types[i] at displacements[i], in this order.
 *
 *   n              in   elements, >= 0
 *   displacements  in   n of them, bytes; in any order, also negative and repeated; may be null if n is 0
 *   types          in   n basic datatypes: predefined ones of one value, no pair types such as MPI_FLOAT_INT;
 *                       may be null if n is 0
 *   lb, extent     in   lower bound and extent of the datatype, bytes
 *   newtype        out  the datatype, not committed; the caller frees it with MPI_Type_free
 *
 * Example: MPI_INT at 0, 4, 8, 400, 404, 408 with lower bound 0 and extent 412 gives the same as
 * MPI_Type_create_hvector(2, 3, 400, MPI_INT, newtype).
 */
int AM_Type_from_map(MPI_Count n, const MPI_Aint displacements[], const MPI_Datatype types[], MPI_Aint lb,
                     MPI_Aint extent, MPI_Datatype *newtype);

/*
 * Builds a datatype that costs no more than `type` and has the same type map, lower bound and extent: it
 * sends and receives the same data, from and to the same places, in the same order. It has no name and no
 * attributes.
 *
 *   type     in   any datatype, committed or not
 *   newtype  out  the datatype, not committed, even if `type` is predefined; the caller frees it with
 *                 MPI_Type_free; may be &type
 *
 * If `type` contains two Fortran types of the same size and kind of number that were made for different
 * precisions (MPI_Type_create_f90_real and the like), both become the type named by that size (MPI_REAL8).
 */
int AM_Type_normalize(MPI_Datatype type, MPI_Datatype *newtype);

/* The formats of AM_Type_describe. */
enum {
  AM_FORMAT_TREE = 0,     /* one node per line, indented */
  AM_FORMAT_NOTATION = 1, /* one line: idx(1, <12>, vec(5, 8, leaf(MPI_INT))); equal parts are written out
                             each time, and millions of them are an error */
  AM_FORMAT_JSON = 2      /* one line: an object with tree, cost, dag_cost, naive_cost, elements, size, lb,
                             extent, true_lb, true_extent. layout/type_tree_text.h describes the nodes of
                             tree, CostModel::mpi() in layout/cost_model.h the costs */
};

/*
 * Describes a datatype as a type tree: how it was built, without what has no effect (counts and block lengths
 * of 1 and 0, duplicates).
 *
 *   type    in   any datatype, committed or not
 *   format  in   AM_FORMAT_TREE, AM_FORMAT_NOTATION or AM_FORMAT_JSON
 *   buffer  out  the text: at most size - 1 characters, and a null character; may be null if size is 0
 *   size    in   bytes in buffer
 *   length  out  characters in the whole text, without the null character; the text was cut if *length >=
 *                size; may be null
 */
int AM_Type_describe(MPI_Datatype type, int format, char buffer[], size_t size, size_t *length);

/*
 * Signatures. Data may be received as any datatype with the same basic types in the same order (MPI 4.0,
 * section 3.3.1), wherever these lie in memory and however the datatypes were built. A signature, the number
 * of basic elements and a hash, tells whether that holds. Two buffers that match have equal signatures, in
 * both members; two that do not match have different ones, except for collisions. layout/signature.h gives
 * their odds (some 10^-18 per element; none for buffers of one basic type each). The hash is the same on all
 * machines and in all versions.
 *
 *   names       types match by their names: MPI_INT does not match MPI_INT32_T; MPI_LONG_LONG_INT and
 *               MPI_LONG_LONG, two names of one type, match
 *   pairs       MPI_FLOAT_INT is an MPI_FLOAT and an MPI_INT; MPI_2INT is two MPI_INT
 *   Fortran     types made for a precision, by MPI_Type_create_f90_real and the like, count as the type named
 *               by their size (MPI_REAL8)
 *   MPI_BYTE    matches only MPI_BYTE, as the standard says. A signature with one has AM_SIGNATURE_HAS_BYTE
 *               set, so that callers may be more lenient
 *   MPI_PACKED  matches anything. A signature with one has AM_SIGNATURE_HAS_PACKED set, and does not tell
 *               what it matches
 */
typedef struct AM_Signature {
  MPI_Count count; /* basic elements */
  uint64_t hash;   /* 0 for none */
} AM_Signature;

#define AM_SIGNATURE_HAS_BYTE (UINT64_C(1) << 62)   /* a bit in hash */
#define AM_SIGNATURE_HAS_PACKED (UINT64_C(1) << 63) /* a bit in hash */

/*
 * Computes the signature of a buffer. The first call for a derived datatype takes microseconds, longer for
 * long lists of displacements. The result is kept in attributes of the datatype, which MPI_Type_dup
 * copies.
 *
 *   type       in   any datatype, committed or not
 *   count      in   elements of `type` in the buffer, >= 0
 *   signature  out  the signature; owns no memory
 *
 * Example: 3 elements of a struct of an MPI_INT and an MPI_DOUBLE have the signature of one element of
 * MPI_Type_contiguous(3, that struct), which has count 6.
 */
int AM_Type_signature(MPI_Datatype type, MPI_Count count, AM_Signature *signature);

/*
 * Computes the signature of the first `elements` basic elements of a buffer. These are the received ones
 * if a message was shorter than the buffer and MPI_Get_elements_x tells its length. Decodes the datatype
 * each time, unless these elements are a whole number of `type`.
 *
 *   type, count  in   as for AM_Type_signature
 *   elements     in   basic elements, >= 0 and not more than the buffer has
 *   signature    out  the signature
 */
int AM_Type_prefix_signature(MPI_Datatype type, MPI_Count count, MPI_Count elements, AM_Signature *signature);

/*
 * Writes a signature as text, "6:0123456789abcdef": the count, and the hash as 16 hexadecimal digits.
 *
 *   signature  in   from AM_Type_signature or AM_Type_prefix_signature
 *   buffer     out  as for AM_Type_describe; AM_SIGNATURE_STRING bytes hold every signature
 *   size       in   bytes in buffer
 *   length     out  as for AM_Type_describe; may be null
 */
#define AM_SIGNATURE_STRING 37
int AM_Signature_string(const AM_Signature *signature, char buffer[], size_t size, size_t *length);

/* How two signatures compare. */
enum {
  AM_RELATION_SAME = 0,
  AM_RELATION_FIRST_ENDS = 1,  /* the second goes on: the first may be received into it */
  AM_RELATION_SECOND_ENDS = 2, /* the first goes on: the second may be received into it */
  AM_RELATION_PACKED = 3,      /* they match up to an MPI_PACKED of either, which matches all that follows */
  AM_RELATION_DIFFERENT = 4    /* some elements do not match */
};

#define AM_PATH_LENGTH 128 /* with the null character; longer paths are cut and end in "..." */

/* A basic element in a buffer. */
typedef struct AM_Element {
  MPI_Datatype type;          /* predefined, not to be freed; MPI_DATATYPE_NULL: the buffer has ended */
  MPI_Count item;             /* number, from 0, of the item of the datatype that holds it */
  MPI_Count displacement;     /* bytes from the buffer's address */
  char path[AM_PATH_LENGTH];  /* where in the tree that AM_Type_describe shows: ".2" is child 2 of a struc,
                                 "[5]" copy 5 of the child of a vec or idx, "[1:5]" copy 5 in bucket 1 of an
                                 idxbuc, all from 0; empty for the root */
  char field[AM_PATH_LENGTH]; /* which field: "position[2]", "cells[3].id"; empty if the datatype has no
                                 fields: see AM_Type_set_fields */
} AM_Element;

/* The first difference of two signatures. */
typedef struct AM_Type_difference {
  int relation;    /* AM_RELATION_... */
  MPI_Count index; /* number of the first basic element that does not match, from 0 */
  AM_Element a, b; /* this element of each side, if there is one */
} AM_Type_difference;

/*
 * Compares the signatures of one `a` and one `b`, or of count_a and count_b of them. The time depends on the
 * sizes of the datatypes' descriptions, not on the number of elements.
 *
 *   a, b              in   any datatypes, committed or not
 *   count_a, count_b  in   elements of the datatypes, >= 0
 *   difference        out  all members are set
 *
 * Example: { int; double[3]; } and { int; double[2]; int; }, as structs, are AM_RELATION_DIFFERENT at index
 * 3: a has MPI_DOUBLE at displacement 24, path ".1[2]", b has MPI_INT at displacement 24, path ".2".
 */
int AM_Type_compare(MPI_Datatype a, MPI_Datatype b, AM_Type_difference *difference);
int AM_Type_compare_counts(MPI_Count count_a, MPI_Datatype a, MPI_Count count_b, MPI_Datatype b,
                           AM_Type_difference *difference);

/* A field of a record, for AM_Type_set_fields. */
typedef struct AM_Field {
  const char *name;               /* "" for an anonymous member or a base class */
  MPI_Aint offset;                /* bytes from the beginning of the record */
  MPI_Aint size;                  /* bytes of all elements together, > 0 */
  MPI_Aint stride;                /* bytes from one element to the next; the size if it is no array */
  const MPI_Aint *extents;        /* extents of an array, outermost first, then 0; null if it is none */
  const struct AM_Record *record; /* the record that each element is; null if it is none */
} AM_Field;

/* The fields of a record, for AM_Type_set_fields. */
typedef struct AM_Record {
  int n;                  /* number of fields, >= 0 */
  const AM_Field *fields; /* n of them; fields that are not sent may be missing */
} AM_Record;

/*
 * Tells which fields a datatype describes, so that AM_Type_compare can name them. Duplicates that are made
 * afterwards have them, too. `automap --fields` generates tables and calls.
 *
 *   type    in   a datatype whose displacements count from the beginning of the record
 *   record  in   the fields; those of unnamed members count as the owner's. Kept, not copied: it must live as
 *                long as the datatype and its duplicates
 */
int AM_Type_set_fields(MPI_Datatype type, const AM_Record *record);

/*
 * Writes a difference as one line of text, with fields instead of paths where they are known: "element 3:
 * MPI_DOUBLE at byte 24 (.1[2]) against MPI_INT at byte 24 (.2)".
 *
 *   difference  in   from AM_Type_compare or AM_Type_compare_counts
 *   buffer      out  as for AM_Type_describe
 *   size        in   bytes in buffer
 *   length      out  as for AM_Type_describe; may be null
 */
int AM_Type_difference_string(const AM_Type_difference *difference, char buffer[], size_t size, size_t *length);

/*
 * Packing. Packed data are the bytes of `count` items of a datatype in the order of its type map, without
 * holes: on machines of one kind, what MPI_Pack writes in MPICH and Open MPI. The best way to pack a
 * datatype, its plan, is found when it is first used here. That takes some microseconds, with AVX2 tens of
 * them for each loop over records, or milliseconds for long lists of indices. The plan stays with the
 * datatype as an attribute, which MPI_Type_dup copies. AUTOMAP_KERNELS=portable, avx2 or avx512 in the
 * environment limits the instruction sets that plans may use.
 *
 * Datatypes need not be committed. Buffers are as for MPI: `inbuf` or `outbuf` may be MPI_BOTTOM if
 * displacements are addresses. Data to pack may overlap in memory; data to unpack may not. Packed data
 * must overlap neither. Packing may read gaps of less than a page of memory between the bytes of a
 * datatype, and ignores what they hold. Unpacking never writes into gaps.
 */

/*
 * Like MPI_Type_commit, but finds the plan now instead of at the first use.
 *
 *   type  in/out  any datatype
 */
int AM_Type_commit(MPI_Datatype *type);

/* Copies `count` items from one array to the other, like automap's AutoMap_pack_X and AutoMap_unpack_X. */
typedef void AM_Packing_function(const void *from, size_t count, void *to);

/*
 * Makes the calls here use functions made for a datatype where these are faster. Code that automap
 * generates does this in Build_MPI_Types if AUTOMAP_RUNTIME is defined, as it is in whatever links to
 * AutoMap::mpi. The plan is still found at the first use.
 *
 *   type    in  any datatype; no other thread may be using it; copies by MPI_Type_dup use the functions, too
 *   pack    in  packs exactly what AM_Pack would; must be loaded as long as the datatype and its copies
 *               live
 *   unpack  in  unpacks exactly what AM_Unpack would; the same holds
 */
int AM_Type_set_packing(MPI_Datatype type, AM_Packing_function *pack, AM_Packing_function *unpack);

/*
 * Computes the number of bytes to which `count` items of a datatype are packed.
 *
 *   count  in   items, >= 0
 *   type   in   any datatype
 *   size   out  bytes
 */
int AM_Pack_size(MPI_Count count, MPI_Datatype type, MPI_Count *size);

/*
 * Packs a buffer, like MPI_Pack.
 *
 *   inbuf     in      the data: `incount` items of `type`
 *   incount   in      items, >= 0
 *   type      in      any datatype
 *   outbuf    out     the packed data, from *position on
 *   outsize   in      bytes in outbuf
 *   position  in/out  bytes from the beginning of outbuf; on return, after the packed data
 */
int AM_Pack(const void *inbuf, MPI_Count incount, MPI_Datatype type, void *outbuf, MPI_Count outsize,
            MPI_Count *position);

/*
 * Unpacks into a buffer, like MPI_Unpack.
 *
 *   inbuf           in      the packed data, from *position on
 *   insize          in      bytes in inbuf
 *   position        in/out  bytes from the beginning of inbuf; on return, after what was unpacked
 *   outbuf          out     room for `outcount` items of `type`; bytes in holes are not written
 *   outcount, type  in      items, >= 0; any datatype
 */
int AM_Unpack(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
              MPI_Datatype type);

/*
 * Packs only the bytes [begin, end) of the packed data. Ranges may be packed in any order, also by several
 * threads. The time to find a place grows only with the nesting depth of the datatype.
 *
 *   inbuf, incount, type  in   as for AM_Pack
 *   begin, end            in   bytes, 0 <= begin <= end <= AM_Pack_size(incount, type)
 *   outbuf                out  room for end - begin bytes
 *
 * Example: of 10 struct { char c; double d; }, whose datatype packs to 9 bytes, the range [8, 19) is the last
 * byte of d of the first, the whole second, and c of the third.
 */
int AM_Pack_part(const void *inbuf, MPI_Count incount, MPI_Datatype type, MPI_Count begin, MPI_Count end, void *outbuf);

/*
 * Unpacks only the bytes [begin, end) of the packed data.
 *
 *   inbuf           in   end - begin bytes: [begin, end) of the packed data
 *   begin, end      in   bytes, 0 <= begin <= end <= AM_Pack_size(outcount, type)
 *   outbuf          out  room for `outcount` items of `type`; only the bytes of the range are written
 *   outcount, type  in   items, >= 0; any datatype
 */
int AM_Unpack_part(const void *inbuf, MPI_Count begin, MPI_Count end, void *outbuf, MPI_Count outcount,
                   MPI_Datatype type);

/* A contiguous part of memory. */
typedef struct {
  MPI_Aint offset;  /* bytes from the address of the buffer */
  MPI_Count length; /* bytes */
} AM_Iov;

/*
 * Lists the contiguous parts of memory that `count` items of a datatype consist of, in the order of the
 * packed data. Parts that touch are one. The list serves writev, MPI-IO, RMA and the like.
 *
 *   count, type  in   as for AM_Pack_size
 *   position     in   byte of the packed data to begin with: 0 for the first list, *next for the others
 *   max_entries  in   entries there is room for; 0: only count them, which takes no longer for more items
 *   entries      out  may be null if max_entries is 0
 *   n            out  entries written; if max_entries is 0, how many there are from `position` on
 *   next         out  position of what follows the last entry, AM_Pack_size(count, type) if nothing does;
 *                     `position` if max_entries is 0; may be null
 */
int AM_Type_iov(MPI_Count count, MPI_Datatype type, MPI_Count position, MPI_Count max_entries, AM_Iov entries[],
                MPI_Count *n, MPI_Count *next);

/*
 * Builds the datatype of packed data: the same basic types in the same order, without holes. Packed data
 * may be sent as this datatype.
 *
 *   type   in   any datatype, committed or not
 *   dense  out  the datatype, not committed, with lower bound 0 and its size as extent; the caller frees it
 */
int AM_Dense(MPI_Datatype type, MPI_Datatype *dense);

/*
 * Messages. These functions work like MPI's calls without "AM_" (MPI 4.0, sections 3.2, 3.7, 3.10 and
 * 6.4), with the same arguments and matching rules, but pack and unpack here. The other side of a message
 * may use MPI's call with a matching datatype instead, and MPI_Probe. AM_Bcast must be called by all
 * ranks, with datatypes that match: if some call MPI_Bcast, longer broadcasts may hang (stopped under
 * automap-check, the ranks name their calls).
 *
 *   buf, sendbuf      in   the data to send: `count` items of `type`. Only read; the caller may change them
 *                          after the call returns, for AM_Isend after the request is ended
 *   buf, recvbuf      out  room for `count` items of `type`. If less arrives, the rest is unchanged. Must not
 *                          overlap what the same call sends
 *   buffer            in/out  of AM_Bcast: sent on the root, received on the other ranks
 *   count, type       in   items, >= 0; any datatype committed by MPI_Type_commit or AM_Type_commit. Only MPI
 *                          checks that it is committed, if data are left to MPI
 *   dest, source      in   ranks in `comm`, or MPI_PROC_NULL; the source may be MPI_ANY_SOURCE
 *   tag               in   as for MPI; when receiving, also MPI_ANY_TAG
 *   root              in   as for MPI_Bcast, the same on all ranks. If it is MPI_PROC_NULL, buffer, count and
 *                          type are ignored
 *   comm              in   an intra- or intercommunicator
 *   status            out  may be MPI_STATUS_IGNORE. Tells source, tag, counts and elements as MPI's does,
 *                          and is filled as by MPI if receiving fails. A message that ends inside an element,
 *                          as one sent as MPI_BYTE may, is an error only if MPI finds it, as MPICH does where
 *                          it unpacks; MPI_Get_count then gives MPI_UNDEFINED
 *   request           out  the operation, never AM_REQUEST_NULL; the caller ends it or frees it
 *
 * AM_Bcast is collective over `comm`; the others are not. They return early or late, as MPI's calls do,
 * except that AM_Bcast of 32 KiB or more (Open MPI: 18 KiB) may wait for all ranks. Errors are MPI's, or
 * those above, and go to the communicator's error handler. For MPI_COMM_NULL, and for null arguments of
 * AM_Wait and the like, they go to that of functions without a communicator. If a message is longer than
 * the buffer, MPI finds it while receiving and reports it for its own call, such as MPI_Recv; if the
 * communicator has a pipeline, it may be found here.
 *
 * Contiguous data are sent and received in place. Data with holes are left to MPI if that is estimated to
 * take less time, as with long contiguous parts. Otherwise they are packed into memory of this library, which
 * keeps up to 128 MiB of it for the next messages, and travel as one message of MPI_PACKED. They are packed
 * as a whole first: several messages, with packing going on while the first ones travel, are not what
 * MPI_Recv and MPI_Probe expect, and the other side is not known to call anything else unless
 * AM_Comm_set_pipeline has said so. The estimates come from a table of times that automap-tune has measured
 * with this MPI library: AUTOMAP_TUNING in the environment names its file, which otherwise is sought in
 * ~/.cache/automap; without one, there is a table of two processes that share memory. A packed message takes
 * at most as long as one of as many bytes without holes, plus AM_Pack and AM_Unpack. If MPI does better or
 * worse than estimated, AUTOMAP_SEND=mpi in the environment of a process leaves all data with holes to
 * MPI, except in AM_Bcast; AUTOMAP_SEND=packed leaves none. Messages of more than INT_MAX bytes between two
 * ranks, and broadcasts between two groups, are left to MPI.
 *
 * MPICH before 4.2 has a fault over UCX: an MPI_Recv into a datatype with holes ends with MPI_ERR_TRUNCATE if
 * data without holes arrive in fragments that cut a basic element in two (its pull request 6796). What it
 * packs itself, it cuts between elements. With such a library, or one derived from it that does not tell what
 * it sends over, messages whose elements may be cut therefore go, packed or in place, as a datatype of their
 * elements that MPI packs by copying blocks of them: messages of more than 8128 bytes, if an element lies
 * across a multiple of 8 bytes of the packed data; where there are RDMA devices, of more than 960 bytes, if
 * an element has more than one byte. Those with pairs, such as MPI_2INT, and items of hundreds of different
 * parts are left to MPI, even without holes.
 *
 * Where both sides make AM_ calls, messages need no such detour. They then must be received by AM_Recv,
 * AM_Irecv or AM_Sendrecv, with room for at most INT_MAX bytes:
 *
 *   with AUTOMAP_SEND=packed in the sender's environment, all messages with holes;
 *   on a communicator with a pipeline (AM_Comm_set_pipeline) that is not turned off, those that would be left
 *   to MPI, and all of 1 MiB or more.
 *
 * These calls receive into memory without holes, whatever AUTOMAP_SEND says. If UCX_SYSV_SEG_SIZE or the like
 * give UCX other fragments than by default, AUTOMAP_SEND=mpi leaves all data with holes to MPI.
 *
 * From 32 KiB on (Open MPI: 18 KiB), the ranks ask each other whether to leave AM_Bcast to MPI: they do if no
 * rank has data that are better packed and the datatypes have the same size on all ranks. Shorter data with
 * holes are always packed. Packed data go in parts of 1 MiB; with Open MPI, below 32 KiB, of 3968 bytes.
 * Where MPI_Bcast returns early on the root, the root packs one part while others unpack the one before it.
 */
int AM_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int AM_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status);
int AM_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int AM_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);

/*
 * An operation under way. The library owns it until AM_Wait, AM_Test or the like end it. Each must be
 * ended once, or freed. The request is then AM_REQUEST_NULL, even if ending it failed. Until then the
 * buffer belongs to the operation, as with MPI, even if AM_Isend has packed it already. Datatypes may be
 * freed earlier.
 */
typedef struct AM_Request_s *AM_Request;
#define AM_REQUEST_NULL ((AM_Request)0)

int AM_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, AM_Request *request);
int AM_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, AM_Request *request);

/*
 * Lets a send end by itself, like MPI_Request_free. The buffer belongs to it until the message has been
 * received, which the sender can learn only from an answer. MPI_Finalize waits for the receive, and says
 * so on stderr after three seconds.
 *
 *   request  in/out  of AM_Isend; becomes AM_REQUEST_NULL. A receive or a collective call cannot be freed
 *                    (MPI_ERR_REQUEST): what arrives is unpacked when it is ended, and nobody would know when
 *                    that is
 */
int AM_Request_free(AM_Request *request);

/*
 * End operations, like MPI's calls without "AM_" (MPI 4.0, sections 3.7.3 and 3.7.5). Data of ended
 * receives are in place. AM_REQUEST_NULL counts as ended, with an empty status.
 *
 *   request, requests  in/out  become AM_REQUEST_NULL if they have ended
 *   count              in      number of requests, >= 0
 *   flag               out     whether the operation has ended, or all have, or one; if not, requests and
 *                              statuses are unchanged
 *   index, indices     out     which have ended; room for `count` indices. index and *outcount are
 *                              MPI_UNDEFINED if all requests are AM_REQUEST_NULL
 *   outcount           out     how many have ended
 *   status             out     the status of a receive; may be MPI_STATUS_IGNORE
 *   statuses           out     `count` of them, or *outcount in AM_Waitsome and AM_Testsome; may be
 *                              MPI_STATUSES_IGNORE
 *
 * If some of the operations that AM_Waitall, AM_Testall, AM_Waitsome or AM_Testsome end have failed, the
 * others are ended all the same; the call returns MPI_ERR_IN_STATUS, and MPI_ERROR in each status tells how
 * that operation ended. Otherwise MPI_ERROR is unchanged, except in empty statuses.
 */
int AM_Wait(AM_Request *request, MPI_Status *status);
int AM_Test(AM_Request *request, int *flag, MPI_Status *status);
int AM_Waitall(int count, AM_Request requests[], MPI_Status *statuses);
int AM_Testall(int count, AM_Request requests[], int *flag, MPI_Status *statuses);
int AM_Waitany(int count, AM_Request requests[], int *index, MPI_Status *status);
int AM_Testany(int count, AM_Request requests[], int *index, int *flag, MPI_Status *status);
int AM_Waitsome(int count, AM_Request requests[], int *outcount, int indices[], MPI_Status *statuses);
int AM_Testsome(int count, AM_Request requests[], int *outcount, int indices[], MPI_Status *statuses);

/*
 * Collective calls that move data from all ranks. They work like MPI's calls without "AM_" (MPI 4.0, sections
 * 6.5 to 6.8 and 6.12), with the same arguments, but pack and unpack here. Each rank packs its own data with
 * holes unless MPI is faster, and MPI moves bytes. All ranks must make the same AM_ call, with datatypes that
 * match; data without holes are sent and received in place.
 *
 *   sendbuf, sendcount, sendcounts, sdispls, sendtype, sendtypes
 *                     in   the data to send, as for MPI. sendbuf may be MPI_IN_PLACE where MPI allows that
 *   recvbuf, recvcount, recvcounts, rdispls, displs, recvtype, recvtypes
 *                     out  room for the data, as for MPI. recvbuf may be MPI_IN_PLACE in AM_Scatter and
 *                          AM_Scatterv on the root
 *   root, comm        in   as for MPI; `comm` may be an intercommunicator
 *   request           out  the operation, never AM_REQUEST_NULL; the caller ends it by AM_Wait, AM_Test or the
 *                          like, but cannot free it. Until then, buffers and arrays belong to it, as with MPI
 *
 * What MPI ignores, as recvbuf on other ranks than the root of AM_Gather, is ignored. Packed data take memory of
 * this library until the call has ended: those that are sent, and on the other side those that are received.
 * If there is none, MPI moves the same bytes from and to their places, more slowly; the other ranks need not
 * know. A rank may send or receive more than INT_MAX bytes.
 *
 * Errors are MPI's, or those above, and go to the communicator's error handler. As with MPI, other ranks may
 * wait for ever for one that has made a mistake.
 */
int AM_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
              MPI_Datatype recvtype, int root, MPI_Comm comm);
int AM_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
               const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
int AM_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm);
int AM_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int AM_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm);
int AM_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                  const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
int AM_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, MPI_Comm comm);
int AM_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
int AM_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                 void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                 MPI_Comm comm);
int AM_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm, AM_Request *request);
int AM_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, AM_Request *request);
int AM_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm, AM_Request *request);
int AM_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, AM_Request *request);
int AM_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm, AM_Request *request);
int AM_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int displs[], MPI_Datatype recvtype, MPI_Comm comm, AM_Request *request);
int AM_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, AM_Request *request);
int AM_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                  void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                  AM_Request *request);
int AM_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                  void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                  MPI_Comm comm, AM_Request *request);

/*
 * Sends long messages with holes in parts: one part is packed while those before it travel and are
 * unpacked. This is for communicators on which the other side is known to use these calls, too. What
 * AM_Send, AM_Isend and AM_Sendrecv then send on `comm` of more than part_bytes bytes of data with holes
 * must be received by AM_Recv, AM_Irecv or AM_Sendrecv. MPI's calls would receive, and MPI_Probe would
 * report, only the 40 to 71 bytes that announce the message. All else is unchanged and may be sent or
 * received by either: shorter messages, those without holes, those left to MPI, AM_Bcast. But with MPICH
 * before 4.2 over UCX, messages whose elements may be cut, as above, must not be received by MPI's calls.
 *
 * Matching, order, wildcards and statuses are as before. Messages in parts may have more than INT_MAX bytes;
 * MPI_Get_elements_x tells how many arrived. Data with holes and pairs, such as MPI_LONG_INT, are received
 * packed on `comm`, whatever AUTOMAP_SEND says, and with room for at most INT_MAX bytes: MPICH takes a pair
 * for one element, inside which an announcement may end.
 *
 * Collective over `comm`, on both sides of an intercommunicator; waits for all ranks. The first call makes a
 * communicator for the parts, which is freed once `comm` is freed and everything under way on it has ended.
 *
 *   comm        in   not MPI_COMM_NULL; no receives may be under way on it at the first call. Its duplicates
 *                    have no pipeline
 *   part_bytes  in   bytes in a part, >= AM_PIPELINE_LEAST, the same on all ranks. AM_PIPELINE_DEFAULT: the
 *                    library chooses by the message, for ranks that share memory, and sends whole those below
 *                    16 KiB, with Open MPI also those of 128 KiB to 1 MiB, and those of AM_Isend below 1 MiB.
 *                    0: turned off; what is under way still arrives. Other or different values are
 *                    MPI_ERR_ARG on all ranks. A message has at most 16384 parts, of AM_Isend 2048; those of
 *                    long messages are longer. While some 100,000 parts wait for their receivers, further
 *                    messages are sent whole
 *
 * A send ends as MPI's does, at the latest when its receive has begun; what the receiver has not taken some
 * milliseconds later is packed and left to MPI. AM_Send and AM_Sendrecv keep up to eight packed parts in
 * memory and start no more before the receive has begun; AM_Isend packs and starts all. The parts of a
 * message are received by the call itself, or by AM_Wait, AM_Test and the like for its request: four at once,
 * beside room for what may be sent whole. Parts for AM_Irecv are also received while this process waits in
 * AM_Recv, AM_Send, AM_Sendrecv, or AM_Wait and the like for other requests: ranks may send before they wait
 * for what they receive. The call that ends such a receive reports its errors; MPI may call the error handler
 * for its own errors before. If a message is too long for the receive (MPI_ERR_TRUNCATE), it is dropped and
 * its sender goes on.
 *
 * MPI_Finalize waits for parts that no AM_ call receives, and says so on stderr after three seconds; a rank
 * that has got such parts says so when `comm` is freed, or in MPI_Finalize. Each part costs as much as a
 * message, so short parts, or ranks without a processor of their own, may take longer than whole messages.
 */
#define AM_PIPELINE_DEFAULT (-1)
#define AM_PIPELINE_LEAST 128
int AM_Comm_set_pipeline(MPI_Comm comm, int part_bytes);

#ifdef __cplusplus
}
#endif

#include "automap/typesafe_automap.h"

#endif
