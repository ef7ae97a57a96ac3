// Every kind of pointer that automap --autolink knows.
#pragma once

#include <stdint.h>

/*~ AutoMap_Begin */

// The paper's section 1.4.
#define SIZE 1000
typedef struct LList *LL;
typedef struct LList {
  float data[SIZE];
  LL next;
} LinkedList /*~ AutoMap_TpUsed */;

// The paper's Figure 3: A is a square, B and B' are circles, C is a triangle. The square alone is marked.
typedef struct Triangle {
  float angle[3];
} Triangle;
typedef struct Circle {
  double radius;
  Triangle *inner;
} Circle;
typedef struct Square {
  int id;
  Circle *first, *second;
  Triangle *third;
} Square /*~ AutoMap_TpUsed */;

typedef struct Tree {
  int64_t key;
  struct Tree *left, *right;
} Tree /*~ AutoMap_TpUsed */ /*~ AutoMap_Tree */;

typedef struct Graph {
  int id;
  struct Graph *to[2][2];
} Graph /*~ AutoMap_TpUsed */;

// An intrusive list: a ring leads through the `ring` of tasks.
typedef struct Ring {
  struct Ring *next /*~ AutoMap_Inside(Task.ring) */, *previous /*~ AutoMap_Inside(Task.ring) */;
} Ring;
typedef struct Task {
  short id;
  Ring ring;
} Task /*~ AutoMap_TpUsed */;

// Lengths, and arrays of all kinds of elements.
typedef struct Part {
  char letter;
  unsigned n;
  float *values /*~ AutoMap_Len(n) */;
  const struct Part *friend_;
} Part;
typedef struct Arrays {
  int rows, columns;
  unsigned long long big;
  double *matrix /*~ AutoMap_Len(rows * columns) */;
  double *same_matrix /*~ AutoMap_Len(rows * columns) */;
  double *cursor /*~ AutoMap_Inside */;
  short (*pairs)[2] /*~ AutoMap_Len((rows + columns) / 2 - 1) */;
  Part *parts /*~ AutoMap_Len(rows) */;
  Part *chosen /*~ AutoMap_Inside */;
  double **starts /*~ AutoMap_Len(rows) */ /*~ AutoMap_Inside */;
  Part **pointers /*~ AutoMap_Len(columns) */;
  char **words /*~ AutoMap_Len(rows) */ /*~ AutoMap_String */;
  int32_t *columns_of[3] /*~ AutoMap_Len(columns) */;
  Part inner[2];
  struct {
    uint8_t n;
    int64_t *rows[2] /*~ AutoMap_Len(n) */;
    Part deep[2];
  } groups[2];
} Arrays /*~ AutoMap_TpUsed */;

// Lengths that stand in arrays, and behind pointers.
typedef struct Extent {
  short rows;
  unsigned char widths[3];
} Extent;
typedef struct Text { // with its characters at its end
  unsigned length;
  __extension__ char letters[] /*~ AutoMap_Len(length + 1) */;
} Text;
typedef struct Csr {
  int n;
  int *start /*~ AutoMap_Len(n + 1) */;
  int *columns /*~ AutoMap_Len(start[n]) */;
  double *values /*~ AutoMap_Len(start[n] > 2 ? start[n] - start[0] : 0) */;
  int dims[2];
  float *grid /*~ AutoMap_Len(dims[0] * dims[1]) */;
  Extent *extent;
  char *cells /*~ AutoMap_Len(extent->rows * extent->widths[1]) */;
  double *first /*~ AutoMap_Len(last - first) */, *last;
  float **rows /*~ AutoMap_Len(n, start[i + 1] - start[i]) */;
  Text *title;
  struct Csr *next;
} Csr /*~ AutoMap_TpUsed */;

typedef struct Texts {
  char *empty /*~ AutoMap_String */, *none /*~ AutoMap_String */;
  const unsigned char *some[2] /*~ AutoMap_String */;
  struct Texts *next;
} Texts /*~ AutoMap_TpUsed */;

// Fields whose values say what pointers and unions hold.
enum kind { KIND_NUMBER = 1, KIND_TREE, KIND_MANY, KIND_TEXT, KIND_DATA };
#define KIND_SELF 77
typedef struct Number {
  long double value;
} Number;
typedef struct Variant {
  enum kind kind;
  int other, n;
  void *any /*~ AutoMap_Any(other: 1 = Number, KIND_SELF = struct Variant, -3 = Tree) */;
  union {
    Number *number;
    Tree *tree;
    double *many /*~ AutoMap_Len(n) */;
    char *text /*~ AutoMap_String */;
    float data[2];
  } u; /*~ AutoMap_Any(kind: KIND_NUMBER = number, KIND_TREE = tree, KIND_MANY = many, KIND_TEXT = text, KIND_DATA = data) */
  struct Variant *next;
} Variant /*~ AutoMap_TpUsed */;

// Payloads behind void pointers, and structs that say themselves what they are, as in syntax trees.
enum expression_type { NUMBER = 1, SUM };
typedef struct Expression {
  enum expression_type type;
  int line;
} Expression;
typedef struct Literal {
  Expression base;
  double value;
} Literal;
typedef struct Sum {
  Expression base;
  Expression *left /*~ AutoMap_Any(->type: NUMBER = Literal, SUM = Sum) */;
  int n;
  Expression **others /*~ AutoMap_Len(n) */ /*~ AutoMap_Any(->type: NUMBER = Literal, SUM = Sum) */;
} Sum;
typedef struct Payload {
  short kind, n;
  void *one /*~ AutoMap_Any(Literal) */, *blob /*~ AutoMap_Len(n) */;
  void *some /*~ AutoMap_Len(n) */ /*~ AutoMap_Any(kind: 1 = float, 2 = AutoMap_String, 3 = Literal) */;
  Expression *tree /*~ AutoMap_Any(tree->type: SUM = Sum, NUMBER = Literal) */;
  struct Payload *next;
} Payload /*~ AutoMap_TpUsed */;

// Plain data that is shorter than a pointer, at the end of the struct.
typedef struct Value {
  struct Value *next;
  short kind;
  union {
    char letter;
    char digits[5];
  } u; /*~ AutoMap_Any(kind: 1 = letter, 2 = digits) */
} Value /*~ AutoMap_TpUsed */;

// Pointers that are left out.
typedef struct Holder {
  void *p, *q[2];
} Holder;
typedef struct Partial {
  int id;
  void *cache /*~ AutoMap_Ignore */;
  void (*callback)(int) /*~ AutoMap_Ignore */;
  Holder holders[2] /*~ AutoMap_Ignore */;
  struct Partial *next;
} Partial /*~ AutoMap_TpUsed */;

// Selected union members overlap pointers that are not selected.
typedef struct Chosen {
  union {
    double number;
    struct Chosen *unused;
    void *ignored /*~ AutoMap_Ignore */;
  } a /*~ AutoMap_Use(number) */;
  union {
    struct Chosen *next;
    void *unused;
  } b /*~ AutoMap_Use(next) */;
} Chosen /*~ AutoMap_TpUsed */;

// Elements with a stricter alignment than the numbers they consist of, and pointers to these numbers.
typedef double Aligned __attribute__((aligned(64)));
typedef int Vector __attribute__((vector_size(16)));
__extension__ typedef __int128 Wide;
typedef struct AlignedArrays {
  int n;
  double *some /*~ AutoMap_Len(n) */;
  Aligned *aligned /*~ AutoMap_Len(n) */, *more /*~ AutoMap_Len(1) */;
  Vector *vectors /*~ AutoMap_Len(n) */;
  char *name /*~ AutoMap_Len(n) */;
  Wide *bytes /*~ AutoMap_Len(n) */;
} AlignedArrays /*~ AutoMap_TpUsed */;

// A record at an odd address, whose fields give lengths and kinds.
typedef struct Odd {
  char letter;
  struct {
    int n;
    float *values /*~ AutoMap_Len(n) */;
  } inner;
} __attribute__((packed)) Odd /*~ AutoMap_TpUsed */;

// Parts of a tree: weak pointers lead out of them, too.
typedef struct Branch {
  int id, n;
  struct Branch *below[2];
  struct Branch *above /*~ AutoMap_Weak */;
  struct Branch **near /*~ AutoMap_Len(n) */ /*~ AutoMap_Weak */;
  const int *other_id /*~ AutoMap_Inside */ /*~ AutoMap_Weak */;
} Branch /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
