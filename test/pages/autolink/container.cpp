// Packs and unpacks a class that holds a container of another library.
#include "al_objects.hpp"

#include <autolink/autolink.hpp>

int main(int argc, char **argv)
{
    AL_Init(&argc, &argv);
    holder one;
    one.values = {1, 2, 3};
    const auto two = autolink::unpack<holder>(autolink::pack(one));
    AL_Finalize();
    return two.values == one.values ? 0 : 1;
}
