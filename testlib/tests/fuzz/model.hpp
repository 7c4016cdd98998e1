// What a stream should do, as plainly as it can be written from the description of its behaviour: a text, and how far
// it has been read.
#ifndef MODEL_HPP
#define MODEL_HPP

#include "quiet.hpp"

#include <charconv>

// The exit codes of verdicts about a participant's output.
enum { wrong_answer = 1, wrong_format = 2, failure = 3 };

const int no_character = -1;

// The fuzzer is to look for new ways through the header, not through this.
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)

class model {
public:
    model(const std::string& text, TMode mode, bool strict, bool has_lines)
        : text_(text), is_output_(mode == _output), strict_(strict), line_(has_lines ? 1 : -1) {}

    int last_line() const { return last_line_; }

    [[noreturn]] void quit(int code) const { throw exit_exception(is_output_ ? code : failure); }

    int peek() const { return at_ == text_.size() ? no_character : static_cast<unsigned char>(text_[at_]); }

    int take() {
        const int c = peek();
        if (c != no_character)
            ++at_;
        if (c == '\n' && line_ != -1)
            ++line_;
        return c;
    }

    void read_char(int wanted) {
        last_line_ = line_;
        if (take() != wanted)
            quit(wrong_format);
    }

    void unread(char c) {
        if (at_ == 0)
            text_.insert(0, 1, c);
        else
            text_[--at_] = c;
        if (c == '\n' && line_ != -1)
            --line_;
    }

    void skip(const std::string& what) {
        while (peek() != no_character && what.find(static_cast<char>(peek())) != std::string::npos)
            take();
    }

    void skip_blanks() { skip(" \t\r\n"); }

    void skip_mark() {
        if (goes_on_with("\xEF\xBB\xBF"))
            at_ += 3;
    }

    bool eof() const { return peek() == no_character; }

    void read_eof() {
        last_line_ = line_;
        if (!eof())
            quit(wrong_format);
    }

    void read_eoln() {
        last_line_ = line_;
        if (!eoln())
            quit(wrong_format);
    }

    bool eoln() {
        if (peek() == no_character)
            return !strict_;
        const bool pair = !strict_ && goes_on_with("\r\n");
        if (peek() != '\n' && !pair)
            return false;
        if (pair)
            take();
        take();
        return true;
    }

    std::string token() {
        if (!strict_)
            skip_blanks();
        last_line_ = line_;
        const std::string result = text_.substr(at_, text_.find_first_of(" \t\r\n", at_) - at_);
        if (result.empty())
            quit(wrong_format);
        at_ += result.size();
        return result;
    }

    std::string line() {
        last_line_ = line_;
        std::string result;
        while (peek() != no_character && peek() != '\n' && !goes_on_with("\r\n")) {
            // A lone CR is dropped, and what follows it is taken as it is.
            if (peek() == '\r')
                take();
            result += static_cast<char>(take());
        }
        if (!eoln())
            quit(wrong_format);
        return result;
    }

    long long integer(long long low, long long high) {
        const std::string text = token();
        long long value = 0;
        if (!exact(text, value) || text == "-0" || text.size() > 20)
            quit(wrong_format);
        return value < low || value > high ? (quit(wrong_answer), 0) : value;
    }

    int short_integer(int low, int high) {
        model before = *this;
        const long long value = integer(LLONG_MIN, LLONG_MAX);
        if (value < INT_MIN || value > INT_MAX)
            quit(wrong_format);
        return static_cast<int>(before.integer(low, high));
    }

    unsigned long long natural(unsigned long long low, unsigned long long high) {
        const std::string text = token();
        unsigned long long value = 0;
        if (!exact(text, value))
            quit(wrong_format);
        return value < low || value > high ? (quit(wrong_answer), 0) : value;
    }

    double real(double low, double high) {
        const std::string text = token();
        double value = 0;
        char behind = 0;
        if (!looks_real(text) || std::sscanf(text.c_str(), "%lf%c", &value, &behind) != 1)
            quit(wrong_format);
        return value < low || value > high ? (quit(wrong_answer), 0) : value;
    }

    double strict_real(double low, double high, std::size_t least, std::size_t most) {
        const std::string text = token();
        const bool minus = text[0] == '-';
        const std::size_t point = std::min(text.find('.'), text.size());
        const std::string whole = text.substr(minus, point - minus);
        const std::string decimals = point < text.size() ? text.substr(point + 1) : "";
        const bool shaped = text.size() <= 1000 && !whole.empty() && only_digits(whole) && only_digits(decimals) &&
                            decimals.empty() == (point == text.size()) && (whole.size() == 1 || whole[0] != '0');
        const double value = shaped ? std::strtod(text.c_str(), nullptr) : 0;
        if (!shaped || decimals.size() < least || decimals.size() > most || !std::isfinite(value) ||
            (minus && value == 0))
            quit(wrong_format);
        return value < low || value > high ? (quit(wrong_answer), 0) : value;
    }

    // Elements one after another, in strict streams with one space between those that are separated.
    template <typename ReadOne>
    std::string many(int size, bool separated, ReadOne read_one) {
        if (size < 0 || size > 100000000)
            quit(failure);
        std::string all;
        for (int i = 0; i < size; ++i) {
            if (i > 0 && separated && strict_)
                read_char(' ');
            all += read_one() + ";";
        }
        return all;
    }

private:
    std::string text_;
    std::size_t at_ = 0;
    bool is_output_;
    bool strict_;
    int line_;
    int last_line_ = -1;

    bool goes_on_with(const std::string& what) const { return text_.compare(at_, what.size(), what) == 0; }

    static bool only_digits(const std::string& text) {
        return text.find_first_not_of("0123456789") == std::string::npos;
    }

    // The standard library's reader, apart from superfluous zeros.
    template <typename T>
    static bool exact(const std::string& text, T& value) {
        const std::size_t sign = text[0] == '-' ? 1 : 0;
        const char* const end = text.data() + text.size();
        const std::from_chars_result read = std::from_chars(text.data(), end, value);
        return read.ec == std::errc() && read.ptr == end && (text[sign] != '0' || text.size() == sign + 1);
    }

    static bool looks_real(const std::string& text) {
        const auto count = [&](const std::string& what) {
            return std::count_if(text.begin(), text.end(), [&](char c) { return what.find(c) != std::string::npos; });
        };
        return count("0123456789.eE+-") == static_cast<long>(text.size()) && count("0123456789") >= 1 &&
               count("-") <= 2 && count("+") <= 2 && count(".") <= 1 && count("eE") <= 1;
    }
};

#pragma clang attribute pop

#endif
