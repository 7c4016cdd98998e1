// ==== NUMBERS: from tokens to integers and real numbers ==========================================

namespace testlib_detail {

// 20 digits hold every 64-bit number, and so does a sign with 19 digits.
const size_t longest_integer_token = 20;

TESTLIB_RARE_CODE

// Digits without a superfluous zero in front, in the range of an unsigned 64-bit number.
TESTLIB_BODY bool parse_digits(const char* digits, size_t size, unsigned long long& value) {
    if (size == 0 || size > longest_integer_token || (size > 1 && digits[0] == '0'))
        return false;
    value = 0;
    for (size_t i = 0; i < size; ++i) {
        const unsigned digit = static_cast<unsigned char>(digits[i]) - static_cast<unsigned>('0');
        if (digit > 9)
            return false;
        // Only the twentieth digit can lead out of the range.
        if (i + 1 == longest_integer_token &&
            (value > ULLONG_MAX / 10 || (value == ULLONG_MAX / 10 && digit > ULLONG_MAX % 10)))
            return false;
        value = value * 10 + digit;
    }
    return true;
}

TESTLIB_BODY bool parse_integer(const text_ref& token, long long& value) {
    const bool negative = token.size > 1 && token.data[0] == '-';
    const size_t sign = negative ? 1 : 0;
    unsigned long long absolute = 0;
    if (token.size > longest_integer_token ||
        !parse_digits(token.data + sign, token.size - sign, absolute))
        return false;
    if ((negative && absolute == 0) || absolute > signed_maximum + sign)
        return false;
    value = static_cast<long long>(negative ? 0 - absolute : absolute);
    return true;
}

TESTLIB_RARE_CODE_END

// The parts of a decimal number, found while its spelling is checked.
struct decimal_parts {
    unsigned long long digits = 0;  // All digits, meaningful if there are at most 19 of them.
    int digit_count = 0;            // Digits from the first non-zero one on.
    long long exponent = 0;         // The power of ten that scales `digits`.
};

// Takes digits and returns how many there were. Only what fits is accumulated.
TESTLIB_BODY size_t scan_digits(const char*& at, const char* end, decimal_parts& parts) {
    const char* const start = at;
    if (parts.digit_count == 0)
        while (at != end && *at == '0')
            ++at;
    unsigned long long digits = parts.digits;
    int count = parts.digit_count;
    for (; at != end && is_digit(*at); ++at, ++count)
        if (count < 19)
            digits = digits * 10 + static_cast<unsigned long long>(*at - '0');
    parts.digits = digits;
    parts.digit_count = count;
    return static_cast<size_t>(at - start);
}

TESTLIB_BODY void scan_exponent(const char*& at, const char* end, decimal_parts& parts) {
    ++at;
    bool negative = false;
    if (at != end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    // Beyond what the digits of the longest token can make up for.
    const long long far_enough = 1000000000;
    long long exponent = 0;
    for (; at != end && is_digit(*at); ++at)
        exponent = std::min(exponent * 10 + (*at - '0'), far_enough);
    parts.exponent += negative ? -exponent : exponent;
}

// [sign] digits [. digits] [e [sign] digits], with digits on one side of the point at least. As
// with glibc's scanf, an exponent without digits counts as absent.
TESTLIB_BODY bool scan_decimal(const text_ref& token, decimal_parts& parts) {
    const char* at = token.data;
    const char* const end = token.data + token.size;
    if (at != end && (*at == '+' || *at == '-'))
        ++at;
    size_t count = scan_digits(at, end, parts);
    if (at != end && *at == '.') {
        ++at;
        const size_t decimals = scan_digits(at, end, parts);
        count += decimals;
        parts.exponent -= static_cast<long long>(decimals);
    }
    if (count != 0 && at != end && (*at == 'e' || *at == 'E'))
        scan_exponent(at, end, parts);
    return count != 0 && at == end;
}

// Small enough numbers need one exactly rounded operation; the others go to the C library.
TESTLIB_BODY double convert_decimal(const text_ref& token, const decimal_parts& parts) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
    const bool operations_round_once = true;
#else
    const bool operations_round_once = false;
#endif
    const bool exact = parts.digit_count <= 19 && parts.digits <= (1ULL << 53) &&
                       -22 <= parts.exponent && parts.exponent <= 22;
    if (!operations_round_once || !exact)
        return std::strtod(token.str().c_str(), nullptr);
    const double digits = static_cast<double>(parts.digits);
    const double size = parts.exponent < 0 ? digits / powers[-parts.exponent]
                                           : digits * powers[parts.exponent];
    return token.data[0] == '-' ? -size : size;
}

// The shape [-]digits[.digits]; tells how many digits there are on each side of the point.
TESTLIB_BODY bool scan_strict_decimal(const text_ref& token, decimal_parts& parts, size_t& sign,
                                      size_t& before, size_t& after) {
    const size_t longest = 1000;
    if (token.size == 0 || token.size > longest)
        return false;
    const char* const end = token.data + token.size;
    const char* at = token.data;
    sign = *at == '-' ? 1 : 0;
    at += sign;
    before = scan_digits(at, end, parts);
    after = 0;
    if (before == 0)
        return false;
    if (at == end)
        return true;
    if (*at++ != '.')
        return false;
    after = scan_digits(at, end, parts);
    parts.exponent = -static_cast<long long>(after);
    return after != 0 && at == end;
}

}  // namespace testlib_detail
