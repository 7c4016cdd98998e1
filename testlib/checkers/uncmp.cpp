// Compares two sequences of signed 64-bit integers as multisets.

#include "testlib.h"

std::vector<long long> sorted_numbers(InStream& stream) {
    std::vector<long long> numbers;
    while (!stream.seekEof())
        numbers.push_back(stream.readLong());
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

// Long sequences are shown by their first two and last two numbers.
std::string shown(const std::vector<long long>& numbers) {
    const size_t most_shown = 5;
    if (numbers.size() <= most_shown)
        return join(numbers);
    return join(numbers.begin(), numbers.begin() + 2) + " ... " +
           join(numbers.end() - 2, numbers.end());
}

int main(int argc, char* argv[]) {
    setName("compare unordered sequences of signed int64 numbers");
    registerTestlibCmd(argc, argv);

    const std::vector<long long> expected = sorted_numbers(ans);
    const std::vector<long long> found = sorted_numbers(ouf);
    const int size = int(expected.size());
    if (expected.size() != found.size())
        quitf(_wa, "Expected %d elements, but %d found", size, int(found.size()));
    if (expected != found)
        quitf(_wa, "Expected sequence and output are different (as unordered sequences) [size=%d]",
              size);
    if (size == 0)
        quitf(_ok, "empty sequence");
    if (size == 1)
        quitf(_ok, "1 number: %s", shown(expected).c_str());
    quitf(_ok, "%d numbers (in increasing order): %s", size, shown(expected).c_str());
}
