// Every reader of a stream on random texts, compared with a plain model of what it should do.
//
// An input is: the kind of stream, the number of steps, two bytes for each step (which one, and its parameter), and
// the text.

#include "model.hpp"
#include "sources.hpp"

namespace {

std::string shown(long long value) { return std::to_string(value); }
std::string shown(unsigned long long value) { return std::to_string(value); }
std::string shown(int value) { return std::to_string(value); }
std::string shown(double value) { return format("%a", value); }
std::string shown(const std::string& value) { return readable(value); }

template <typename T>
std::string shown(const std::vector<T>& values) {
    std::string all;
    for (const T& value : values)
        all += shown(value) + ";";
    return all;
}

const char* name_of(unsigned k) {
    static const char* const names[] = {"", "n", "~a", "b1~"};
    return names[k % 4];
}

const char token_pattern[] = "[a-z]{1,3}";
const char line_pattern[] = "[\\ -~]{0,20}";

std::string matched_token(model& m) {
    const std::string text = m.token();
    if (text.size() > 3 || text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos)
        m.quit(wrong_answer);
    return text;
}

std::string matched_line(model& m) {
    const std::string text = m.line();
    const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return 32 <= c && c < 127; });
    if (text.size() > 20 || !printable)
        m.quit(wrong_answer);
    return text;
}

// Sizes of plural reads: mostly small ones, and two that are refused.
int size_of(unsigned k) { return k == 255 ? -1 : k == 254 ? 100000001 : static_cast<int>(k % 4); }

char character_of(unsigned k) { return "a0 -\n\r\t."[k % 8]; }

struct step {
    const char* name;
    std::string (*real)(InStream& s, unsigned k);
    std::string (*expected)(model& m, unsigned k);
};

const step characters[] = {
    {"curChar", [](InStream& s, unsigned) { return shown(s.curChar()); },
     [](model& m, unsigned) { return shown(static_cast<char>(m.peek())); }},
    {"nextChar", [](InStream& s, unsigned) { return shown(s.nextChar()); },
     [](model& m, unsigned) { return shown(static_cast<char>(m.take())); }},
    {"skipChar", [](InStream& s, unsigned) { return s.skipChar(), std::string(); },
     [](model& m, unsigned) { return m.take(), std::string(); }},
    {"readChar", [](InStream& s, unsigned) { return shown(s.readChar()); },
     [](model& m, unsigned) { return shown(static_cast<char>(m.take())); }},
    {"readChar(c)", [](InStream& s, unsigned k) { return s.readChar(character_of(k)), std::string(); },
     [](model& m, unsigned k) { return m.read_char(character_of(k)), std::string(); }},
    {"readSpace", [](InStream& s, unsigned) { return s.readSpace(), std::string(); },
     [](model& m, unsigned) { return m.read_char(' '), std::string(); }},
    {"unreadChar", [](InStream& s, unsigned k) { return s.unreadChar(character_of(k)), std::string(); },
     [](model& m, unsigned k) { return m.unread(character_of(k)), std::string(); }},
    {"skipBlanks", [](InStream& s, unsigned) { return s.skipBlanks(), std::string(); },
     [](model& m, unsigned) { return m.skip_blanks(), std::string(); }},
    {"skipBom", [](InStream& s, unsigned) { return s.skipBom(), std::string(); },
     [](model& m, unsigned) { return m.skip_mark(), std::string(); }},
};

const step ends[] = {
    {"eof", [](InStream& s, unsigned) { return shown(s.eof()); }, [](model& m, unsigned) { return shown(m.eof()); }},
    {"seekEof", [](InStream& s, unsigned) { return shown(s.seekEof()); },
     [](model& m, unsigned) { return m.skip_blanks(), shown(m.eof()); }},
    {"eoln", [](InStream& s, unsigned) { return shown(s.eoln()); },
     [](model& m, unsigned) { return shown(m.eoln()); }},
    {"seekEoln", [](InStream& s, unsigned) { return shown(s.seekEoln()); },
     [](model& m, unsigned) { return m.skip(" \t"), shown(m.eoln()); }},
    {"readEoln", [](InStream& s, unsigned) { return s.readEoln(), std::string(); },
     [](model& m, unsigned) { return m.read_eoln(), std::string(); }},
    {"readEof", [](InStream& s, unsigned) { return s.readEof(), std::string(); },
     [](model& m, unsigned) { return m.read_eof(), std::string(); }},
    {"setTestCase", [](InStream&, unsigned k) { return setTestCase(static_cast<int>(k)), std::string(); },
     [](model&, unsigned) { return std::string(); }},
    {"unsetTestCase", [](InStream&, unsigned) { return unsetTestCase(), std::string(); },
     [](model&, unsigned) { return std::string(); }},
};

const step texts[] = {
    {"readToken", [](InStream& s, unsigned) { return shown(s.readToken()); },
     [](model& m, unsigned) { return shown(m.token()); }},
    {"readToken(p)", [](InStream& s, unsigned k) { return shown(s.readToken(token_pattern, name_of(k))); },
     [](model& m, unsigned) { return shown(matched_token(m)); }},
    {"readWordTo(p)",
     [](InStream& s, unsigned k) {
         std::string text;
         s.readWordTo(text, pattern(token_pattern), name_of(k));
         return shown(text);
     },
     [](model& m, unsigned) { return shown(matched_token(m)); }},
    {"readLine", [](InStream& s, unsigned) { return shown(s.readLine()); },
     [](model& m, unsigned) { return shown(m.line()); }},
    {"readLine(p)", [](InStream& s, unsigned k) { return shown(s.readLine(line_pattern, name_of(k))); },
     [](model& m, unsigned) { return shown(matched_line(m)); }},
    {"nextLine", [](InStream& s, unsigned) { return s.nextLine(), std::string(); },
     [](model& m, unsigned) { return m.line(), std::string(); }},
    {"readTokens", [](InStream& s, unsigned k) { return shown(s.readTokens(size_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(m.token()); }); }},
    {"readWords(p)", [](InStream& s, unsigned k) { return shown(s.readWords(size_of(k), token_pattern, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(matched_token(m)); }); }},
    {"readLines", [](InStream& s, unsigned k) { return shown(s.readLines(size_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), false, [&] { return shown(m.line()); }); }},
    {"readStrings(p)",
     [](InStream& s, unsigned k) { return shown(s.readStrings(size_of(k), line_pattern, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), false, [&] { return shown(matched_line(m)); }); }},
};

const long long low = -1000, high = 4000000000LL;
const double infinite = std::numeric_limits<double>::infinity();

const step integers[] = {
    {"readInt", [](InStream& s, unsigned) { return shown(s.readInt()); },
     [](model& m, unsigned) { return shown(m.short_integer(INT_MIN, INT_MAX)); }},
    {"readInt(..)", [](InStream& s, unsigned k) { return shown(s.readInt(-5, 100, name_of(k))); },
     [](model& m, unsigned) { return shown(m.short_integer(-5, 100)); }},
    {"readLong", [](InStream& s, unsigned) { return shown(s.readLong()); },
     [](model& m, unsigned) { return shown(m.integer(LLONG_MIN, LLONG_MAX)); }},
    {"readLong(..)", [](InStream& s, unsigned k) { return shown(s.readLong(low, high, name_of(k))); },
     [](model& m, unsigned) { return shown(m.integer(low, high)); }},
    {"readUnsignedLong", [](InStream& s, unsigned) { return shown(s.readUnsignedLong()); },
     [](model& m, unsigned) { return shown(m.natural(0, ULLONG_MAX)); }},
    {"readUnsignedLong(..)", [](InStream& s, unsigned k) { return shown(s.readUnsignedLong(2, 99, name_of(k))); },
     [](model& m, unsigned) { return shown(m.natural(2, 99)); }},
    {"readInts", [](InStream& s, unsigned k) { return shown(s.readInts(size_of(k))); },
     [](model& m, unsigned k) {
         return m.many(size_of(k), true, [&] { return shown(m.short_integer(INT_MIN, INT_MAX)); });
     }},
    {"readIntegers(..)", [](InStream& s, unsigned k) { return shown(s.readIntegers(size_of(k), 0, 9, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(m.short_integer(0, 9)); }); }},
    {"readLongs(..)", [](InStream& s, unsigned k) { return shown(s.readLongs(size_of(k), low, high, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(m.integer(low, high)); }); }},
    {"readUnsignedLongs(..)",
     [](InStream& s, unsigned k) { return shown(s.readUnsignedLongs(size_of(k), 1ULL, 50ULL, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(m.natural(1, 50)); }); }},
};

const step reals[] = {
    {"readDouble", [](InStream& s, unsigned) { return shown(s.readDouble()); },
     [](model& m, unsigned) { return shown(m.real(-infinite, infinite)); }},
    {"readReal(..)", [](InStream& s, unsigned k) { return shown(s.readReal(-1, 2.5, name_of(k))); },
     [](model& m, unsigned) { return shown(m.real(-1, 2.5)); }},
    {"readStrictDouble",
     [](InStream& s, unsigned k) { return shown(s.readStrictDouble(-1e9, 1e9, 0, static_cast<int>(k % 40), name_of(k))); },
     [](model& m, unsigned k) { return shown(m.strict_real(-1e9, 1e9, 0, k % 40)); }},
    {"readStrictReal", [](InStream& s, unsigned k) { return shown(s.readStrictReal(0, 5, 1, 3, name_of(k))); },
     [](model& m, unsigned) { return shown(m.strict_real(0, 5, 1, 3)); }},
    {"readReals(..)", [](InStream& s, unsigned k) { return shown(s.readReals(size_of(k), -9, 9, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(m.real(-9, 9)); }); }},
    {"readStrictDoubles",
     [](InStream& s, unsigned k) { return shown(s.readStrictDoubles(size_of(k), 0, 9, 0, 2, name_of(k))); },
     [](model& m, unsigned k) { return m.many(size_of(k), true, [&] { return shown(m.strict_real(0, 9, 0, 2)); }); }},
};

const std::vector<step>& steps() {
    static const std::vector<step> all = [] {
        std::vector<step> result(std::begin(characters), std::end(characters));
        result.insert(result.end(), std::begin(ends), std::end(ends));
        result.insert(result.end(), std::begin(texts), std::end(texts));
        result.insert(result.end(), std::begin(integers), std::end(integers));
        result.insert(result.end(), std::begin(reals), std::end(reals));
        return result;
    }();
    return all;
}

// The bits of the first byte.
struct kind_of_run {
    source_kind source;
    bool strict;
    TMode mode;
    bool fills_a_block;
    bool validates;

    explicit kind_of_run(unsigned byte)
        : source(static_cast<source_kind>(byte & 3)),
          strict((byte & 4) != 0),
          mode(static_cast<TMode>((byte >> 3 & 3) % 3)),
          fills_a_block((byte & 96) == 96 && source == source_kind::file),
          validates((byte & 128) != 0) {}
};

// Text that makes the rest lie across the end of a block of 64 KiB.
std::string filler(byte_source& bytes) {
    const char c = "x 7\n"[bytes.below(4)];
    return std::string(65536 - bytes.take(), c);
}

// On the standard input a byte 255 looks like the end, and exponents without digits are read or not read as one likes.
bool has_a_model(const kind_of_run& kind, const std::string& text) {
    if (kind.source == source_kind::standard_input && text.find('\xFF') != std::string::npos)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool sign = i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-');
        const std::size_t digit = i + 1 + sign;
        if ((text[i] == 'e' || text[i] == 'E') && (digit >= text.size() || !std::isdigit(text[digit] & 127)))
            return false;
    }
    return true;
}

void compare(const step& one, const std::string& found, const std::string& expected, unsigned parameter) {
    if (found != expected)
        complain(format("%s with %u %s; it should be that it %s", one.name, parameter, found.c_str(), expected.c_str()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    byte_source bytes(data, size);
    const kind_of_run kind(bytes.take());
    const std::size_t n_steps = bytes.below(32);
    const std::string chosen = bytes.take(2 * n_steps);
    const unsigned piece = bytes.take();
    const std::string before = kind.fills_a_block ? filler(bytes) : "";
    const std::string behind = bytes.rest();
    const std::string text = before + behind;

    testlibMode = kind.validates ? _validator : _unknown;
    opened_stream opened(kind.source, kind.mode, kind.strict, text, piece);
    const bool has_lines = kind.source != source_kind::memory;
    model expected(text, kind.mode, kind.strict, has_lines);
    // After a verdict nobody reads on; here it is only done to see that nothing breaks.
    bool compares = has_a_model(kind, behind);
    for (std::size_t i = 0; i + 1 < chosen.size(); i += 2) {
        const step& one = steps()[static_cast<unsigned char>(chosen[i]) % steps().size()];
        const unsigned parameter = static_cast<unsigned char>(chosen[i + 1]);
        const std::string found = outcome_of([&] { return one.real(opened.stream(), parameter); });
        if (!compares)
            continue;
        compare(one, found, outcome_of([&] { return one.expected(expected, parameter); }), parameter);
        compares = found.compare(0, 5, "quits") != 0;
        if (compares && opened.stream().lastLine != expected.last_line())
            complain(format("after %s the last line is %d, not %d", one.name, opened.stream().lastLine,
                            expected.last_line()));
    }
    testlibMode = _unknown;
    unsetTestCase();
    return 0;
}
