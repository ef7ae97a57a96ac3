/* The file al_routines.h that automap --autolink generates from pointer_kinds.h, hand-written. */
#pragma once

#include <autolink/al_type.h>

#include "pointer_kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const AL_TypeInfo AutoLink_List[1];
extern const AL_TypeInfo AutoLink_Tree[1];
extern const AL_TypeInfo AutoLink_Graph[1];
extern const AL_TypeInfo AutoLink_Leaf[1];
extern const AL_TypeInfo AutoLink_Item[1];
extern const AL_TypeInfo AutoLink_Part[1];
extern const AL_TypeInfo AutoLink_Sign[1];
extern const AL_TypeInfo AutoLink_Road[1];
extern const AL_TypeInfo AutoLink_City[1];
extern const AL_TypeInfo AutoLink_Kinds[1];

#ifdef __cplusplus
}
#endif
