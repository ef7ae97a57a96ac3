// The rows again, with loops for any processor of the kind. See pack_rows.h.
#define make_rows make_plain_rows
#include "pack_rows.cpp"
