// ==== OPTIONS, BODIES =============================================================================

TESTLIB_RARE_CODE

namespace testlib_detail {

// An option of the command line; whether it was used is checked at the end.
struct named_option {
    std::string key;
    TestlibOpt opt;
    named_option* next;
};

// The list of options by key, as parseOpt wants it.
class option_table {
public:
    explicit option_table(named_option*& first) : first_(first) {}

    TestlibOpt& operator[](const std::string& key) {
        named_option** place = &first_;
        while (*place != nullptr && (*place)->key.compare(key) < 0)
            place = &(*place)->next;
        if (*place == nullptr || (*place)->key.compare(key) != 0) {
            named_option* const added = new named_option();
            added->key = key;
            added->next = *place;
            *place = added;
        }
        return (*place)->opt;
    }

    void clear() {
        while (first_ != nullptr) {
            named_option* const gone = first_;
            first_ = gone->next;
            delete gone;
        }
    }

    TestlibOpt* find(const std::string& key) {
        for (named_option* i = first_; i != nullptr; i = i->next)
            if (i->key.compare(key) == 0)
                return &i->opt;
        return nullptr;
    }

private:
    named_option*& first_;
};

NORETURN TESTLIB_BODY void reject_option(const char* expected, const std::string& value) {
    fail("Opts: expected %s but '%s' found", expected, compress(value).c_str());
}

NORETURN TESTLIB_BODY void reject_overflow(const std::string& value) {
    fail("Opts: integer overflow: expected integer but '%s' found", compress(value).c_str());
}

TESTLIB_BODY unsigned long long integral_option(const std::string& value, bool nonnegative,
                                                unsigned long long largest) {
    const std::string text = parseExponentialOptValue(value);
    if (text.empty())
        reject_option("integer", value);
    const bool negative = text[0] == '-';
    if (negative && nonnegative)
        reject_option("non-negative integer", value);
    const unsigned long long limit = negative ? std::min(largest, signed_maximum) + 1 : largest;
    unsigned long long absolute = 0;
    for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
        if (!is_digit(text[i]))
            reject_option("integer", value);
        const unsigned long long digit = static_cast<unsigned long long>(text[i] - '0');
        if (absolute > (limit - std::min(limit, digit)) / 10 || digit > limit)
            reject_overflow(value);
        absolute = absolute * 10 + digit;
    }
    // The usual header takes the last odd numbers of 64 bits for an overflow.
    if (absolute > ULLONG_MAX - 5 && absolute % 2 == 1)
        reject_overflow(value);
    return negative ? 0 - absolute : absolute;
}

TESTLIB_BODY bool flag_option(const std::string& value, const std::string& source) {
    if (value == "true" || value == "1")
        return true;
    if (value != "false" && value != "0")
        fail("Opts: %s: expected bool true/false or 0/1 but '%s' found", source.c_str(),
             compress(value).c_str());
    return false;
}

// The keys of the command line, or those of them that were never looked at.
TESTLIB_BODY std::string option_keys(bool only_unused) {
    std::string keys;
    for (const named_option* i = state().options.by_key; i != nullptr; i = i->next)
        if (!only_unused || !i->opt.used)
            keys += (keys.empty() ? "" : ", ") + compress(i->key);
    return keys.empty() ? "none" : keys;
}

TESTLIB_BODY const std::string& option_text(const std::string& key) {
    TestlibOpt* const found = option_table(state().options.by_key).find(key);
    if (found == nullptr) {
        std::string hint = "keys on the command line: " + option_keys(false);
        for (int i = 1; i < option_count(); ++i)
            if (state().options.by_index[static_cast<size_t>(i)].find(key + "=") == 0)
                hint += "; a key begins with a dash: -" + key + "=...";
        advise(hint.c_str());
        fail("Opts: unknown key '%s'", compress(key).c_str());
    }
    found->used = true;
    return found->value;
}

TESTLIB_BODY int option_count() { return state().options.count; }

TESTLIB_BODY const std::string& option_text(int index) {
    if (index < 0 || index >= option_count())
        fail("Opts: index '%d' is out of range [0,%d)", index, option_count());
    return state().options.by_index[index];
}

// Fails for the first option that the program never looked at.
TESTLIB_BODY void require_all_options_used() {
    for (const named_option* i = state().options.by_key; i != nullptr; i = i->next)
        if (!i->opt.used) {
            advise(("unused keys: " + option_keys(true)).c_str());
            fail("Opts: unused key '%s'", compress(i->key).c_str());
        }
}

}  // namespace testlib_detail

TESTLIB_BODY size_t getOptType(const char* s) {
    if (s == nullptr || s[0] != '-')
        return 0;
    if (testlib_detail::is_letter(s[1]))
        return 1;
    return s[1] == '-' && testlib_detail::is_letter(s[2]) ? 2 : 0;
}

TESTLIB_BODY void prepareOpts(int argc, char* argv[]) {
    testlib_detail::options_state& options = testlib_detail::state().options;
    delete[] options.by_index;
    options.by_index = new std::string[static_cast<size_t>(argc)];
    options.count = argc;
    for (int i = 0; i < argc; ++i)
        options.by_index[i].assign(argv[i]);
    testlib_detail::option_table table(options.by_key);
    table.clear();
    size_t index = 1;
    while (index < static_cast<size_t>(argc))
        index += parseOpt(static_cast<size_t>(argc), argv, index, table);
}

namespace testlib_detail {

// A real number that grows digit by digit, each step rounded to 64 bits, so that its bits are the
// same everywhere.
#ifdef TESTLIB_HAS_EXTENDED
class decimal_sum {
public:
    void add_digit(unsigned digit) { value_ = value_ * 10.0L + static_cast<long double>(digit); }
    void add_decimal(unsigned digit) {
        scale_ *= 10.0L;
        value_ += static_cast<long double>(digit) / scale_;
    }
    long double value() const { return value_; }

private:
    long double value_ = 0.0L;
    long double scale_ = 1.0L;
};
#else
class decimal_sum {
public:
    decimal_sum() : value_(whole(0)), scale_(whole(1)) {}
    void add_digit(unsigned digit) { value_ = sum(times_ten(value_), whole(digit)); }
    void add_decimal(unsigned digit) {
        scale_ = times_ten(scale_);
        value_ = sum(value_, quotient(whole(digit), scale_));
    }
    long double value() const { return as_long_double(value_); }

private:
    extended value_;
    extended scale_;
};
#endif

}  // namespace testlib_detail

TESTLIB_BODY long double optValueToLongDouble(const std::string& value) {
    const std::string text = parseExponentialOptValue(value);
    if (text.empty())
        testlib_detail::reject_option("float number", value);
    const bool negative = text[0] == '-';
    testlib_detail::decimal_sum result;
    bool after_point = false;
    for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
        const unsigned digit = static_cast<unsigned char>(text[i]) - static_cast<unsigned>('0');
        if (text[i] == '.' && !after_point)
            after_point = true;
        else if (digit > 9)
            testlib_detail::reject_option("float number", value);
        else if (after_point)
            result.add_decimal(digit);
        else
            result.add_digit(digit);
    }
    return negative ? -result.value() : result.value();
}

namespace testlib_detail {

const char* const exponential_notation = "typical exponential notation";

// Moves the decimal point of a number and writes the result in its shortest plain form.
TESTLIB_BODY std::string shifted_decimal(const std::string& mantissa, long long shift) {
    const bool negative = !mantissa.empty() && mantissa[0] == '-';
    std::string digits = mantissa.substr(negative ? 1 : 0);
    const size_t point = digits.find('.');
    long long whole = static_cast<long long>(std::min(point, digits.size())) + shift;
    if (point != std::string::npos)
        digits.erase(point, 1);
    if (whole < 0) {
        digits.insert(0, static_cast<size_t>(-whole), '0');
        whole = 0;
    }
    if (static_cast<size_t>(whole) > digits.size())
        digits.append(static_cast<size_t>(whole) - digits.size(), '0');
    std::string before = digits.substr(0, static_cast<size_t>(whole));
    std::string after = digits.substr(static_cast<size_t>(whole));
    before.erase(0, std::min(before.find_first_not_of('0'), before.size()));
    after.erase(after.find_last_not_of('0') + 1);
    const std::string result =
        (before.empty() ? "0" : before) + (after.empty() ? "" : "." + after);
    return negative ? "-" + result : result;
}

}  // namespace testlib_detail

// "1.5e1" becomes "15"; texts without an exponent stay as they are.
TESTLIB_BODY std::string parseExponentialOptValue(const std::string& value) {
    const size_t at = value.find_first_of("eE");
    if (at == std::string::npos)
        return value;
    const size_t longest = 20;
    // Far beyond every type, and small enough to be written out.
    const long long largest_shift = 10000;
    std::string mantissa = value.substr(0, at);
    std::string exponent = value.substr(at + 1);
    if (exponent.find_first_of("eE") != std::string::npos || exponent.empty() ||
        mantissa.size() > longest || exponent.size() > longest)
        testlib_detail::reject_option(testlib_detail::exponential_notation, value);
    if (exponent[0] == '+')
        exponent.erase(0, 1);
    const long long shift = optValueToIntegral<long long>(exponent, false);
    if (!mantissa.empty() && mantissa[0] == '+')
        mantissa.erase(0, 1);
    optValueToLongDouble(mantissa);
    if (shift > largest_shift || shift < -largest_shift)
        testlib_detail::reject_option(testlib_detail::exponential_notation, value);
    return testlib_detail::shifted_decimal(mantissa, shift);
}

TESTLIB_BODY bool has_opt(const std::string& key) {
    testlib_detail::options_state& options = testlib_detail::state().options;
    options.require_all_used = testlib_detail::require_all_options_used;
    return testlib_detail::option_table(options.by_key).find(key) != nullptr;
}

TESTLIB_BODY void suppressEnsureNoUnusedOpts() {
    testlib_detail::state().options.suppressed = true;
}

TESTLIB_BODY void ensureNoUnusedOpts() { testlib_detail::require_all_options_used(); }

TESTLIB_RARE_CODE_END
