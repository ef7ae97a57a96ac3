#include "generated_signatures.c"
