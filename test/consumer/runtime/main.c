#include <automap/automap.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Datatype given, better;
    char text[100];

    MPI_Init(&argc, &argv);
    MPI_Type_vector(4, 3, 3, MPI_DOUBLE, &given);
    AM_Type_normalize(given, &better);
    AM_Type_describe(better, AM_FORMAT_NOTATION, text, sizeof text, NULL);
    puts(text);
    MPI_Type_free(&given);
    MPI_Type_free(&better);
    MPI_Finalize();
    return 0;
}
