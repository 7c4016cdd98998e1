// ==== TEXT, BODIES ================================================================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY std::string vformat(const char* format, va_list arguments) {
    char text[1024];
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(text, sizeof(text), format, arguments);
    std::string result;
    if (length >= 0 && static_cast<size_t>(length) < sizeof(text)) {
        result.assign(text, std::strlen(text));
    } else if (length >= 0) {
        const size_t size = std::min(static_cast<size_t>(length) + 1, format_limit);
        result.resize(size);
        std::vsnprintf(&result[0], size, format, again);
        result.resize(std::strlen(result.c_str()));
    }
    va_end(again);
    return result;
}

TESTLIB_BODY std::string format_unchecked(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string result = vformat(format, arguments);
    va_end(arguments);
    return result;
}

TESTLIB_BODY std::string concat(const piece& first, const piece& second, const piece& third,
                                const piece& fourth, const piece& fifth, const piece& sixth,
                                const piece& seventh, const piece& eighth) {
    const piece* const pieces[] = {&first, &second, &third,   &fourth,
                                   &fifth, &sixth,  &seventh, &eighth};
    std::string result;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); ++i)
        result.append(pieces[i]->data, pieces[i]->size);
    return result;
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY std::string unsigned_text(unsigned long long value) {
    char digits[24];
    char* const end = digits + sizeof(digits);
    const char* const start = write_decimal(value, end);
    return std::string(start, static_cast<size_t>(end - start));
}

TESTLIB_BODY std::string signed_text(long long value) {
    char digits[24];
    char* const end = digits + sizeof(digits);
    char* start = write_decimal(magnitude(value), end);
    if (value < 0)
        *--start = '-';
    return std::string(start, static_cast<size_t>(end - start));
}

TESTLIB_RARE_CODE

TESTLIB_BODY std::string human_readable(unsigned long long value, const char* sign) {
    int zeros = 0;
    unsigned long long factor = value;
    while (factor != 0 && factor % 10 == 0) {
        factor /= 10;
        ++zeros;
    }
    if (zeros < shortest_run_of_zeros)
        return format_unchecked("%s%llu", sign, value);
    return factor == 1 ? format_unchecked("%s10^%d", sign, zeros)
                       : format_unchecked("%s%llu*10^%d", sign, factor, zeros);
}

TESTLIB_RARE_CODE_END

#ifdef TESTLIB_LEAN
TESTLIB_BODY std::string plain_text(double value) { return testlib_format_("%g", value); }
#endif

}  // namespace testlib_detail

TESTLIB_RARE TESTLIB_BODY std::string trim(const std::string& s) {
    const char* begin = s.data();
    const char* end = begin + s.size();
    while (begin < end && testlib_detail::is_blank(*begin))
        ++begin;
    while (end > begin && testlib_detail::is_blank(end[-1]))
        --end;
    std::string result;
    result.assign(begin, static_cast<size_t>(end - begin));
    return result;
}

TESTLIB_RARE TESTLIB_BODY std::string compress(const std::string& s) {
    const size_t longest = 64, head = 30, tail = 31;
    std::string result;
    if (s.size() > longest)
        result.append(s.data(), head).append("...").append(s.data() + s.size() - tail, tail);
    else
        result.assign(s.data(), s.size());
    for (size_t i = 0; i < result.size(); ++i)
        if (result[i] == '\0')
            result[i] = '~';
    return result;
}

TESTLIB_BODY std::string upperCase(std::string s) {
    for (size_t i = 0; i < s.size(); ++i)
        if ('a' <= s[i] && s[i] <= 'z')
            s[i] = static_cast<char>(s[i] - 'a' + 'A');
    return s;
}

TESTLIB_BODY std::string lowerCase(std::string s) {
    for (size_t i = 0; i < s.size(); ++i)
        if ('A' <= s[i] && s[i] <= 'Z')
            s[i] = static_cast<char>(s[i] - 'A' + 'a');
    return s;
}

TESTLIB_BODY std::vector<std::string> split(const std::string& s, const std::string& separators) {
    bool separates[256] = {};
    for (size_t i = 0; i < separators.size(); ++i)
        separates[static_cast<unsigned char>(separators[i])] = true;
    const std::string none;
    std::vector<std::string> pieces(1);
    size_t begin = 0;
    for (size_t i = 0; i < s.size(); ++i) {
        if (!separates[static_cast<unsigned char>(s[i])])
            continue;
        pieces.back().assign(s, begin, i - begin);
        pieces.push_back(none);
        begin = i + 1;
    }
    pieces.back().assign(s, begin, std::string::npos);
    return pieces;
}

TESTLIB_BODY std::vector<std::string> split(const std::string& s, char separator) {
    return split(s, std::string(1, separator));
}

TESTLIB_BODY std::vector<std::string> tokenize(const std::string& s,
                                               const std::string& separators) {
    const std::vector<std::string> pieces = split(s, separators);
    if (separators.empty())
        return pieces;
    std::vector<std::string> tokens;
    for (size_t i = 0; i < pieces.size(); ++i)
        if (!pieces[i].empty())
            tokens.push_back(pieces[i]);
    return tokens;
}

TESTLIB_BODY std::vector<std::string> tokenize(const std::string& s, char separator) {
    return tokenize(s, std::string(1, separator));
}

TESTLIB_BODY std::string englishEnding(int number) {
    number %= 100;
    if (number / 10 == 1)
        return "th";
    switch (number % 10) {
        case 1: return "st";
        case 2: return "nd";
        case 3: return "rd";
        default: return "th";
    }
}

TESTLIB_BODY std::string toHumanReadableString(unsigned long long n) {
    return testlib_detail::human_readable(n, "");
}

TESTLIB_BODY std::string toHumanReadableString(long long n) {
    return testlib_detail::human_readable(testlib_detail::magnitude(n), n < 0 ? "-" : "");
}

TESTLIB_RARE TESTLIB_BODY std::string toHumanReadableString(int n) {
    return toHumanReadableString(static_cast<long long>(n));
}

TESTLIB_BODY bool equals(long long integer, const char* s) {
    return testlib_detail::signed_text(integer) == s;
}

TESTLIB_BODY bool equals(unsigned long long integer, const char* s) {
    return testlib_detail::unsigned_text(integer) == s;
}

TESTLIB_RARE TESTLIB_BODY std::string removeDoubleTrailingZeroes(std::string value) {
    if (value.find('.') == std::string::npos)
        return value;
    while (value.size() >= 2 && value[value.size() - 1] == '0' && value[value.size() - 2] != '.')
        value.resize(value.size() - 1);
    if (value[value.size() - 1] == '.')
        value += '0';
    return value;
}

TESTLIB_BODY double doubleDelta(double expected, double result) {
    const double absolute = testlib_detail::flipped_unless_positive(result - expected);
    if (!(testlib_detail::flipped_unless_positive(expected) > 1e-9))
        return absolute;
    const double relative = testlib_detail::flipped_unless_positive(absolute / expected);
    return absolute < relative ? absolute : relative;
}

TESTLIB_RARE_CODE

TESTLIB_BODY std::string testlib_format_(const char* fmt, ...) {
    TESTLIB_FORMATTED(result, fmt);
    return result;
}

TESTLIB_BODY std::string testlib_format_(const std::string fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    const std::string result = testlib_detail::vformat(fmt.c_str(), arguments);
    va_end(arguments);
    return result;
}

#ifndef TESTLIB_FORMAT_IS_TEMPLATE
TESTLIB_BODY std::string format(const char* fmt, ...) {
    TESTLIB_FORMATTED(result, fmt);
    return result;
}

TESTLIB_BODY std::string format(const std::string fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    const std::string result = testlib_detail::vformat(fmt.c_str(), arguments);
    va_end(arguments);
    return result;
}
#endif

TESTLIB_RARE_CODE_END
