#include "shape.h"

int volume(int side) {
    return side * side * side;
}
