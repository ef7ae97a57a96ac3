/* The two examples of the AutoMap & AutoLink paper, sections 1.1 and 1.4, in one file; the pointer is
 * left to AutoLink. No include guard, as in the paper. */
/*~ AutoMap_Begin */

struct {
    char    display[50];
    int     maxiter;
    double  xmin, ymin;
    double  xmax, ymax;
    int     width;
    int     height;
} cmdline /*~ AutoMap_TpUsed */;

#define SIZE 1000

typedef struct LList *LL;

typedef struct LList
{
    float  data[SIZE];
    LL     next /*~ AutoMap_Ignore */;
} LinkedList /*~ AutoMap_TpUsed */;

/*~ AutoMap_End */
