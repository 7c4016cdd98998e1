// Options of generators: any command line must be read or refused, and what is read must be what was written.
//
// An input is: the kind of access, and arguments that end with a line feed.

#include "quiet.hpp"

namespace {

struct option {
    std::string key, value;
};

bool starts_option(const std::string& argument) {
    const std::size_t dashes = argument.compare(0, 2, "--") == 0 ? 2 : 1;
    return argument.size() > dashes && argument[0] == '-' && std::isalpha(static_cast<unsigned char>(argument[dashes])) &&
           static_cast<unsigned char>(argument[dashes]) < 128;
}

// The rules, one after another. Later ones win.
std::map<std::string, std::string> options_of(const std::vector<std::string>& arguments) {
    std::map<std::string, std::string> found;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (!starts_option(arguments[i]))
            continue;
        const std::string body = arguments[i].substr(arguments[i][1] == '-' ? 2 : 1);
        const std::size_t sign = body.find('=');
        if (sign != std::string::npos)
            found[body.substr(0, sign)] = body.substr(sign + 1);
        else if (i + 1 < arguments.size() && !starts_option(arguments[i + 1]))
            found[body] = arguments[++i];
        else if (body.size() > 1 && '0' <= body[1] && body[1] <= '9')
            found[body.substr(0, 1)] = body.substr(1);
        else
            found[body] = "true";
    }
    return found;
}

void expect(bool good, const char* what, const std::string& value) {
    if (!good)
        complain(format("%s: \"%s\"", what, readable(value).c_str()));
}

// A plus stands in front of the number and of its exponent; the C library takes none before a minus.
long double read_by_library(std::string value) {
    value.erase(std::remove(value.begin(), value.end(), '+'), value.end());
    return std::strtold(value.c_str(), nullptr);
}

// Whether a text is digits behind an optional minus, which is an integer without further ado.
bool is_plain_integer(const std::string& value) {
    const std::size_t sign = !value.empty() && value[0] == '-' ? 1 : 0;
    return value.size() > sign && value.find_first_not_of("0123456789", sign) == std::string::npos;
}

template <typename T>
void try_integer(const std::string& key, const std::string& value) {
    bool accepted = true;
    T found = T();
    try {
        found = opt<T>(key);
    } catch (const exit_exception&) {
        accepted = false;
    }
    const long double library = read_by_library(value);
    // A long double holds every integer of 64 bits.
    expect(!accepted || static_cast<long double>(found) == library, "is another integer", value);
    const bool negative_natural = std::is_unsigned<T>::value && value[0] == '-';
    // The last odd numbers of 64 bits are refused.
    const bool is_last_odd = library > 18446744073709551610.0L && std::fmod(library, 2.0L) != 0;
    const bool fits = library >= static_cast<long double>(std::numeric_limits<T>::min()) &&
                      library <= static_cast<long double>(std::numeric_limits<T>::max()) && !is_last_odd;
    if (is_plain_integer(value) && !negative_natural)
        expect(accepted == fits, accepted ? "does not fit but is read" : "fits but is refused", value);
}

template <typename T>
void try_real(const std::string& key, const std::string& value) {
    try {
        const T found = opt<T>(key);
        const long double library = read_by_library(value);
        const long double error = std::fabs(static_cast<long double>(found) - library);
        // Digits are added one by one, so long texts are rounded often.
        const long double allowed = std::fabs(library) * (sizeof(T) > 4 ? 1e-13L : 1e-6L);
        const bool extreme = std::fabs(library) > std::numeric_limits<T>::max() / 2 ||
                             std::fabs(library) < std::numeric_limits<T>::min() * 2;
        expect(extreme || error <= allowed || value.size() > 300, "is another real number", value);
    } catch (const exit_exception&) {
    }
}

void try_bool(const std::string& key, const std::string& value) {
    const std::string found = outcome_of([&] { return std::string(opt<bool>(key) ? "1" : "0"); });
    const bool yes = value == "true" || value == "1", no = value == "false" || value == "0";
    expect(found == (yes ? "gives 1" : no ? "gives 0" : "quits with 3"), "is another truth value", value);
}

void try_value(unsigned kind, const std::string& key, const std::string& value) {
    switch (kind % 10) {
        case 0: return try_integer<int>(key, value);
        case 1: return try_integer<long long>(key, value);
        case 2: return try_integer<unsigned>(key, value);
        case 3: return try_integer<unsigned long long>(key, value);
        case 4: return try_integer<short>(key, value);
        case 5: return try_integer<unsigned char>(key, value);
        case 6: return try_bool(key, value);
        case 7: return try_real<float>(key, value);
        case 8: return try_real<double>(key, value);
        default: return try_real<long double>(key, value);
    }
}

void try_indexes(const std::vector<std::string>& arguments, unsigned kind) {
    const int count = static_cast<int>(arguments.size());
    const int index = static_cast<int>(kind % 16) - 2;
    const bool inside = 0 <= index && index < count;
    const std::string expected = inside ? "gives " + arguments[static_cast<std::size_t>(index)] : "quits with 3";
    expect(outcome_of([&] { return opt(index); }) == expected, "is not at the index", expected);
    const std::string otherwise = index >= count ? "gives z" : expected;
    expect(outcome_of([&] { return opt(index, "z"); }) == otherwise, "has another default", otherwise);
    outcome_of([&] { return std::to_string(opt<long long>(index, 7)); });
    outcome_of([&] { return std::to_string(opt<double>(index, 7.5)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    byte_source bytes(data, size);
    const unsigned kind = bytes.take();
    // An argument ends at a zero byte.
    std::vector<std::string> arguments = split("gen\n" + bytes.rest(), '\n');
    std::vector<char*> argv;
    for (std::string& argument : arguments) {
        argument = argument.c_str();
        argv.push_back(&argument[0]);
    }
    argv.push_back(nullptr);
    prepareOpts(static_cast<int>(arguments.size()), argv.data());

    const std::map<std::string, std::string> expected = options_of(arguments);
    for (const std::pair<const std::string, std::string>& one : expected) {
        expect(has_opt(one.first), "is not known", one.first);
        expect(opt(one.first) == one.second, "has another value", one.first);
        try_value(kind, one.first, one.second);
    }
    expect(outcome_of([] { return opt("?"); }) == "quits with 3", "is known", "?");
    expect(!has_opt("?") && opt("?", "z") == "z" && !opt<bool>("?"), "is known", "?");
    try_indexes(arguments, kind);
    outcome_of([] { return ensureNoUnusedOpts(), std::string(); });
    return 0;
}
