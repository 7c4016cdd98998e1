#include "towers.h"

std::vector<int> light(const std::vector<int>& reach) { return {static_cast<int>(reach.size() + 1) / 2}; }
