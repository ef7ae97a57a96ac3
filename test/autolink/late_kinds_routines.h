/* The part of al_routines.h that programs with another header of their own need for late_kinds.h. */
#pragma once

#include <autolink/al_type.h>

#include "late_kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const AL_TypeInfo AutoLink_Parcel[1];

#ifdef __cplusplus
}
#endif
