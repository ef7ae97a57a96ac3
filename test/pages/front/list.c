/* run: automap list.h --autolink && mpicc.mpich -Wall -Wextra -Werror list.c al_routines.c $(pkg-config --cflags --libs automap-autolink-mpich) -o list && test "$(mpiexec.mpich -n 2 ./list | xargs)" = "1 2 3" */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>

static node *make_list(int length)
{
    node *list = NULL;

    for (; length > 0; length--) {
        node *first = malloc(sizeof *first);
        first->id = length;
        first->next = list;
        list = first;
    }
    return list;
}

int main(int argc, char **argv)
{
    node *list = NULL;
    int rank;

/* @BLOCK@ */
    return 0;
}
