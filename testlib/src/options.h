// ==== OPTIONS: the named and positional options of generators ===================================

struct TestlibOpt {
    std::string value;
    bool used;
    TestlibOpt() : used(false) {}
};

// How many dashes start an option: 1 for -x, 2 for --x, 0 for anything else.
size_t getOptType(const char* s);

// Stores the option at an index, if there is one, and returns the number of arguments it takes.
template <typename Options>
TESTLIB_RARE size_t parseOpt(size_t argc, char* argv[], size_t index, Options& opts) {
    if (index >= argc)
        return 0;
    const size_t dashes = getOptType(argv[index]);
    if (dashes == 0)
        return 1;
    const char* const body = argv[index] + dashes;
    const char* const equals_sign = std::strchr(body, '=');
    std::string key;
    key.assign(body);
    TestlibOpt opt;
    size_t taken = 1;
    if (equals_sign != nullptr) {
        opt.value.assign(equals_sign + 1);
        key.resize(static_cast<size_t>(equals_sign - body));
    } else if (index + 1 < argc && getOptType(argv[index + 1]) == 0) {
        opt.value.assign(argv[index + 1]);
        taken = 2;
    } else if (key.size() > 1 && testlib_detail::is_digit(body[1])) {
        opt.value.assign(body + 1);
        key.resize(1);
    } else {
        opt.value.assign("true");
    }
    opts[key] = opt;
    return taken;
}

void prepareOpts(int argc, char* argv[]);
std::string parseExponentialOptValue(const std::string& value);
long double optValueToLongDouble(const std::string& value);

namespace testlib_detail {

// An integer option: an optional minus and digits, after exponent notation is expanded.
unsigned long long integral_option(const std::string& value, bool nonnegative,
                                   unsigned long long largest);
bool flag_option(const std::string& value, const std::string& source);
const std::string& option_text(const std::string& key);
const std::string& option_text(int index);
int option_count();
// Notes for the record what an option was read as.
void note_option(const std::string& key, const char* type, const std::string* fallback);

template <typename Type>
std::string option_default(const Type& value) {
    return vtos(value);
}
inline std::string option_default(const std::string& value) { return value; }

template <typename Type>
struct option_type {
    static const char* name() {
        return std::is_floating_point<Type>::value ? "double" : "int";
    }
};
template <>
struct option_type<bool> {
    static const char* name() { return "bool"; }
};
template <>
struct option_type<std::string> {
    static const char* name() { return "string"; }
};

}  // namespace testlib_detail

template <typename Type>
Type optValueToIntegral(const std::string& value, bool nonnegative) {
    return static_cast<Type>(testlib_detail::integral_option(
        value, nonnegative, static_cast<unsigned long long>(std::numeric_limits<Type>::max())));
}

// Whether an option was given. Asking arms the check for options that are never used.
bool has_opt(const std::string& key);
void suppressEnsureNoUnusedOpts();
void ensureNoUnusedOpts();

namespace testlib_detail {

// Converts the text of an option; `source` names the option in messages about truth values.
template <typename Type>
Type option_value(const std::string& value, const std::string&, std::true_type /* integral */,
                  std::false_type) {
    return optValueToIntegral<Type>(value, std::is_unsigned<Type>::value);
}

template <typename Type>
Type option_value(const std::string& value, const std::string&, std::false_type,
                  std::true_type /* floating */) {
    return static_cast<Type>(optValueToLongDouble(value));
}

template <typename Type>
Type option_value(const std::string&, const std::string&, std::false_type, std::false_type) {
    static_assert(std::is_arithmetic<Type>::value,
                  "opt<T>: T is bool, an integer type, a floating type or std::string");
}

template <typename Type>
struct option_reader {
    static Type read(const std::string& value, const std::string& source) {
        return option_value<Type>(value, source, std::is_integral<Type>(),
                                  std::is_floating_point<Type>());
    }
};

template <>
struct option_reader<std::string> {
    static std::string read(const std::string& value, const std::string&) { return value; }
};

template <>
struct option_reader<bool> {
    static bool read(const std::string& value, const std::string& source) {
        return flag_option(value, source);
    }
};

// A flag that is absent is false; every other option has to be there.
template <typename Type>
bool is_absent_flag(const std::string& key) {
    return std::is_same<Type, bool>::value && !has_opt(key);
}

}  // namespace testlib_detail

template <typename Type>
Type opt(const std::string& key) {
    testlib_detail::note_option(key, testlib_detail::option_type<Type>::name(), nullptr);
    if (testlib_detail::is_absent_flag<Type>(key))
        return Type();
    return testlib_detail::option_reader<Type>::read(testlib_detail::option_text(key),
                                                     "key '" + compress(key) + "'");
}

inline std::string opt(const std::string& key) { return opt<std::string>(key); }

template <typename Type>
Type opt(int index) {
    return testlib_detail::option_reader<Type>::read(testlib_detail::option_text(index),
                                                     "opt by index '" + vtos(index) + "'");
}

inline std::string opt(int index) { return opt<std::string>(index); }

template <typename Type>
Type opt(const std::string& key, const Type& default_value) {
    if (has_opt(key))
        return opt<Type>(key);
    if (testlib_detail::state().tracing != nullptr) {
        const std::string text = testlib_detail::option_default(default_value);
        testlib_detail::note_option(key, testlib_detail::option_type<Type>::name(), &text);
    }
    return default_value;
}

inline std::string opt(const std::string& key, const std::string& default_value) {
    return opt<std::string>(key, default_value);
}

template <typename Type>
Type opt(int index, const Type& default_value) {
    return index >= testlib_detail::option_count() ? default_value : opt<Type>(index);
}

inline std::string opt(int index, const std::string& default_value) {
    return opt<std::string>(index, default_value);
}
