// ==== STREAMS, NUMBERS: reading them, and the ranges that they have to be in ====================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY std::string shown_value(long long value) {
    return testlib_format_("%lld", value);
}
TESTLIB_BODY std::string shown_value(int value) { return testlib_format_("%d", value); }
TESTLIB_BODY std::string shown_value(unsigned long long value) {
    return testlib_format_("%llu", value);
}
TESTLIB_BODY std::string shown_value(double value) { return testlib_format_("%g", value); }

TESTLIB_BODY std::string shown_bound(long long value) { return toHumanReadableString(value); }
TESTLIB_BODY std::string shown_bound(int value) { return toHumanReadableString(value); }
TESTLIB_BODY std::string shown_bound(unsigned long long value) {
    return toHumanReadableString(value);
}
TESTLIB_BODY std::string shown_bound(double value) { return shown_value(value); }

TESTLIB_RARE_CODE_END

// Integers that need no second look; other numbers are always read as tokens.
template <typename Type>
bool take_plain(InputStreamReader& reader, size_t longest, Type& value,
                std::true_type /* integer */) {
    typedef std::numeric_limits<Type> limits;
    const unsigned long long largest = static_cast<unsigned long long>(limits::max());
    unsigned long long bits = 0;
    if (!reader.take_plain_integer(longest, limits::is_signed, largest, bits))
        return false;
    value = static_cast<Type>(bits);
    return true;
}
template <typename Type>
bool take_plain(InputStreamReader&, size_t, Type&, std::false_type) {
    return false;
}

}  // namespace testlib_detail

TESTLIB_RARE_CODE

TESTLIB_BODY void InStream::parse(text_ref token, const char*, long long& value) {
    if (!testlib_detail::parse_integer(token, value))
        reject_token("integer", token);
}

TESTLIB_BODY void InStream::parse(text_ref token, const char* expected, int& value) {
    long long wide = 0;
    parse(token, expected, wide);
    if (wide < INT_MIN || wide > INT_MAX)
        reject_token(expected, token);
    value = static_cast<int>(wide);
}

TESTLIB_BODY void InStream::parse(text_ref token, const char*, unsigned long long& value) {
    if (!testlib_detail::parse_digits(token.data, token.size, value))
        reject_token("unsigned integer", token);
}

// Integers with something unusual about them, if only that they stand where the window ends.
TESTLIB_BODY void InStream::parse_next(const char* expected, int& value) {
    parse(next_number(expected), expected, value);
}
TESTLIB_BODY void InStream::parse_next(const char* expected, long long& value) {
    parse(next_number(expected), expected, value);
}
TESTLIB_BODY void InStream::parse_next(const char* expected, unsigned long long& value) {
    parse(next_number(expected), expected, value);
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::parse_next(const char* expected, double& value) {
    text_ref token;
    if (!take_plain_token(token))
        token = next_number(expected);
    parse(token, expected, value);
}

TESTLIB_BODY void InStream::parse(text_ref token, const char*, double& value) {
    testlib_detail::decimal_parts parts;
    if (!testlib_detail::scan_decimal(token, parts))
        reject_token("double", token);
    value = testlib_detail::convert_decimal(token, parts);
}

TESTLIB_RARE_CODE

template <typename Type>
void InStream::reject_range(const char* kind, Type value, Type low, Type high,
                            const text_ref& label) {
    const bool anonymous = label.empty() && readManyIteration == NO_INDEX;
    if (record_ != nullptr)
        record_->found("in range", testlib_detail::shown_value(value));
    reject(_wa, "%s %s%s violates the range [%s, %s]",
           subject(kind, "parameter ", label, readManyIteration).c_str(),
           testlib_detail::shown_value(value).c_str(), anonymous ? "" : ",",
           testlib_detail::shown_bound(low).c_str(),
           testlib_detail::shown_bound(high).c_str());
}

TESTLIB_RARE_CODE_END

// Reads a number that is named `expected` where it is missing, and `kind` where it is out of range.
template <typename Type>
Type InStream::read_number(const char* op, const char* expected, const char* kind, bool bounded,
                           Type low, Type high, const text_ref& label) {
    TESTLIB_SUPPLY(number(*this, bounded, testlib_detail::bound_value(low),
                          testlib_detail::bound_value(high), label, at_));
    const bool is_expected =
        record_ != nullptr && std::is_integral<Type>::value &&
        record_->follows(op, static_cast<unsigned long long>(low),
                         static_cast<unsigned long long>(high), label);
    if (record_ != nullptr && !is_expected)
        record_->begin_number(op, label, bounded, testlib_detail::bound_value(low),
                              testlib_detail::bound_value(high));
    Type value = Type();
    if (!strict)
        skipBlanks();
    remember_line();
    if (reader == nullptr ||
        !testlib_detail::take_plain(*reader, maxTokenLength, value, std::is_integral<Type>()))
        parse_next(expected, value);
    if (bounded)
        checked(kind, value, low, high, label);
    if (is_expected)
        record_->advance();
    else if (record_ != nullptr)
        record_->end_number(testlib_detail::bound_value(value));
    return value;
}

template <typename Type>
Type InStream::checked(const char* kind, Type value, Type low, Type high, const text_ref& label) {
    if (value < low || value > high)
        reject_range(kind, value, low, high, label);
    if (!strict || label.empty())
        return value;
    typedef testlib_detail::bound_value bound;
    testlib_detail::variable_log& log = testlib_detail::state().validator.variables();
    if (!log.knows(label, bound(value), bound(low), bound(high)))
        log.note_bounded_read(label, bound(value), bound(low), bound(high), at_);
    return value;
}

TESTLIB_BODY int InStream::readInteger(testlib_detail::call_site at) {
    at_ = at;
    return read_number<int>("int", "int32", "", false, 0, 0, text_ref());
}

TESTLIB_BODY int InStream::readInteger(int low, int high, text_ref label,
                                       testlib_detail::call_site at) {
    at_ = at;
    return read_number<int>("int", "int32", "Integer", true, low, high, label);
}

TESTLIB_BODY long long InStream::readLong(testlib_detail::call_site at) {
    at_ = at;
    return read_number<long long>("long", "int64", "", false, 0, 0, text_ref());
}

TESTLIB_BODY long long InStream::readLong(long long low, long long high, text_ref label,
                                          testlib_detail::call_site at) {
    at_ = at;
    return read_number<long long>("long", "int64", "Integer", true, low, high, label);
}

TESTLIB_BODY unsigned long long InStream::readUnsignedLong(testlib_detail::call_site at) {
    at_ = at;
    return read_number<unsigned long long>("unsigned long", "int64", "", false, 0, 0, text_ref());
}

TESTLIB_BODY unsigned long long InStream::readUnsignedLong(unsigned long long low,
                                                           unsigned long long high, text_ref label,
                                                           testlib_detail::call_site at) {
    at_ = at;
    return read_number<unsigned long long>("unsigned long", "int64", "Unsigned integer", true, low,
                                           high, label);
}

TESTLIB_BODY double InStream::readDouble(testlib_detail::call_site at) {
    at_ = at;
    return read_number<double>("double", "double", "", false, 0, 0, text_ref());
}

TESTLIB_BODY double InStream::readDouble(double low, double high, text_ref label,
                                         testlib_detail::call_site at) {
    at_ = at;
    return read_number<double>("double", "double", "Double", true, low, high, label);
}

TESTLIB_BODY double InStream::parse_strict(text_ref token, int least, int most) {
    if (least < 0)
        quit(_fail, "stringToStrictDouble: minAfterPointDigitCount should be non-negative.", at_);
    if (least > most)
        quit(_fail, "stringToStrictDouble: minAfterPointDigitCount should be less or equal to "
                    "maxAfterPointDigitCount.", at_);
    size_t sign = 0, before = 0, after = 0;
    testlib_detail::decimal_parts parts;
    if (!testlib_detail::scan_strict_decimal(token, parts, sign, before, after))
        reject_token("strict double", token);
    if (after < static_cast<size_t>(least) || after > static_cast<size_t>(most))
        reject(_pe, "Expected strict double with number of digits after point in "
               "range [%d,%d], but \"%s\" found",
               least, most, compress(token.str()).c_str());
    if (before > 1 && token.data[sign] == '0')
        reject_token("strict double", token);
    const double value = testlib_detail::convert_decimal(token, parts);
    if (testlib_detail::is_nan(value) || std::fabs(value) > DBL_MAX)
        reject_token("double", token);
    if (sign != 0 && value == 0)
        reject(_pe, "Redundant minus in \"%s\" found",
               compress(token.str()).c_str());
    return value;
}

TESTLIB_BODY double InStream::read_strict(double low, double high, int minDigits, int maxDigits,
                                          const text_ref& label) {
    // Wrong digit bounds are the program's own mistake, told before anything is read.
    if (minDigits < 0 || minDigits > maxDigits)
        parse_strict("0", minDigits, maxDigits);
    TESTLIB_SUPPLY(strict_number(*this, low, high, minDigits, maxDigits, label, at_));
    if (record_ != nullptr)
        record_->begin_number("double", label, true, testlib_detail::bound_value(low),
                              testlib_detail::bound_value(high));
    text_ref token;
    if (!take_plain_token(token))
        token = next_number("strict double");
    const double value = parse_strict(token, minDigits, maxDigits);
    checked("Strict double", value, low, high, label);
    if (record_ != nullptr)
        record_->end_number(testlib_detail::bound_value(value));
    return value;
}

TESTLIB_BODY double InStream::readStrictDouble(double low, double high, int minDigits,
                                               int maxDigits, text_ref label,
                                               testlib_detail::call_site at) {
    at_ = at;
    return read_strict(low, high, minDigits, maxDigits, label);
}

TESTLIB_RARE_CODE

TESTLIB_BODY long long stringToLongLong(InStream& in, const std::string& buffer) {
    long long value = 0;
    in.parse(buffer, "integer", value);
    return value;
}
TESTLIB_BODY long long stringToLongLong(InStream& in, const char* buffer) {
    std::string text;
    text.assign(buffer);
    return stringToLongLong(in, text);
}
TESTLIB_BODY unsigned long long stringToUnsignedLongLong(InStream& in, const std::string& buffer) {
    unsigned long long value = 0;
    in.parse(buffer, "unsigned integer", value);
    return value;
}
TESTLIB_BODY unsigned long long stringToUnsignedLongLong(InStream& in, const char* buffer) {
    return stringToUnsignedLongLong(in, std::string(buffer));
}
TESTLIB_BODY double stringToDouble(InStream& in, const std::string& buffer) {
    double value = 0;
    in.parse(buffer, "double", value);
    return value;
}
TESTLIB_BODY double stringToDouble(InStream& in, const char* buffer) {
    return stringToDouble(in, std::string(buffer));
}
TESTLIB_BODY double stringToStrictDouble(InStream& in, const std::string& buffer, int minDigits,
                                         int maxDigits) {
    return in.parse_strict(buffer, minDigits, maxDigits);
}
TESTLIB_BODY double stringToStrictDouble(InStream& in, const char* buffer, int minDigits,
                                         int maxDigits) {
    return stringToStrictDouble(in, std::string(buffer), minDigits, maxDigits);
}

TESTLIB_RARE_CODE_END
