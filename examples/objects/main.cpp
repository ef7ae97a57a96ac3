// Rank 0 makes a scene and sends it to rank 1, which says what has come.
#include "al_objects.hpp"
#include "scene.hpp"

#include <autolink/autolink.hpp>

#include <iostream>

void Scene::measure()
{
    area_ = 0;
    for (const auto &[name, layer] : layers)
        for (const auto &shape : layer.shapes)
            area_ += shape->area();
}

static Scene make_scene()
{
    auto triangle = std::make_unique<Polygon>();
    triangle->corners = {{0, 0}, {4, 0}, {0, 3}};
    const auto ground = std::make_shared<Layer>();
    Scene scene;
    scene.layers["front"].shapes.push_back(std::make_unique<Circle>(1));
    scene.layers["front"].below = ground;
    scene.layers["back"].shapes.push_back(std::move(triangle));
    scene.layers["back"].below = ground;
    scene.selected = scene.layers["back"].shapes[0].get();
    return scene;
}

int main(int argc, char **argv)
{
    int rank;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        autolink::send(make_scene(), 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        const auto scene = autolink::recv<Scene>(0, 0, MPI_COMM_WORLD);
        const Layer &front = scene.layers.at("front"), &back = scene.layers.at("back");
        std::cout << "area " << scene.area() << ", selected " << scene.selected->area() << '\n'
                  << (scene.selected == back.shapes[0].get() ? "the selected shape is the triangle\n" : "wrong\n")
                  << (front.below == back.below ? "both layers lie on one\n" : "wrong\n");
    }
    AL_Finalize();
}
