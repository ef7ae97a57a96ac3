// A drawing: layers that share what lies below them, and shapes of several classes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/*~ AutoMap_Begin */
class Shape {
public:
    virtual ~Shape() = default;
    virtual double area() const = 0;
};

class Circle : public Shape {
public:
    explicit Circle(double radius = 0) : radius_(radius) {}
    double area() const override { return 3.14159265 * radius_ * radius_; }

private:
    double radius_;
};

class Polygon : public Shape {
public:
    std::vector<std::pair<double, double>> corners;
    double area() const override
    {
        double twice = 0;
        for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
            twice += corners[j].first * corners[i].second - corners[i].first * corners[j].second;
        return twice / 2;
    }
};

class Layer {
public:
    std::vector<std::unique_ptr<Shape>> shapes;
    std::shared_ptr<Layer> below;
};

class Scene {
public:
    std::map<std::string, Layer> layers;
    const Shape *selected = nullptr;                      /* one of the shapes */
    double area() const { return area_; }
    void measure();                                       /* sets the area */

private:
    double area_ /*~ AutoMap_Ignore */ = 0;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(measure) */;
/*~ AutoMap_End */
