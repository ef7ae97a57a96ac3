/*
 * AutoMap at run time: MPI datatypes from type maps, better ones from given ones, what they are made of, and
 * whether one may be received as another.
 * C99 and C++17. Link to AutoMap::mpi (CMake) or automap-mpi (pkg-config). Libraries that a program loads at run time may
 * each have it in them: they stay loaded, for MPI calls them until its end, and know nothing of each other's pipelines
 * (AM_Comm_set_pipeline).
 *
 * All functions but messages are local. All may be called from several threads where MPI was initialized with
 * MPI_THREAD_MULTIPLE, and return MPI_SUCCESS or an MPI error code. On failure, outputs are unchanged and no
 * datatype is left. Where an MPI call inside fails, its code is returned, and MPI has called the error
 * handler. Other errors return a class:
 *
 *   MPI_ERR_ARG     a null pointer, an unknown format, a position or range outside of packed data; in the
 *                   environment an AUTOMAP_KERNELS or AUTOMAP_SEND that means nothing, where it is looked at
 *   MPI_ERR_BUFFER  data at a null pointer, but for those that begin 64 KiB or more from it, on either side: null is
 *                   taken for MPI_BOTTOM there; MPI_IN_PLACE
 *   MPI_ERR_COMM    MPI_COMM_NULL
 *   MPI_ERR_COUNT   a negative n or count; elements that a buffer does not have; more elements or bytes than
 *                   64 bits can count; too long a notation
 *   MPI_ERR_TYPE    MPI_DATATYPE_NULL, a derived datatype in place of a basic one, or a datatype or combiner
 *                   that MPI 4.0 does not know
 *   MPI_ERR_REQUEST  AM_REQUEST_NULL or a receive, of AM_Request_free
 *   MPI_ERR_TRUNCATE  a buffer for packed data that is too short
 *   MPI_ERR_NO_MEM  memory ran out
 *   MPI_ERR_INTERN  a mistake in this library
 *
 * and before they return, the error handler of the communicator that they are given, or else the one that MPI
 * should call for functions without a communicator (MPI 4.0, section 9.3: that of MPI_COMM_SELF; before MPI 4.0,
 * that of MPI_COMM_WORLD), is called with a code whose MPI_Error_string names the call and what is wrong, which
 * that of the class that is returned does not; beyond 1000 such texts in a process, with the class. With
 * MPI_ERRORS_ARE_FATAL, the default, the program ends there. MPICH 4.0 still calls that of MPI_COMM_WORLD when its
 * own calls without a communicator fail: who wants codes instead sets MPI_ERRORS_RETURN for both. Outside of
 * MPI_Init and MPI_Finalize, where there is no handler, the functions return MPI_ERR_OTHER.
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
 * "Cheap" is what takes few words in the MPI library, by the constants of CostModel::mpi() in
 * layout/cost_model.h. Datatypes from a C or C++ program's structures and arrays take milliseconds to find; for
 * very large and irregular ones the search takes up to about 10 seconds and 2 GB of memory, and settles for the
 * cheapest datatype that it has found.
 */

/*
 * Builds the cheapest datatype that was found for a type map: types[i] at displacements[i], in this order.
 *
 *   n              in   elements, >= 0
 *   displacements  in   n of them, bytes; any order, also negative and repeated; may be null if n is 0
 *   types          in   n basic datatypes: predefined ones of one value, no pair types such as MPI_FLOAT_INT;
 *                       may be null if n is 0
 *   lb, extent     in   lower bound and extent of the datatype, bytes
 *   newtype        out  the datatype, not committed; the caller frees it with MPI_Type_free
 *
 * Example: MPI_INT at 0, 4, 8, 400, 404, 408 with lower bound 0 and extent 412 gives what
 * MPI_Type_create_hvector(2, 3, 400, MPI_INT, newtype) does.
 */
int AM_Type_from_map(MPI_Count n, const MPI_Aint displacements[], const MPI_Datatype types[], MPI_Aint lb,
                     MPI_Aint extent, MPI_Datatype *newtype);

/*
 * Builds a datatype with the type map, lower bound and extent of another one that costs no more: it sends and
 * receives the same, from and to the same places, in the same order. It has no name and no attributes.
 *
 *   type     in   any datatype, committed or not
 *   newtype  out  the datatype, not committed, also where `type` is a predefined one; the caller frees it
 *                 with MPI_Type_free; may be &type
 *
 * Where `type` contains two Fortran types of one size and kind of number that were made for different
 * precisions (MPI_Type_create_f90_real and its like), both become the one called by its size (MPI_REAL8).
 */
int AM_Type_normalize(MPI_Datatype type, MPI_Datatype *newtype);

/* What AM_Type_describe writes. */
enum {
  AM_FORMAT_TREE = 0,     /* one node a line, indented */
  AM_FORMAT_NOTATION = 1, /* one line: idx(1, <12>, vec(5, 8, leaf(MPI_INT))); equal parts are written out
                             each time, and millions of them are an error */
  AM_FORMAT_JSON = 2      /* one line: an object with tree, cost, dag_cost, naive_cost, elements, size, lb,
                             extent, true_lb, true_extent; the nodes of tree are described in
                             layout/type_tree_text.h, costs in CostModel::mpi() of layout/cost_model.h */
};

/*
 * Describes a datatype as a type tree: how it was built, without the parts that have no effect (counts and
 * block lengths of 1 and 0, duplicates).
 *
 *   type    in   any datatype, committed or not
 *   format  in   AM_FORMAT_TREE, AM_FORMAT_NOTATION or AM_FORMAT_JSON
 *   buffer  out  the text, of which at most size - 1 characters, and a null character; may be null if
 *                size is 0
 *   size    in   bytes in buffer
 *   length  out  characters of the whole text without the null character, so that the text was cut if
 *                *length >= size; may be null
 */
int AM_Type_describe(MPI_Datatype type, int format, char buffer[], size_t size, size_t *length);

/*
 * Signatures. What is sent may be received as whatever has the same basic types in the same order (MPI 4.0,
 * section 3.3.1), wherever they stand in memory and however the datatypes were built. The number of basic
 * elements and a hash say whether it is so: two buffers have equal signatures, in both members, if they
 * match, and unequal ones if they do not, but for collisions, whose odds layout/signature.h gives (some 10^-18
 * for each of the elements; none for buffers of one basic type each). The hash is the same on all machines and
 * in all versions.
 *
 *   names       types match by their names: MPI_INT and MPI_INT32_T do not; MPI_LONG_LONG_INT and
 *               MPI_LONG_LONG, two names of one type, do
 *   pairs       MPI_FLOAT_INT is an MPI_FLOAT and an MPI_INT, MPI_2INT two MPI_INT
 *   Fortran     types made for a precision, by MPI_Type_create_f90_real and its like, are taken for the type
 *               called by their size (MPI_REAL8)
 *   MPI_BYTE    matches MPI_BYTE alone, as the standard has it. A signature with one has AM_SIGNATURE_HAS_BYTE
 *               set, so that callers may be more lenient
 *   MPI_PACKED  matches anything. A signature with one has AM_SIGNATURE_HAS_PACKED set, and tells nothing of
 *               what it matches
 */
typedef struct AM_Signature {
  MPI_Count count; /* basic elements */
  uint64_t hash;   /* 0 for none */
} AM_Signature;

#define AM_SIGNATURE_HAS_BYTE (UINT64_C(1) << 62)   /* in hash */
#define AM_SIGNATURE_HAS_PACKED (UINT64_C(1) << 63) /* in hash */

/*
 * The signature of a buffer. The first call for a derived datatype takes microseconds, and longer for long
 * lists of displacements; its result is kept in attributes of the datatype, which MPI_Type_dup copies.
 *
 *   type       in   any datatype, committed or not
 *   count      in   elements of `type` in the buffer, >= 0
 *   signature  out
 *
 * Example: 3 elements of a struct of an MPI_INT and an MPI_DOUBLE have the signature of one element of
 * MPI_Type_contiguous(3, that struct), which has count 6.
 */
int AM_Type_signature(MPI_Datatype type, MPI_Count count, AM_Signature *signature);

/*
 * The signature of the first `elements` basic elements of a buffer: what was received where a message was
 * shorter than the buffer and MPI_Get_elements_x says how long. Decodes the datatype each time, unless it is
 * received a whole number of times.
 *
 *   type, count  in   as of AM_Type_signature
 *   elements     in   >= 0 and not more than the buffer has
 *   signature    out
 */
int AM_Type_prefix_signature(MPI_Datatype type, MPI_Count count, MPI_Count elements, AM_Signature *signature);

/*
 * A signature as text, "6:0123456789abcdef": the count, and the hash as 16 hexadecimal digits.
 *
 *   signature  in
 *   buffer     out  as of AM_Type_describe; AM_SIGNATURE_STRING bytes hold every signature
 *   size       in   bytes in buffer
 *   length     out  as of AM_Type_describe; may be null
 */
#define AM_SIGNATURE_STRING 37
int AM_Signature_string(const AM_Signature *signature, char buffer[], size_t size, size_t *length);

/* How two signatures are to each other. */
enum {
  AM_RELATION_SAME = 0,
  AM_RELATION_FIRST_ENDS = 1,  /* the second one goes on: the first one may be received into it */
  AM_RELATION_SECOND_ENDS = 2, /* the first one goes on */
  AM_RELATION_PACKED = 3,      /* they match up to an MPI_PACKED of either, and so do all that is behind it */
  AM_RELATION_DIFFERENT = 4    /* they have elements that do not match */
};

#define AM_PATH_LENGTH 128 /* with the null character; longer ones are cut and end in "..." */

/* A basic element in a buffer. */
typedef struct AM_Element {
  MPI_Datatype type;         /* predefined, not to be freed; MPI_DATATYPE_NULL: the buffer has ended */
  MPI_Count item;            /* in which of the buffer's `count` elements of the datatype, from 0 */
  MPI_Count displacement;    /* bytes from the buffer's address on */
  char path[AM_PATH_LENGTH]; /* where in the tree that AM_Type_describe shows: ".2" is the child 2 of a struc,
                                "[5]" the copy 5 of the child of a vec or idx, "[1:5]" the copy 5 in the
                                bucket 1 of an idxbuc, from 0; empty for the root */
  char field[AM_PATH_LENGTH]; /* which field: "position[2]", "cells[3].id"; empty where the datatype has no
                                fields: see AM_Type_set_fields */
} AM_Element;

/* The first difference of two signatures. */
typedef struct AM_Type_difference {
  int relation;    /* AM_RELATION_... */
  MPI_Count index; /* of the first basic element that does not match; so many do match before it */
  AM_Element a, b; /* the element `index` of each, where there is one */
} AM_Type_difference;

/*
 * Compares the signatures of one element of `a` and one of `b`, or of count_a and count_b. Takes time in the
 * sizes of the datatypes' descriptions, not in the number of elements.
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
  const char *name;               /* "": an anonymous member or a base class, whose fields are its owner's */
  MPI_Aint offset;                /* bytes from the beginning of the record */
  MPI_Aint size;                  /* bytes, > 0; all elements */
  MPI_Aint stride;                /* bytes from one element to the next; the size if it is no array */
  const MPI_Aint *extents;        /* of an array, outermost first, then 0; null: no array */
  const struct AM_Record *record; /* what each element is; null: no record */
} AM_Field;

typedef struct AM_Record {
  int n;
  const AM_Field *fields; /* n of them; those that are not sent may be missing */
} AM_Record;

/*
 * Says which fields a datatype describes, so that AM_Type_compare can name them. Duplicates that are made
 * from then on have them too. `automap --fields` generates tables and calls.
 *
 *   type    in   a datatype, whose displacements count from the beginning of the record
 *   record  in   is kept, not copied: it must live as long as the datatype and its duplicates
 */
int AM_Type_set_fields(MPI_Datatype type, const AM_Record *record);

/*
 * A difference as one line of text, with fields in place of paths where they are known:
 * "element 3: MPI_DOUBLE at byte 24 (.1[2]) against MPI_INT at byte 24 (.2)".
 *
 *   difference            in
 *   buffer, size, length  as of AM_Type_describe
 */
int AM_Type_difference_string(const AM_Type_difference *difference, char buffer[], size_t size,
                              size_t *length);

/*
 * Packing. The packed data are the bytes of `count` of a datatype in the order of its type map, without
 * holes: on one kind of machine, what MPI_Pack writes in MPICH and Open MPI. How a datatype is best packed,
 * its plan, is found when it is first used here, which takes some microseconds, tens of them for each loop
 * over records with AVX2, or milliseconds for long lists of indices, and stays with the datatype as an
 * attribute, which MPI_Type_dup copies. AUTOMAP_KERNELS=portable, avx2 or avx512 in the environment allows no
 * more of the processor than that.
 *
 * Datatypes need not be committed. Buffers are as for MPI: `inbuf` or `outbuf` may be MPI_BOTTOM where
 * displacements are addresses, and what is packed may overlap in memory but what is unpacked may not. Packed
 * data lie apart from them. A packing call may read, and ignore, bytes that lie between those of the
 * datatype, less than a page of memory apart; an unpacking one writes none of them.
 */

/*
 * MPI_Type_commit, and finds the plan now instead of at the first use.
 *
 *   type  in/out  any datatype
 */
int AM_Type_commit(MPI_Datatype *type);

/* Copies `count` items from one array to the other, as AutoMap_pack_X and AutoMap_unpack_X of automap do. */
typedef void AM_Packing_function(const void *from, size_t count, void *to);

/*
 * Has the calls here use functions that were made for a datatype where they are faster. The code that automap
 * generates does it in Build_MPI_Types where AUTOMAP_RUNTIME is defined, as it is for what links to AutoMap::mpi.
 * The plan is still found at the first use.
 *
 *   type    in  the datatype; not in use by another thread; its copies by MPI_Type_dup use the functions too
 *   pack    in  packs exactly what AM_Pack would
 *   unpack  in  the other way round
 */
int AM_Type_set_packing(MPI_Datatype type, AM_Packing_function *pack, AM_Packing_function *unpack);

/*
 * The bytes that `count` of a datatype pack to.
 *
 *   count  in   >= 0
 *   type   in   any datatype
 *   size   out  bytes
 */
int AM_Pack_size(MPI_Count count, MPI_Datatype type, MPI_Count *size);

/*
 * Packs, as MPI_Pack does.
 *
 *   inbuf     in      `incount` of `type`
 *   incount   in      >= 0
 *   type      in      any datatype
 *   outbuf    out     the packed data, from *position on
 *   outsize   in      bytes in outbuf
 *   position  in/out  bytes from the begin of outbuf; behind the packed data when the call returns
 */
int AM_Pack(const void *inbuf, MPI_Count incount, MPI_Datatype type, void *outbuf, MPI_Count outsize,
            MPI_Count *position);

/*
 * The other way round, as MPI_Unpack does.
 *
 *   inbuf           in      the packed data, from *position on
 *   insize          in      bytes in inbuf
 *   position        in/out  bytes from the begin of inbuf; behind what was unpacked when the call returns
 *   outbuf          out     room for `outcount` of `type`; bytes between them are not written
 *   outcount, type  in      >= 0, any datatype
 */
int AM_Unpack(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
              MPI_Datatype type);

/*
 * Packs the bytes [begin, end) of the packed data alone. Ranges may be taken in any order, also by several
 * threads; to find a place takes no longer than the nesting of the datatype is deep.
 *
 *   inbuf, incount, type  in   as for AM_Pack
 *   begin, end            in   0 <= begin <= end <= AM_Pack_size(incount, type)
 *   outbuf                out  end - begin bytes
 *
 * Example: of 10 struct { char c; double d; }, whose datatype packs to 9 bytes, the range [8, 19) is the last
 * byte of d of the first, the whole second, and c of the third.
 */
int AM_Pack_part(const void *inbuf, MPI_Count incount, MPI_Datatype type, MPI_Count begin, MPI_Count end,
                 void *outbuf);

/*
 * The other way round.
 *
 *   inbuf           in   end - begin bytes: [begin, end) of the packed data
 *   begin, end      in   as for AM_Pack_part, of AM_Pack_size(outcount, type)
 *   outbuf          out  room for `outcount` of `type`, of which the bytes of the range alone are written
 *   outcount, type  in   >= 0, any datatype
 */
int AM_Unpack_part(const void *inbuf, MPI_Count begin, MPI_Count end, void *outbuf, MPI_Count outcount,
                   MPI_Datatype type);

/* A contiguous part of memory. */
typedef struct {
  MPI_Aint offset;  /* from the address of the buffer, bytes */
  MPI_Count length; /* bytes */
} AM_Iov;

/*
 * Lists the contiguous parts of memory that `count` of a datatype are, in the order of the packed data; parts
 * that touch are one. For writev, MPI-IO, RMA and the like.
 *
 *   count, type  in   as for AM_Pack_size
 *   position     in   byte of the packed data to begin with: 0 for the first list, *next for the others
 *   max_entries  in   entries that there is room for; 0: count them only, which takes no longer for more items
 *   entries      out  may be null if max_entries is 0
 *   n            out  entries written; if max_entries is 0, entries that there are from `position` on
 *   next         out  position of what follows the last entry, AM_Pack_size(count, type) if nothing does;
 *                     `position` if max_entries is 0; may be null
 */
int AM_Type_iov(MPI_Count count, MPI_Datatype type, MPI_Count position, MPI_Count max_entries,
                AM_Iov entries[], MPI_Count *n, MPI_Count *next);

/*
 * Builds the datatype with the same basic types in the same order and no holes: that of packed data. What is
 * packed may be sent as it.
 *
 *   type   in   any datatype, committed or not
 *   dense  out  the datatype, not committed, lower bound 0, extent its size; the caller frees it
 */
int AM_Dense(MPI_Datatype type, MPI_Datatype *dense);

/*
 * Messages. As MPI's calls without "AM_" (MPI 4.0, sections 3.2, 3.7, 3.10 and 6.4), with the same arguments and
 * matching rules, but packed and unpacked here. Either side of a message may use MPI's call with a matching
 * datatype in place of these, and MPI_Probe; of AM_Bcast, all ranks must use it, with datatypes that match: where
 * some call MPI_Bcast instead, longer broadcasts may wait for ever. Stopped under automap-check, they name the calls.
 *
 *   buf, sendbuf      in   what is sent: `count` of `type`; not written, and the caller's again when the call
 *                          returns
 *   buf, recvbuf      out  room for `count` of `type`; where less arrives, the rest stays as it is. May not
 *                          overlap what the same call sends
 *   buffer            in/out  of AM_Bcast: as sent on the root, as received on the others
 *   count, type       in   >= 0; any committed datatype, which is one that MPI_Type_commit or AM_Type_commit was
 *                          called for: that it was not, only MPI finds, where data are left to it
 *   dest, source      in   ranks in `comm`, also MPI_PROC_NULL and, for the source, MPI_ANY_SOURCE
 *   tag               in   as for MPI, when receiving also MPI_ANY_TAG
 *   root              in   as for MPI_Bcast, the same on all ranks; where it is MPI_PROC_NULL, buffer, count and type are
 *                          not looked at
 *   comm              in   an intra- or intercommunicator
 *   status            out  may be MPI_STATUS_IGNORE; tells source, tag, counts and elements as MPI's does, and is
 *                          filled as by MPI where receiving fails. A message that ends inside of an element, as
 *                          one sent as MPI_BYTE may, is no error unless MPI finds it, as MPICH does where it
 *                          unpacks; MPI_Get_count then gives MPI_UNDEFINED
 *   request           out  a call that is under way; AM_REQUEST_NULL is never given
 *
 * They are collective or not, and return early or late, as MPI's calls do, but that AM_Bcast of 32 KiB or more,
 * with Open MPI of 18 KiB or more, may wait for all ranks. Errors are MPI's, or those above, and go to the
 * communicator's error handler; where that is MPI_COMM_NULL, and for null arguments of AM_Wait and its like, to that
 * of calls without one. That a message is longer than the buffer, MPI finds while it receives it, and says it of its own
 * call, such as MPI_Recv; where the communicator has a pipeline, it may be found here.
 *
 * What is contiguous in memory is sent from there and received there. What has holes is left to MPI if that is
 * estimated to take less time, such as long contiguous parts; or else packed into memory of this library, up to
 * 128 MiB of which is kept for the next messages, and travels as one message of MPI_PACKED. It is packed as a
 * whole before: in several messages, so that packing goes on while the first ones travel, it would not be what
 * MPI_Recv and MPI_Probe expect on the other side, and nobody knows what is there, unless AM_Comm_set_pipeline
 * has been told. The estimates are of two processes that share memory. A message that is packed takes at most
 * as long as one of so many bytes without holes, AM_Pack and AM_Unpack together; where MPI does better, or
 * worse than estimated, AUTOMAP_SEND=mpi in the environment of a process leaves all holes to MPI, but for
 * AM_Bcast, and AUTOMAP_SEND=packed none. Messages between two ranks of more than INT_MAX bytes are left to
 * MPI, and so are broadcasts between two groups.
 *
 * MPICH before 4.2 over UCX ends an MPI_Recv into a datatype with holes with MPI_ERR_TRUNCATE where data without
 * holes come in fragments that cut a basic element in two (its pull request 6796); what it packs itself it cuts
 * between elements. With such a library, and those made from it that do not tell over what they send, messages whose
 * elements may be cut go, packed or in their place, as a datatype of their elements that MPI packs by copying blocks of
 * them: of more than 8128 bytes, if an element lies across a multiple of 8 bytes of the packed data; where there are
 * RDMA devices, of more than 960 bytes, if an element has more than one. Those with pairs, such as MPI_2INT, and items
 * of hundreds of different parts are left to MPI, also if they have no holes. Messages to AutoMap alone need none of
 * that: all with holes, with AUTOMAP_SEND=packed, and those that would be left to MPI and all of 1 MiB or more, if the
 * communicator has a pipeline that is not turned off (AM_Comm_set_pipeline), are to be received by AM_Recv, AM_Irecv or
 * AM_Sendrecv, with room for no more than INT_MAX bytes, which receive them into memory without holes whatever
 * AUTOMAP_SEND says. Where UCX_SYSV_SEG_SIZE or its like give UCX other fragments than it makes by default,
 * AUTOMAP_SEND=mpi leaves all data with holes to MPI.
 *
 * AM_Bcast is left to MPI if no rank has holes that are better packed, which the ranks ask each other from
 * 32 KiB on, with Open MPI from 18 KiB. What is packed goes by parts of 1 MiB, with Open MPI below 32 KiB of 3968
 * bytes; where MPI_Bcast returns early on the root, the root packs one while others unpack the one before it.
 */
int AM_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int AM_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status);
int AM_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                MPI_Status *status);
int AM_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);

/*
 * A call that is under way, owned by the library until AM_Wait, AM_Test or their like have ended it: each call is
 * to be ended once, or freed. The request is AM_REQUEST_NULL then, also if ending it failed. Until then its buffer belongs
 * to it as with MPI, though AM_Isend may have packed it already. Datatypes may be freed before.
 */
typedef struct AM_Request_s *AM_Request;
#define AM_REQUEST_NULL ((AM_Request)0)

int AM_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
             AM_Request *request);
int AM_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             AM_Request *request);

/*
 * Has a send end by itself, as MPI_Request_free does. Its buffer belongs to it until the message has been received, which
 * the sender knows by an answer only. MPI_Finalize waits for that, and says so on stderr after three seconds.
 *
 *   request  in/out  of AM_Isend; AM_REQUEST_NULL then. A receive is not freed (MPI_ERR_REQUEST): what arrives is unpacked
 *                    when it is ended, and nobody would know when that is
 */
int AM_Request_free(AM_Request *request);

/*
 * End calls as MPI's calls without "AM_" do (MPI 4.0, sections 3.7.3 and 3.7.5); what was received is in its place then.
 * AM_REQUEST_NULL has ended, with an empty status.
 *
 *   request, requests  in/out  AM_REQUEST_NULL for what has ended
 *   count              in      requests, >= 0
 *   flag               out     whether the call has ended, or all have, or one; if not, requests and statuses are
 *                              unchanged
 *   index, indices     out     of the call or the calls that have ended; index and *outcount are MPI_UNDEFINED if all
 *                              requests are AM_REQUEST_NULL. Room for `count` indices
 *   outcount           out     how many have ended
 *   status             out     of a call that received; may be MPI_STATUS_IGNORE
 *   statuses           out     `count` of them, or of AM_Waitsome and AM_Testsome *outcount; may be MPI_STATUSES_IGNORE
 *
 * If some fail of those that AM_Waitall, AM_Testall, AM_Waitsome or AM_Testsome end, it ends the others all the same,
 * returns MPI_ERR_IN_STATUS, and MPI_ERROR in each status tells how that call ended. Else MPI_ERROR is left as it is,
 * but in empty statuses.
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
 * Long messages with holes in parts, of which one is packed while those before it travel and are unpacked: where
 * the other side is known to use these calls, too. What AM_Send, AM_Isend and AM_Sendrecv then send on `comm` of more
 * than part_bytes bytes of data with holes is to be received by AM_Recv, AM_Irecv or AM_Sendrecv. MPI's calls would
 * receive, and MPI_Probe tells of, 40 to 71 bytes that announce it. All else stays as it was, and may be sent or
 * received by either: shorter messages, those without holes, those that are left to MPI, AM_Bcast; but with MPICH
 * before 4.2 over UCX, messages whose elements may be cut, as above, are not to be received by MPI. Matching, order,
 * wildcards and statuses are as before. Such messages may have more than INT_MAX bytes; MPI_Get_elements_x tells
 * how many arrived. Data with holes and with pairs, such as MPI_LONG_INT, are received packed there, whatever
 * AUTOMAP_SEND says, and with room for no more than INT_MAX bytes: MPICH takes a pair for one element, in which an
 * announcement may end.
 *
 * Collective over `comm`, on both sides of an intercommunicator, and waits for all ranks. The first call makes a
 * communicator for the parts, which goes when `comm` is freed and what is under way on it has come to its end.
 *
 *   comm        in   not MPI_COMM_NULL; no receives on it are under way when this is called for the first time.
 *                    Its duplicates have no pipeline
 *   part_bytes  in   the same on all ranks: bytes in a part, >= AM_PIPELINE_LEAST; AM_PIPELINE_DEFAULT: the library
 *                    chooses by the message, for ranks that share memory, and sends those below 16 KiB whole, with
 *                    Open MPI also those of 128 KiB to 1 MiB, and those of AM_Isend below 1 MiB; 0: turned off,
 *                    but what is under way still arrives. MPI_ERR_ARG on all ranks for other or different values.
 *                    No message has more than 16384 parts, of AM_Isend 2048: those of long ones are longer;
 *                    and where some 100,000 wait for their receivers, further messages are sent whole
 *
 * A send ends as one of MPI does, at the latest when its receive has begun; what the receiver has not taken some
 * milliseconds later is packed and left to MPI. AM_Send and AM_Sendrecv keep up to eight packed parts in memory, and
 * start no more before the receive has begun; AM_Isend packs and starts all. The parts of a message are received in
 * AM_Wait, AM_Test and their like of its request, or the call itself, four at once, beside room for what may be sent
 * whole; and those for AM_Irecv also while this process waits in AM_Recv, AM_Wait and its like of others, AM_Send or
 * AM_Sendrecv: ranks may send before they wait for what they receive. What is wrong with such a receive, the call says that
 * ends it; MPI may call the error handler for its own errors before. If a receive fails because the message is too long
 * (MPI_ERR_TRUNCATE), that message is dropped and its sender goes on.
 * MPI_Finalize waits for parts that no AM_ call receives, and says so on stderr after three seconds; a rank that
 * has got such parts says so when `comm` is freed, or in MPI_Finalize. Each part costs what a message does, so that
 * short ones, or ranks without a processor of their own, may take longer than whole messages.
 */
#define AM_PIPELINE_DEFAULT (-1)
#define AM_PIPELINE_LEAST 128
int AM_Comm_set_pipeline(MPI_Comm comm, int part_bytes);

#ifdef __cplusplus
}
#endif

#include "automap/typesafe_automap.h"

#endif
