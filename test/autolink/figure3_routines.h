/* The file al_routines.h that automap --autolink generates from figure3_types.h, hand-written. */
#pragma once

#include <autolink/al_type.h>

#include "figure3_types.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const AL_TypeInfo AutoLink_Triangle[1];
extern const AL_TypeInfo AutoLink_Circle[1];
extern const AL_TypeInfo AutoLink_Square[1];

#ifdef __cplusplus
}
#endif
