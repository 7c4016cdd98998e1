// What the targets share: the header in the form that throws instead of leaving the process, without its messages,
// and a way to say what is wrong.
#ifndef QUIET_HPP
#define QUIET_HPP

#define TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT
#include "testlib.h"

#include <cstdint>
#include <cstdlib>

// The runtime of the fuzzer took hold of the real standard error before this runs and keeps it; the header asks for
// `stderr` each time. The checks at the end of a program make no sense here.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    stderr = std::fopen("/dev/null", "w");
    disableFinalizeGuard();
    return 0;
}

// The report is a note for people; the abort is what the fuzzer notices.
[[noreturn]] inline void complain(const std::string& text) {
    dprintf(STDERR_FILENO, "\n%s\n", text.c_str());
    std::abort();
}

inline std::string readable(const std::string& text) {
    std::string result;
    for (const unsigned char c : text)
        result += 32 <= c && c < 127 ? std::string(1, static_cast<char>(c)) : format("\\x%02x", c);
    return result;
}

// Runs something and tells its result, or with which exit code it quit.
template <typename Action>
std::string outcome_of(Action action) {
    try {
        return "gives " + action();
    } catch (const exit_exception& left) {
        return format("quits with %d", left.getExitCode());
    }
}

// Hands out the fuzzer's bytes one by one; zeros when there are no more.
class byte_source {
public:
    byte_source(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    unsigned take() { return at_ == end_ ? 0 : *at_++; }
    unsigned below(unsigned n) { return take() % n; }
    std::string take(std::size_t size) {
        const std::size_t most = static_cast<std::size_t>(end_ - at_);
        const std::uint8_t* const stop = at_ + std::min(size, most);
        const std::string text(at_, stop);
        at_ = stop;
        return text;
    }
    std::string rest() { return take(static_cast<std::size_t>(end_ - at_)); }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

#endif
