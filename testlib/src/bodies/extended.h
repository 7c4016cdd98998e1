// ==== EXTENDED: real options where long double is not the 80-bit format ==============================

#if LDBL_MANT_DIG == 64 && !defined(TESTLIB_EMULATE_EXTENDED)
#define TESTLIB_HAS_EXTENDED
#else
namespace testlib_detail {

// A number that is not negative, with 64 bits of precision and rounding to the nearest, ties to
// even. Results are those of the 80-bit format as long as they fit its range.
struct extended {
    unsigned long long mantissa;  // The highest bit is set, unless the number is zero.
    int exponent;                 // The number is mantissa * 2^exponent.
};

const unsigned long long highest_bit = 1ULL << 63;

// (high * 2^64 + low) * 2^exponent, with or without a bit more behind it.
TESTLIB_BODY extended rounded(unsigned long long high, unsigned long long low, int exponent,
                              bool more) {
    if (high == 0 && low == 0) {
        const extended zero = {0, 0};
        return zero;
    }
    while ((high & highest_bit) == 0) {
        high = high << 1 | low >> 63;
        low <<= 1;
        --exponent;
    }
    extended result = {high, exponent + 64};
    const bool is_odd = (high & 1) != 0;
    if (low > highest_bit || (low == highest_bit && (more || is_odd)))
        ++result.mantissa;
    if (result.mantissa == 0) {
        result.mantissa = highest_bit;
        ++result.exponent;
    }
    return result;
}

TESTLIB_BODY extended whole(unsigned digit) { return rounded(0, digit, 0, false); }

TESTLIB_BODY extended times_ten(const extended& x) {
    const unsigned long long half = 0xFFFFFFFFULL;
    const unsigned long long low = (x.mantissa & half) * 10;
    const unsigned long long high = (x.mantissa >> 32) * 10 + (low >> 32);
    return rounded(high >> 32, high << 32 | (low & half), x.exponent, false);
}

TESTLIB_BODY extended sum(const extended& a, const extended& b) {
    if (a.mantissa == 0 || (b.mantissa != 0 && a.exponent < b.exponent))
        return b.mantissa == 0 ? a : a.mantissa == 0 ? b : sum(b, a);
    const int distance = b.mantissa == 0 ? 128 : a.exponent - b.exponent;
    unsigned long long high = b.mantissa, low = 0;
    bool more = false;
    if (distance >= 128) {
        more = b.mantissa != 0;
        high = 0;
    } else if (distance >= 64) {
        low = high >> (distance - 64);
        more = distance > 64 && high << (128 - distance) != 0;
        high = 0;
    } else if (distance > 0) {
        low = high << (64 - distance);
        high >>= distance;
    }
    high += a.mantissa;
    if (high >= a.mantissa)
        return rounded(high, low, a.exponent - 64, more);
    more = more || (low & 1) != 0;
    return rounded(high >> 1 | highest_bit, low >> 1 | high << 63, a.exponent - 63, more);
}

TESTLIB_BODY extended quotient(const extended& a, const extended& b) {
    unsigned long long high = 0, low = 0, rest = a.mantissa;
    bool carry = false;
    const int bits = 128;
    for (int i = 0; i < bits; ++i) {
        const bool fits = carry || rest >= b.mantissa;
        high = high << 1 | low >> 63;
        low = low << 1 | (fits ? 1 : 0);
        if (fits)
            rest -= b.mantissa;
        carry = (rest & highest_bit) != 0;
        rest <<= 1;
    }
    return rounded(high, low, a.exponent - b.exponent - (bits - 1), rest != 0 || carry);
}

TESTLIB_BODY long double as_long_double(const extended& x) {
    return std::ldexp(static_cast<long double>(x.mantissa), x.exponent);
}

}  // namespace testlib_detail
#endif
