/* The file al_routines.h that automap --autolink generates from weak_kinds.h, hand-written. */
#pragma once

#include <autolink/al_type.h>

#include "weak_kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const AL_TypeInfo AutoLink_Cell[1];
extern const AL_TypeInfo AutoLink_Spot[1];
extern const AL_TypeInfo AutoLink_Twig[1];

#ifdef __cplusplus
}
#endif
