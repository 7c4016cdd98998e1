// The values of tests/problems/calm-days, written by hand for the independent judge.
#pragma once
#include <string>

template <typename T>
T getVar(const std::string& first, const std::string& second = "") {
    const std::string name = second.empty() ? first : first + "." + second;
    if (name == "N.min") return 1;
    if (name == "N.max") return validator.group() == "small" ? 50 : 100000;
    return name == "T.max" ? 1000000000 : throw name;
}
