#pragma once

#include <utility>

// Whether crate i is lighter than crate j. The first crate is 0.
bool lighter(int i, int j);

// The lightest and the heaviest of n crates.
std::pair<int, int> extremes(int n);
