#pragma once

#include <vector>

// Which towers to light, counted from 1, so that each tower is within the reach of a lit one.
std::vector<int> light(const std::vector<int>& reach);
