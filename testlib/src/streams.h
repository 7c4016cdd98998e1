// ==== STREAMS: sources of tokens and lines ========================================================

class InStream;

namespace testlib_detail {

template <typename Unused>
struct stream_constants {
    // The value of readManyIteration outside of a plural read.
    static const int NO_INDEX = INT_MAX;
    // Delimiters of notes inside a message; a report shows them as parentheses.
    static const char OPEN_BRACKET = char(11);
    static const char CLOSE_BRACKET = char(17);
    // Console colours.
    static const WORD color_default = 0x07;
    static const WORD color_green = 0x0A;
    static const WORD color_cyan = 0x0B;
    static const WORD color_red = 0x0C;
    static const WORD color_yellow = 0x0E;
};
template <typename Unused>
const int stream_constants<Unused>::NO_INDEX;
template <typename Unused>
const char stream_constants<Unused>::OPEN_BRACKET;
template <typename Unused>
const char stream_constants<Unused>::CLOSE_BRACKET;

// Holds for bounds that fit the signed and the unsigned form equally badly, which 1e18 does, too.
template <typename Type>
struct is_loose_bound
    : std::integral_constant<bool, std::is_arithmetic<Type>::value &&
                                       !std::is_same<Type, long long>::value &&
                                       !std::is_same<Type, unsigned long long>::value> {};

// unsigned long is as long as unsigned long long on many systems, so such bounds stay unsigned.
template <typename Low, typename High>
struct loose_bounds
    : std::conditional<std::is_same<Low, unsigned long>::value &&
                           std::is_same<High, unsigned long>::value,
                       unsigned long long, long long> {};

template <typename Low, typename High>
struct loose_long
    : std::enable_if<is_loose_bound<Low>::value && is_loose_bound<High>::value,
                     typename loose_bounds<Low, High>::type> {};
template <typename Low, typename High>
using loose_long_of = typename loose_long<Low, High>::type;

// Names that programs use although no header has them. The meaning of some is clear.
template <typename Stream>
struct misnamed_reads {
    TESTLIB_EXTENSION("readEOLN: write readEoln()")
    void readEOLN(TESTLIB_AT) { static_cast<Stream*>(this)->readEoln(at); }
    TESTLIB_EXTENSION("readEOF: write readEof()")
    void readEOF(TESTLIB_AT) { static_cast<Stream*>(this)->readEof(at); }
    template <typename... Arguments>
    TESTLIB_REFUSED("there is no readIntegerTo: write x = inf.readInt(1, 100, \"x\")")
    void readIntegerTo(const Arguments&...);
};

// A verdict, or whether a condition holds, with the place of the call that says so: variadic
// functions cannot have a defaulted last argument.
struct placed_result {
    TResult result;
    call_site at;
    placed_result(TResult value, TESTLIB_AT) : result(value), at(at) {}
};
struct placed_condition {
    bool holds;
    call_site at;
    // By value, so that a constant inside a class needs no definition.
    placed_condition(bool value, TESTLIB_AT) : holds(value), at(at) {}
    template <typename Type>
    placed_condition(const Type& value, TESTLIB_AT) : holds(value ? true : false), at(at) {}
};

// Bounds of the number, or the pattern of the text, that a read wants.
struct wanted {
    const char* op;
    text_ref name;
    bound_value low;
    bound_value high;
    const pattern* shape;
};

class stream_record;
void open_stream(InStream& in, const char* path, TMode mode);

}  // namespace testlib_detail

#define TESTLIB_NO_LENGTH(Number)                                                        \
    TESTLIB_REFUSED("texts are not read by length: write readToken(\"[a-z]{100}\", \"s\")") \
    typename std::enable_if<std::is_integral<Number>::value, std::string>::type

// A source of tokens and lines. Problems found in it end the program with a verdict that depends on
// what the stream is: the participant's output or one of the jury's files.
class InStream : public testlib_detail::stream_constants<void>,
                 public testlib_detail::misnamed_reads<InStream> {
    typedef testlib_detail::text_ref text_ref;
    typedef const std::string& string_ref;
    typedef std::vector<std::string> strings;
    typedef unsigned long long unsigned_long;

public:
    TESTLIB_RARE InStream();
    // A stream over a text that was read from another stream.
    TESTLIB_RARE InStream(const InStream& parent, std::string content);
    TESTLIB_RARE ~InStream();

    InputStreamReader* reader = nullptr;
    // The line on which the last read began, or -1. Looking for an end is no read, and neither is
    // taking whatever character comes.
    int lastLine = testlib_detail::unknown_line;
    std::string name;
    TMode mode = _input;
    bool opened = false;
    bool stdfile = false;
    // Strict streams skip nothing: the program has to read every blank itself.
    bool strict = false;
    size_t wordReserveSize = 256;
    // The index of the element that a plural read is reading.
    int readManyIteration = NO_INDEX;
    size_t maxFileSize = 128 * 1024 * 1024;
    size_t maxTokenLength = 32 * 1024 * 1024;
    size_t maxMessageLength = 32000;

    void init(std::string fileName, TMode streamMode);
    void init(FILE* file, TMode streamMode);
    void reset(FILE* file = NULL);
    void close();
    void skipBom();
    void setTestCase(int testCase);

    // The input consumed so far, byte by byte. The validator keeps it only in programs that call
    // this function, or that were asked for a file made from it.
    template <typename Unused = void>
    std::vector<int> getReadChars();

    // Single characters.
    char curChar();
    char nextChar();
    void skipChar() { nextChar(); }
    void unreadChar(char c);
    char readChar(TESTLIB_AT);
    char readChar(char c, TESTLIB_AT);
    char readSpace(TESTLIB_AT) { return readChar(' ', at); }
    void skipBlanks();

    // Line ends and the end of the stream.
    bool eof(TESTLIB_AT);
    bool seekEof(TESTLIB_AT);
    bool eoln(TESTLIB_AT);
    bool seekEoln(TESTLIB_AT);
    void readEoln(TESTLIB_AT);
    void readEof(TESTLIB_AT);
    void nextLine(TESTLIB_AT) { readLine(at); }

    // Tokens. A word is a token.
    std::string readToken(TESTLIB_AT);
    std::string readToken(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    std::string readToken(const pattern& p, text_ref label = text_ref(), TESTLIB_AT);
    void readTokenTo(std::string& result, TESTLIB_AT);
    void readTokenTo(std::string& result, string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    void readTokenTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                     TESTLIB_AT);
    TESTLIB_LAZY
    strings readTokens(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readTokens(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                       TESTLIB_AT);
    TESTLIB_LAZY
    strings readTokens(int size, const pattern& p, text_ref labels = text_ref(),
                       int indexBase = 1, TESTLIB_AT);

    std::string readWord(TESTLIB_AT) { return readToken(at); }
    std::string readWord(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT) {
        return readToken(ptrn, label, at);
    }
    std::string readWord(const pattern& p, text_ref label = text_ref(), TESTLIB_AT) {
        return readToken(p, label, at);
    }
    void readWordTo(std::string& result, TESTLIB_AT) { readTokenTo(result, at); }
    void readWordTo(std::string& result, string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT) {
        readTokenTo(result, ptrn, label, at);
    }
    void readWordTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                    TESTLIB_AT) {
        readTokenTo(result, p, label, at);
    }
    TESTLIB_LAZY
    strings readWords(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readWords(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);
    TESTLIB_LAZY
    strings readWords(int size, const pattern& p, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);

    // Lines. A string is a line.
    std::string readLine(TESTLIB_AT);
    std::string readLine(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    std::string readLine(const pattern& p, text_ref label = text_ref(), TESTLIB_AT);
    void readLineTo(std::string& result, TESTLIB_AT);
    void readLineTo(std::string& result, string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    void readLineTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                    TESTLIB_AT);
    TESTLIB_LAZY
    strings readLines(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readLines(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);
    TESTLIB_LAZY
    strings readLines(int size, const pattern& p, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);

    std::string readString(TESTLIB_AT) { return readLine(at); }
    std::string readString(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT) {
        return readLine(ptrn, label, at);
    }
    std::string readString(const pattern& p, text_ref label = text_ref(), TESTLIB_AT) {
        return readLine(p, label, at);
    }
    void readStringTo(std::string& result, TESTLIB_AT) { readLineTo(result, at); }
    void readStringTo(std::string& result, string_ref ptrn, text_ref label = text_ref(),
                      TESTLIB_AT) {
        readLineTo(result, ptrn, label, at);
    }
    void readStringTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                      TESTLIB_AT) {
        readLineTo(result, p, label, at);
    }
    TESTLIB_LAZY
    strings readStrings(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readStrings(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                        TESTLIB_AT);
    TESTLIB_LAZY
    strings readStrings(int size, const pattern& p, text_ref labels = text_ref(),
                        int indexBase = 1, TESTLIB_AT);

    // A text has no length to read; it ends with the token or the line.
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readToken(Number size);
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readWord(Number size);
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readLine(Number size);
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readString(Number size);

    // Integers.
    int readInteger(TESTLIB_AT);
    int readInteger(int low, int high, text_ref label = text_ref(), TESTLIB_AT);
    int readInt(TESTLIB_AT) { return readInteger(at); }
    int readInt(int low, int high, text_ref label = text_ref(), TESTLIB_AT) {
        return readInteger(low, high, label, at);
    }
    template <typename Single>
    TESTLIB_REFUSED("both bounds come before the name: readInt(1, 100, \"n\")")
    int readInt(const Single& name);
    template <typename Fourth>
    TESTLIB_REFUSED("readInt takes two bounds and a name; for n numbers: readInts(n, 1, 9, \"a\")")
    int readInt(int low, int high, text_ref label, const Fourth& more);
    long long readLong(TESTLIB_AT);
    long long readLong(long long low, long long high, text_ref label = text_ref(), TESTLIB_AT);
    unsigned_long readLong(unsigned_long low, unsigned_long high, text_ref label = text_ref(),
                           TESTLIB_AT) {
        return readUnsignedLong(low, high, label, at);
    }
    template <typename Single>
    TESTLIB_REFUSED("both bounds come before the name: readLong(1LL, 100LL, \"n\")")
    long long readLong(const Single& name);
    // Bounds like 1 and 100, which the usual header finds ambiguous, are signed ones.
    template <typename Low, typename High>
    TESTLIB_EXTENSION("readLong with bounds of these types: write 1LL, 100LL")
    typename testlib_detail::loose_long<Low, High>::type readLong(
        Low low, High high, text_ref label = text_ref(), TESTLIB_AT) {
        return readLong(static_cast<testlib_detail::loose_long_of<Low, High>>(low),
                        static_cast<testlib_detail::loose_long_of<Low, High>>(high), label, at);
    }
    unsigned_long readUnsignedLong(TESTLIB_AT);
    unsigned_long readUnsignedLong(unsigned_long low, unsigned_long high,
                                   text_ref label = text_ref(), TESTLIB_AT);

    TESTLIB_LAZY
    std::vector<int> readIntegers(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<int> readIntegers(int size, int low, int high, text_ref labels = text_ref(),
                                  int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<int> readInts(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<int> readInts(int size, int low, int high, text_ref labels = text_ref(),
                              int indexBase = 1, TESTLIB_AT);
    TESTLIB_REFUSED("there is no separator to give: write readInts(n, 1, 100, \"a\")")
    std::vector<int> readInts(int size, int low, int high, char separator);
    TESTLIB_LAZY
    std::vector<long long> readLongs(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<long long> readLongs(int size, long long low, long long high,
                                     text_ref labels = text_ref(), int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<unsigned_long> readLongs(int size, unsigned_long low, unsigned_long high,
                                         text_ref labels = text_ref(), int indexBase = 1,
                                         TESTLIB_AT);
    template <typename Low, typename High>
    TESTLIB_EXTENSION("readLongs with bounds of these types: write 1LL, 100LL")
    std::vector<typename testlib_detail::loose_long<Low, High>::type> readLongs(
        int size, Low low, High high, text_ref labels = text_ref(), int indexBase = 1, TESTLIB_AT) {
        return readLongs(size, static_cast<testlib_detail::loose_long_of<Low, High>>(low),
                         static_cast<testlib_detail::loose_long_of<Low, High>>(high), labels,
                         indexBase, at);
    }
    TESTLIB_LAZY
    std::vector<unsigned_long> readUnsignedLongs(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<unsigned_long> readUnsignedLongs(int size, unsigned_long low, unsigned_long high,
                                                 text_ref labels = text_ref(), int indexBase = 1,
                                                 TESTLIB_AT);

    // Real numbers.
    double readDouble(TESTLIB_AT);
    double readDouble(double low, double high, text_ref label = text_ref(), TESTLIB_AT);
    double readReal(TESTLIB_AT) { return readDouble(at); }
    double readReal(double low, double high, text_ref label = text_ref(), TESTLIB_AT) {
        return readDouble(low, high, label, at);
    }
    double readStrictDouble(double low, double high, int minDigits, int maxDigits,
                            text_ref label = text_ref(), TESTLIB_AT);
    double readStrictReal(double low, double high, int minDigits, int maxDigits,
                          text_ref label = text_ref(), TESTLIB_AT) {
        return readStrictDouble(low, high, minDigits, maxDigits, label, at);
    }

    TESTLIB_LAZY
    std::vector<double> readDoubles(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readDoubles(int size, double low, double high,
                                    text_ref labels = text_ref(), int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readReals(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readReals(int size, double low, double high, text_ref labels = text_ref(),
                                  int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readStrictDoubles(int size, double low, double high, int minDigits,
                                          int maxDigits, text_ref labels = text_ref(),
                                          int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readStrictReals(int size, double low, double high, int minDigits,
                                        int maxDigits, text_ref labels = text_ref(),
                                        int indexBase = 1, TESTLIB_AT);

    // Verdicts about this stream.
    NORETURN void quit(TResult result, const char* msg, TESTLIB_AT);
    NORETURN void quitf(testlib_detail::placed_result result, const char* msg, ...)
        TESTLIB_PRINTF(3, 4);
    NORETURN TESTLIB_EXTENSION("quitf with a std::string: write quits(result, message)")
    void quitf(testlib_detail::placed_result result, const std::string& message) {
        quit(result.result, message.c_str(), result.at);
    }
    void quitif(testlib_detail::placed_condition condition, TResult result, const char* msg, ...)
        TESTLIB_PRINTF(4, 5);
    TESTLIB_EXTENSION("quitif with a std::string: give \"%s\", message.c_str()")
    void quitif(testlib_detail::placed_condition condition, TResult result,
                const std::string& message) {
        if (condition.holds)
            quit(result, message.c_str(), condition.at);
    }
    NORETURN void quits(TResult result, std::string msg, TESTLIB_AT);
    void ensuref(testlib_detail::placed_condition cond, const char* format, ...)
        TESTLIB_PRINTF(3, 4);
    TESTLIB_EXTENSION("ensuref with a std::string: give \"%s\", message.c_str()")
    void ensuref(testlib_detail::placed_condition cond, const std::string& message) {
        if (!cond.holds)
            quit(_wa, message.c_str(), cond.at);
    }

    // What inf.ensure(condition) comes to, as ensure is a macro.
    void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                              bool condition) {
        if (!condition)
            quits(_wa, "Condition failed: \"" + std::string(source) + "\"", at);
    }
    template <typename Condition>
    void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                              const Condition& condition) {
        if (!condition)
            quits(_wa, "Condition failed: \"" + std::string(source) + "\"", at);
    }

    // Pieces of the report.
    static void textColor(WORD color);
    static void quitscr(WORD color, const char* msg);
    static void quitscrS(WORD color, std::string msg) { quitscr(color, msg.c_str()); }
    void xmlSafeWrite(FILE* file, const char* msg);

private:
    friend class testlib_detail::stream_record;
    friend void testlib_detail::open_stream(InStream& in, const char* path, TMode mode);

    // The call that reads.
    testlib_detail::call_site at_;
    // What is remembered of the last read when the program is to explain itself.
    testlib_detail::stream_record* record_ = nullptr;

    InStream(const InStream&);
    InStream& operator=(const InStream&);

    TESTLIB_SMALL int peek() {
        return reader == nullptr ? testlib_detail::end_of_input : reader->peek();
    }
    TESTLIB_SMALL void remember_line() {
        if (reader != nullptr)
            lastLine = reader->getLine();
    }
    void open_file(FILE* file);
    NORETURN void reject(TResult result, const char* format, ...) TESTLIB_PRINTF(3, 4);
    NORETURN void reject_file(TResult result, const char* what);
    NORETURN void reject_token(const char* expected, text_ref token);
    NORETURN void reject_long_token(text_ref token);
    NORETURN void reject_missing_token();
    text_ref next_token();
    bool take_plain_token(text_ref& token);
    text_ref next_number(const char* expected);
    void parse_next(const char* expected, int& value);
    void parse_next(const char* expected, long long& value);
    void parse_next(const char* expected, unsigned long long& value);
    void parse_next(const char* expected, double& value);
    bool at_line_end();
    bool take_line_end();
    void read_line_end();
    NORETURN void reject_line_end();
    void advise_of_next(const char* expected);

    void parse(text_ref token, const char* expected, int& value);
    void parse(text_ref token, const char* expected, long long& value);
    void parse(text_ref token, const char* expected, unsigned long long& value);
    void parse(text_ref token, const char* expected, double& value);
    template <typename Type>
    Type read_number(const char* op, const char* expected, const char* kind, bool bounded, Type low,
                     Type high, const text_ref& label);
    template <typename Type>
    Type checked(const char* kind, Type value, Type low, Type high, const text_ref& label);
    template <typename Type>
    NORETURN void reject_range(const char* kind, Type value, Type low, Type high,
                               const text_ref& label);
    double read_strict(double low, double high, int minDigits, int maxDigits,
                       const text_ref& label);
    void read_token(std::string& result, const pattern* p, const text_ref& label, int index);
    void read_line(std::string& result, const pattern* p, const text_ref& label, int index);
    void match(const char* kind, const char* noun, const std::string& text, const pattern& p,
               const text_ref& label, int index);
    std::string subject(const char* kind, const char* noun, const text_ref& label,
                        int index) const;
    void note_variable(const text_ref& label);

    template <typename Type, typename ReadOne>
    std::vector<Type> read_many(const char* function, int size, int indexBase,
                                const text_ref& labels, bool separated, ReadOne read_one);
    template <typename Type>
    std::vector<Type> read_numbers(const char* function, const char* op, const char* expected,
                                   const char* kind, int size, bool bounded, Type low, Type high,
                                   const text_ref& labels, int indexBase);
    TESTLIB_LAZY
    strings read_tokens(const char* function, int size, const pattern* p, const text_ref& labels,
                        int indexBase);
    TESTLIB_LAZY
    strings read_lines(const char* function, int size, const pattern* p, const text_ref& labels,
                       int indexBase);
    TESTLIB_LAZY
    std::vector<double> read_strict_doubles(const char* function, int size, double low,
                                            double high, int minDigits, int maxDigits,
                                            const text_ref& labels, int indexBase);

    NORETURN void conclude(TResult result, const char* msg);
    std::string annotated(TResult result, const std::string& message) const;
    std::string with_stream_notes(const std::string& message) const;
    NORETURN void announce(TResult result, const std::string& message);
    void write_report(TResult result, const std::string& message);

    friend long long stringToLongLong(InStream& in, string_ref buffer);
    friend unsigned long long stringToUnsignedLongLong(InStream& in, string_ref buffer);
    friend double stringToDouble(InStream& in, string_ref buffer);
    friend double stringToStrictDouble(InStream& in, string_ref buffer, int minDigits,
                                       int maxDigits);
    double parse_strict(text_ref token, int minDigits, int maxDigits);
};

// Conversions with the messages of the readers. A C string ends at its first zero byte.
long long stringToLongLong(InStream& in, const std::string& buffer);
long long stringToLongLong(InStream& in, const char* buffer);
unsigned long long stringToUnsignedLongLong(InStream& in, const std::string& buffer);
unsigned long long stringToUnsignedLongLong(InStream& in, const char* buffer);
double stringToDouble(InStream& in, const std::string& buffer);
double stringToDouble(InStream& in, const char* buffer);
double stringToStrictDouble(InStream& in, const std::string& buffer, int minDigits, int maxDigits);
double stringToStrictDouble(InStream& in, const char* buffer, int minDigits, int maxDigits);

template <typename Unused>
std::vector<int> InStream::getReadChars() {
    std::vector<int> result;
    if (testlib_detail::input_retention<Unused>::requested && reader != nullptr) {
        const std::string text = reader->consumed();
        for (size_t i = 0; i < text.size(); ++i)
            result.push_back(static_cast<unsigned char>(text[i]));
    }
    return result;
}
