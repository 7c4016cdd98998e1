// Says what no solution says: its arguments are what to do, how often, and a text.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

int main(int n_args, char **args) {
    if (n_args < 4) return 4;
    std::signal(SIGPIPE, SIG_IGN);
    const int mode = std::atoi(args[1]);
    const long long count = std::atoll(args[2]);
    const char *text = args[3];
    char bytes[4096];
    if (mode == 3) {
        // As many numbers as the first one that it is told says.
        ssize_t n_told = ::read(0, bytes, sizeof bytes - 1);
        bytes[n_told > 0 ? n_told : 0] = 0;
        std::string line = text;
        for (int i = 1; i <= std::min(std::atoi(bytes), 10000); ++i) line += " " + std::to_string(i);
        line += "\n";
        if (::write(1, line.data(), line.size()) <= 0) return 0;
    }
    // 1: nothing but listening, 2: the same with the output closed.
    if (mode == 2) ::close(1);
    for (long long n = 0; n < count; ++n)
        if (::write(1, text, std::strlen(text)) <= 0) break;
    if (mode > 0)
        while (::read(0, bytes, sizeof bytes) > 0) {
        }
    return 0;
}
