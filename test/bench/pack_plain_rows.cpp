// The same rows with loops for any processor of this kind. See pack_rows.h.
#define make_rows make_plain_rows
#include "pack_rows.cpp"
