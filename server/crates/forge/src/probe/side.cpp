// Stands between a solution and the interactor, and changes what the solution says: its arguments are what to do, how often,
// and a text. The solution stands behind it. It ends with 3 where there was nothing to change.
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <thread>

namespace touchstone_side {

std::atomic<long long> swallowed{0}, to_swallow{0};
std::atomic<bool> has_changed{false}, is_over{false};
int real_in, real_out, from_solution, to_solution;
int mode;
long long count;
// What has a constructor is made after `begin` has run.
const char *text;
std::thread *output_pump;

void put(int to, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t done = ::write(to, bytes, n);
        if (done <= 0) return;
        bytes += done;
        n -= size_t(done);
    }
}

void put(const std::string &text) { put(real_out, text.data(), text.size()); }

void leave(int code) {
    ::close(real_out);
    ::_exit(code);
}

// What the interactor says goes on to the solution, but for lines that answer what the solution did not ask.
void pump_input() {
    char bytes[4096];
    ssize_t n;
    while ((n = ::read(real_in, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < n;) {
            const char *end = static_cast<const char *>(std::memchr(bytes + at, '\n', size_t(n - at)));
            ssize_t next = end ? end - bytes + 1 : n;
            if (to_swallow.load() > swallowed.load()) {
                if (end) ++swallowed;
            } else {
                put(to_solution, bytes + at, size_t(next - at));
            }
            at = next;
        }
    }
    is_over = true;
    ::close(to_solution);
}

// Asks something and takes the answer away from the solution. False where none comes.
bool ask(const std::string &line) {
    long long wanted = ++to_swallow;
    put(line);
    for (int tries = 0; swallowed.load() < wanted; ++tries) {
        if (is_over) return false;
        if (tries > 3000) {
            // It is not answered.
            --to_swallow;
            return true;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(tries < 2000 ? 5 : 200));
    }
    return true;
}

// The line with its first or last number replaced.
std::string with_number(const std::string &line, bool is_last, const std::string &number) {
    size_t begin = std::string::npos, end = 0;
    for (size_t at = 0; at < line.size();) {
        bool starts = std::isdigit(static_cast<unsigned char>(line[at])) && (at == 0 || line[at - 1] == ' ' || line[at - 1] == '-');
        if (!starts) {
            ++at;
            continue;
        }
        size_t from = at > 0 && line[at - 1] == '-' ? at - 1 : at;
        while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]))) ++at;
        if (begin == std::string::npos || is_last) {
            begin = from;
            end = at;
        }
    }
    if (begin == std::string::npos) return line;
    return line.substr(0, begin) + number + line.substr(end);
}

std::string number_of(const std::string &line, bool is_last) {
    std::string marked = with_number(line, is_last, "#");
    size_t at = marked.find('#');
    return at == std::string::npos ? "" : line.substr(at, line.size() - (marked.size() - 1));
}

// Whether the solution has ended behind what it said; where that takes longer, it is not known.
bool is_last(int wait_ms) {
    pollfd one{from_solution, POLLIN, 0};
    return ::poll(&one, 1, wait_ms) > 0 && !(one.revents & POLLIN);
}

struct Lines {
    std::string kept;
    bool next(std::string &line) {
        for (;;) {
            size_t end = kept.find('\n');
            if (end != std::string::npos) {
                line = kept.substr(0, end + 1);
                kept.erase(0, end + 1);
                return true;
            }
            char bytes[4096];
            ssize_t n = ::read(from_solution, bytes, sizeof bytes);
            if (n <= 0) {
                line = kept;
                kept.clear();
                return !line.empty();
            }
            kept.append(bytes, size_t(n));
        }
    }
};

void first_line(const std::string &line) {
    // Behind an answer nothing counts.
    if ((mode < 6 || (mode >= 15 && mode != 20)) && is_last(60)) leave(3);
    switch (mode) {
    case 1:  // asks the same often, and goes on
        has_changed = true;
        for (long long i = 0; i < count; ++i)
            if (!ask(line)) break;
        break;
    case 2:  // says something of its own first
        has_changed = true;
        if (count) ask(text); else put(text);
        break;
    case 3:  // asks with another number first
    case 4: {
        std::string other = with_number(line, mode == 4, text);
        has_changed = other != line;
        if (has_changed) ask(other);
        break;
    }
    case 17: {  // asks with the same number twice first
        std::string other = with_number(line, true, number_of(line, false));
        has_changed = other != line;
        if (has_changed) ask(other);
        break;
    }
    case 15: {  // asks with another number and ends
        std::string other = with_number(line, true, text);
        if (other == line) leave(3);
        put(other);
        leave(0);
        break;
    }
    case 5:  // says the first line very often, and listens to nothing
        has_changed = true;
        for (long long i = 0; i < count; ++i) put(line);
        break;
    default:
        break;
    }
}

std::string word_of(const std::string &line) { return line.substr(0, line.find_first_of(" \n")); }

// What is said in place of the last line.
std::string changed_end(const std::string &line) {
    const std::string first = number_of(line, false), last = number_of(line, true);
    const size_t word = line.find_first_of(" \n");
    switch (mode) {
    case 10:  // another word before the numbers
        if (word == std::string::npos || std::isdigit(static_cast<unsigned char>(line[0])) || line[0] == '-') return line;
        return text + line.substr(word);
    case 11:  // the first word alone
        return word == std::string::npos ? line : line.substr(0, word) + "\n";
    case 12: {  // the last number without end
        if (last.empty()) return line;
        put(line.substr(0, line.find_last_not_of(" \n") + 1));
        std::string numbers;
        while (numbers.size() < 4096) numbers += " " + last;
        for (long long n = 0; n < count; ++n) put(numbers);
        return "";
    }
    case 13:  // another line
        return text;
    default:
        break;
    }
    if (last.empty() || last.size() > 17) return line;
    if (mode == 8) return with_number(line, true, text);
    if (mode == 9) return with_number(line, true, first);
    if (mode == 14) return with_number(with_number(line, true, first), false, last);
    return with_number(line, true, std::to_string(std::strtoll(last.c_str(), nullptr, 10) + count));
}

void pump_output() {
    Lines lines;
    std::string line, begun;
    for (long long n = 0; lines.next(line); ++n) {
        if (n == 0) {
            first_line(line);
            begun = line;
        }
        if (mode == 16 || (mode >= 18 && mode <= 19 && word_of(line) == word_of(begun))) {
            // 16, 19: it says its first line again and again; 18: it has one number in all lines of that sort.
            const std::string other = mode == 18 ? with_number(line, true, text) : begun;
            has_changed = has_changed || line != other;
            line = other;
        }
        if (mode == 21 && n > 0 && lines.kept.empty() && is_last(10)) {
            // It asks its first question once more before its last line.
            has_changed = ask(begun);
        }
        // It ends before its last line.
        if (mode == 6 && n == count) leave(0);
        if (mode >= 7 && mode < 15 && lines.kept.empty() && is_last(10)) {
            std::string other = changed_end(line);
            has_changed = other != line;
            put(other);
            return;
        }
        put(line);
    }
    if (mode == 20) {
        // It says more behind its last line.
        has_changed = true;
        put(text);
    }
}

void at_end() {
    std::fflush(nullptr);
    std::cout.flush();
    ::close(1);
    output_pump->join();
    leave(has_changed ? 0 : 3);
}

__attribute__((constructor)) void begin(int n_args, char **args) {
    if (n_args < 4) ::_exit(4);
    mode = std::atoi(args[1]);
    count = std::atoll(args[2]);
    text = args[3];
    int in[2], out[2];
    if (::pipe(in) != 0 || ::pipe(out) != 0) ::_exit(4);
    real_in = ::dup(0);
    real_out = ::dup(1);
    ::dup2(in[0], 0);
    ::dup2(out[1], 1);
    ::close(in[0]);
    ::close(out[1]);
    to_solution = in[1];
    from_solution = out[0];
    std::thread(pump_input).detach();
    output_pump = new std::thread(pump_output);
    std::atexit(at_end);
#ifdef __GLIBC__
    std::at_quick_exit(at_end);
#endif
}

}  // namespace touchstone_side
