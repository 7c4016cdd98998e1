#pragma once

#include <vector>

void prepare(const std::vector<int>& shelf);
long long thickness(int l, int r);
