// ==== READERS: buffered sources of bytes with line numbers and one window of lookahead ==========

namespace testlib_detail {

const int end_of_input = -1;
const int unknown_line = -1;

// A place in the input where a test case begins.
struct test_case_marker {
    long long offset;
    int test_case;
};

// Whether some part of the program wants the consumed input back, which costs memory.
bool& input_retention_requested();
bool request_input_retention();

// Naming `requested` in code that is compiled asks for retention before main starts.
template <typename Unused>
struct input_retention {
    static const bool requested;
};
template <typename Unused>
const bool input_retention<Unused>::requested = request_input_retention();

}  // namespace testlib_detail

// Holds a window of the input. Derived classes only say how more bytes are obtained, so that
// looking at a character needs no virtual call.
class InputStreamReader {
public:
    TESTLIB_RARE virtual ~InputStreamReader();

    // The next byte, or end_of_input. Waits for input only when the window is used up.
    TESTLIB_SMALL int peek() {
        return has_next() ? static_cast<unsigned char>(*cursor_) : testlib_detail::end_of_input;
    }

    // The byte behind the next one.
    int peek_second();

    // Consumes and returns the next byte; at the end there is nothing to consume.
    int take() {
        const int c = peek();
        if (c != testlib_detail::end_of_input)
            consume_one();
        else if (at_false_end())
            step_over_false_end();
        return c;
    }

    // Consumes the next byte if it is this one, which is no line end, and at hand.
    bool take_if(char c) {
        if (cursor_ == limit_ || *cursor_ != c)
            return false;
        ++cursor_;
        return true;
    }

    // Whether the end that peek reports is a byte 255 that stands for it.
    TESTLIB_SMALL bool at_false_end() const { return cursor_ == limit_ && limit_ != filled_; }

    void skip_blanks() {
        while (has_next() && testlib_detail::is_blank(*cursor_))
            consume_one();
    }

    // Consumes the rest of the input as far as it is blank.
    TESTLIB_RARE bool rest_is_blank() {
        while (testlib_detail::is_blank(static_cast<char>(peek())))
            take();
        return peek() == testlib_detail::end_of_input;
    }

    void skip_spaces_and_tabs() {
        while (has_next() && (*cursor_ == ' ' || *cursor_ == '\t'))
            consume_one();
    }

    // Consumes an integer without anything unusual about it: at most 19 digits, not longer than
    // `longest`, whole in the window, a blank behind it, up to `largest`, and for signed types
    // down to -`largest` - 1. Otherwise consumes nothing. Signs come in any order, so none of this
    // branches on them.
    bool take_plain_integer(size_t longest, bool is_signed, unsigned long long largest,
                            unsigned long long& value) {
        const char* at = cursor_;
        if (limit_ - at < 24)
            return false;
        const bool negative = *at == '-';
        at += negative;
        const char* const digits = at;
        unsigned digit = static_cast<unsigned char>(*at) - static_cast<unsigned>('0');
        if (digit > 9)
            return false;
        unsigned long long absolute = 0;
        do {
            absolute = absolute * 10 + digit;
            digit = static_cast<unsigned char>(*++at) - static_cast<unsigned>('0');
        } while (digit <= 9 && at - digits < 19);
        const unsigned long long sign = negative;
        if ((*digits == '0' && (negative || at - digits > 1)) || !testlib_detail::is_blank(*at) ||
            absolute > largest + sign || (!is_signed && negative) ||
            static_cast<size_t>(at - cursor_) > longest)
            return false;
        cursor_ += at - cursor_;
        value = (absolute ^ (0 - sign)) + sign;
        return true;
    }

    // Consumes a token that is whole in the window, with a blank behind it, and not longer than
    // `longest`. Otherwise consumes nothing.
    bool take_plain_token(size_t longest, testlib_detail::text_ref& token) {
        const char* at = cursor_;
        while (at != limit_ && !testlib_detail::is_blank(*at))
            ++at;
        const size_t size = static_cast<size_t>(at - cursor_);
        if (at == limit_ || size == 0 || size > longest)
            return false;
        token.data = cursor_;
        token.size = size;
        cursor_ += size;
        return true;
    }

    // Consumes a line feed if it is next and at hand.
    bool take_line_feed() {
        if (cursor_ == limit_ || *cursor_ != LF)
            return false;
        consume_one();
        return true;
    }

    // Consumes everything up to the next blank, but at most `longest` + 1 bytes. The text holds
    // until the reader is used again.
    testlib_detail::text_ref take_token(size_t longest);

    // Appends the rest of the line and stops before LF, CRLF or the end. A lone CR is dropped and
    // the byte behind it is taken as it is, which is byte 255 at the end of the input.
    void take_line(std::string& line);

    // Puts a byte in front of the rest of the input, as if it had not been consumed.
    void unread(char c);

    // The current line, counted from 1, or unknown_line.
    int getLine() const { return line_; }

    // How many bytes were consumed.
    TESTLIB_SMALL long long offset() const { return offset_ + (cursor_ - origin_); }

    // The line of a byte that was consumed lately, and how many bytes lie before it on the line:
    // -1 where that is not known any more.
    TESTLIB_SMALL int line_of(long long offset) const {
        return line_ == testlib_detail::unknown_line || offset >= line_start_ ? line_ : line_ - 1;
    }
    TESTLIB_SMALL long long column_of(long long offset) const {
        return offset >= line_start_ ? offset - line_start_ : offset - line_before_;
    }

    TESTLIB_SMALL void retain_consumed() { retaining_ = true; }
    void mark_test_case(int test_case);
    TESTLIB_SMALL
    const testlib_detail::sequence<testlib_detail::test_case_marker>& markers() const {
        return markers_;
    }

    // All bytes consumed so far, if they were retained.
    TESTLIB_RARE std::string consumed() const {
        std::string result = retained_;
        result.append(origin_, static_cast<size_t>(cursor_ - origin_));
        return result;
    }

    // Adds to the end of the input.
    void supply(const char* text, size_t size);

protected:
    TESTLIB_RARE InputStreamReader(int first_line, bool byte_255_is_end);

    // Stores at most `room` bytes and returns their number, zero at the end of the input.
    virtual size_t read_more(char* into, size_t room) = 0;

private:
    static const size_t block_size = 1 << 16;

    char* buffer_;
    size_t buffer_size_;
    char* cursor_;  // The next byte.
    char* limit_;   // The end of the bytes at hand.
    char* filled_;  // The end of the bytes in the buffer; behind limit_ at a false end.
    char* origin_;  // Bytes from here to cursor_ are consumed and not yet in retained_.
    long long offset_;      // Number of bytes consumed before origin_.
    long long line_start_;  // Number of bytes before the current line.
    long long line_before_;
    int line_;
    bool byte_255_is_end_;
    bool ended_;
    bool retaining_;
    std::string retained_;
    testlib_detail::sequence<testlib_detail::test_case_marker> markers_;

    InputStreamReader(const InputStreamReader&);
    InputStreamReader& operator=(const InputStreamReader&);

    TESTLIB_SMALL bool has_next() { return cursor_ != limit_ || fill(); }

    void consume_one() {
        if (*cursor_++ == LF)
            begin_line();
    }

    void begin_line() {
        if (line_ != testlib_detail::unknown_line)
            ++line_;
        line_before_ = line_start_;
        line_start_ = offset();
    }

    bool fill();
    void find_limit();
    void step_over_false_end();
    void make_room(size_t wanted);
    void make_room_in_front();
    const char* line_piece_end() const;
};

// Reads from a string; it has no line numbers.
class StringInputStreamReader : public InputStreamReader {
public:
    explicit StringInputStreamReader(const std::string& content);

protected:
    TESTLIB_BODY size_t read_more(char* into, size_t room);
};

// Reads from an open file that belongs to someone else, for example stdin. It takes what is there
// and never waits for more than a caller needs.
class FileInputStreamReader : public InputStreamReader {
public:
    TESTLIB_RARE explicit FileInputStreamReader(FILE* file);

protected:
    TESTLIB_BODY size_t read_more(char* into, size_t room);

    FILE* file_;
};

// Reads from a file that it closes in the end.
class BufferedFileInputStreamReader : public FileInputStreamReader {
public:
    TESTLIB_RARE explicit BufferedFileInputStreamReader(FILE* file);
    TESTLIB_RARE ~BufferedFileInputStreamReader();
};
