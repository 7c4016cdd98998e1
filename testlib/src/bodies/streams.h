// ==== STREAMS, BODIES: characters, tokens, lines, numbers, and the checks of what was read ========

// Called by every read before it looks at the input. A validator that runs backwards first makes
// up what will be read.
#ifdef TESTLIB_GENERATIVE
#define TESTLIB_SUPPLY(call) testlib_detail::supply_##call
#else
#define TESTLIB_SUPPLY(call) static_cast<void>(0)
#endif

TESTLIB_RARE_CODE

// A problem that a read found.
TESTLIB_BODY void InStream::reject(TResult result, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    testlib_detail::state().deciding_call = at_;
    conclude(result, message.c_str());
}

TESTLIB_BODY void InStream::reject_file(TResult result, const char* what) {
    reject(result, "%s file not found: \"%s\"", what, name.c_str());
}

TESTLIB_BODY void InStream::reject_token(const char* expected, text_ref token) {
    const bool has_zero_byte =
        token.size != 0 && std::memchr(token.data, '\0', token.size) != nullptr;
    if (record_ != nullptr)
        record_->found(expected, token);
    reject(_pe, "Expected %s, but \"%s\" found%s", expected,
           compress(token.str()).c_str(),
           has_zero_byte ? " (it contains \\0)" : "");
}

TESTLIB_BODY void InStream::reject_long_token(text_ref token) {
    reject(_pe, "Length of token exceeds %llu, token is '%s...'",
           static_cast<unsigned long long>(maxTokenLength),
           compress(token.str()).c_str());
}

TESTLIB_BODY void InStream::reject_missing_token() {
    if (reader == nullptr && mode == _input && !name.empty())
        reject_file(_fail, "Input");
    reject(_unexpected_eof, "Unexpected end of file - token expected");
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY char InStream::curChar() {
    TESTLIB_SUPPLY(character(*this, testlib_detail::end_of_input, at_));
    return static_cast<char>(peek());
}

TESTLIB_BODY char InStream::nextChar() {
    TESTLIB_SUPPLY(character(*this, testlib_detail::end_of_input, at_));
    if (reader == nullptr)
        return static_cast<char>(EOFC);
    if (record_ != nullptr)
        record_->disturb();
    return static_cast<char>(reader->take());
}

TESTLIB_BODY void InStream::unreadChar(char c) {
    if (reader == nullptr)
        return;
    if (record_ != nullptr)
        record_->disturb();
    reader->unread(c);
}

TESTLIB_BODY void InStream::skipBlanks() {
    if (reader == nullptr)
        return;
    if (record_ != nullptr)
        record_->disturb();
    reader->skip_blanks();
}

TESTLIB_BODY char InStream::readChar(testlib_detail::call_site at) {
    at_ = at;
    if (record_ != nullptr)
        record_->begin(testlib_detail::op_char);
    const char found = nextChar();
    if (record_ != nullptr)
        record_->end_text(text_ref(" ", 1));
    return found;
}

TESTLIB_BODY char InStream::readChar(char c, testlib_detail::call_site at) {
    at_ = at;
    TESTLIB_SUPPLY(character(*this, static_cast<unsigned char>(c), at));
    const char* const op = c == ' ' ? testlib_detail::op_space : testlib_detail::op_char;
    const bool is_expected = record_ != nullptr && record_->follows(op, 0, 0, text_ref());
    if (record_ != nullptr && !is_expected)
        record_->begin(op);
    remember_line();
    if (c == LF || reader == nullptr || !reader->take_if(c)) {
        const char found = nextChar();
        if (found != c) {
            const char* const text = isEoln(found)
                                         ? "Unexpected character #%d, but '%c' expected"
                                         : "Unexpected character '%c', but '%c' expected";
            if (record_ != nullptr)
                record_->found_character(c, found);
            reject(_pe, text, static_cast<int>(found), c);
        }
    }
    if (is_expected)
        record_->advance();
    else if (record_ != nullptr)
        record_->end_text(text_ref(" ", 1));
    return c;
}

TESTLIB_BODY bool InStream::eof(testlib_detail::call_site at) {
    at_ = at;
#ifdef TESTLIB_GENERATIVE
    if (testlib_detail::makes_up(*this) && !testlib_detail::has_input(*this))
        return testlib_detail::decide_end(*this, false, at);
#endif
    return peek() == testlib_detail::end_of_input;
}

TESTLIB_BODY bool InStream::seekEof(testlib_detail::call_site at) {
    skipBlanks();
    return eof(at);
}

TESTLIB_RARE_CODE

// Consumes a line end, if one is next.
TESTLIB_BODY bool InStream::at_line_end() {
    const int next = peek();
    if (next == testlib_detail::end_of_input)
        return !strict;
    const bool lone = next == LF;
    const bool pair = next == CR && reader->peek_second() == LF;
    const bool accepted =
        strict ? (testlib_detail::strict_line_end_is_crlf ? pair : lone) : lone || pair;
    if (accepted && pair)
        reader->take();
    if (accepted)
        reader->take();
    return accepted;
}

TESTLIB_RARE_CODE_END

// Most lines end with a line feed that is at hand.
TESTLIB_BODY bool InStream::take_line_end() {
    const bool may_be_feed = !testlib_detail::strict_line_end_is_crlf || !strict;
    return (may_be_feed && reader != nullptr && reader->take_line_feed()) || at_line_end();
}

TESTLIB_BODY bool InStream::eoln(testlib_detail::call_site at) {
    at_ = at;
#ifdef TESTLIB_GENERATIVE
    if (testlib_detail::makes_up(*this) && !testlib_detail::has_input(*this) &&
        !testlib_detail::decide_end(*this, true, at))
        return false;
#endif
    if (record_ != nullptr)
        record_->disturb();
    return take_line_end();
}

TESTLIB_BODY bool InStream::seekEoln(testlib_detail::call_site at) {
    if (reader != nullptr) {
        if (record_ != nullptr)
            record_->disturb();
        reader->skip_spaces_and_tabs();
    }
    return eoln(at);
}

TESTLIB_RARE_CODE

// Names what stands where something else was expected.
TESTLIB_BODY void InStream::advise_of_next(const char* expected) {
    const int next = peek();
    const char* found = "character '%c'";
    if (next == testlib_detail::end_of_input)
        found = "end of the file";
    else if (next == SPACE)
        found = "space: is a readSpace missing, or is the space one too many";
    else if (next == LF || next == CR)
        found = "line end: is a readEoln missing, or is the line too short";
    else if (testlib_detail::is_unprintable(static_cast<char>(next)))
        found = "byte %d";
    const std::string hint =
        testlib_detail::format_unchecked("%s was expected, here is a %s", expected, found);
    testlib_detail::advise(testlib_detail::format_unchecked(hint.c_str(), next).c_str());
}

TESTLIB_BODY void InStream::reject_line_end() {
    if (record_ != nullptr)
        record_->found_next("end of line");
    advise_of_next("a line end");
    reject(_pe, "Expected EOLN");
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::read_line_end() {
    TESTLIB_SUPPLY(line_end(*this));
    remember_line();
    if (!take_line_end())
        reject_line_end();
}

TESTLIB_BODY void InStream::readEoln(testlib_detail::call_site at) {
    at_ = at;
    const bool is_expected =
        record_ != nullptr && record_->follows(testlib_detail::op_eoln, 0, 0, text_ref());
    if (record_ != nullptr && !is_expected)
        record_->begin(testlib_detail::op_eoln);
    read_line_end();
    if (is_expected)
        record_->advance();
    else if (record_ != nullptr)
        record_->end_text(text_ref(" ", 1));
}

TESTLIB_RARE_CODE

TESTLIB_BODY void InStream::readEof(testlib_detail::call_site at) {
    at_ = at;
    if (record_ != nullptr)
        record_->begin("eof");
    remember_line();
    if (peek() != testlib_detail::end_of_input ||
        (reader != nullptr && reader->at_false_end())) {
        if (record_ != nullptr)
            record_->found_next("end of file");
        advise_of_next("the end of the file");
        reject(_pe, "Expected EOF");
    }
    if (record_ != nullptr)
        record_->end_text(text_ref());
    if (this == &testlib_detail::state().inf)
        testlib_detail::state().input_end_was_read = true;
}

// The next token; strict streams must stand right in front of it.
TESTLIB_BODY testlib_detail::text_ref InStream::next_token() {
    if (!strict)
        skipBlanks();
    remember_line();
    const int next = peek();
    if (next == testlib_detail::end_of_input)
        reject_missing_token();
    if (testlib_detail::is_blank(static_cast<char>(next))) {
        if (record_ != nullptr)
            record_->found_next("token");
        advise_of_next("a token");
        reject(_pe, "Unexpected white-space - token expected");
    }
    const text_ref token = reader->take_token(maxTokenLength);
    if (token.size > maxTokenLength)
        reject_long_token(token);
    return token;
}

TESTLIB_RARE_CODE_END

// The next token if there is nothing unusual about it.
TESTLIB_BODY bool InStream::take_plain_token(text_ref& token) {
    if (!strict)
        skipBlanks();
    remember_line();
    return reader != nullptr && reader->take_plain_token(maxTokenLength, token);
}

TESTLIB_RARE_CODE

// A token that should be a number: outside of strict mode a missing one is named by its type.
TESTLIB_BODY testlib_detail::text_ref InStream::next_number(const char* expected) {
    if (!strict) {
        skipBlanks();
        remember_line();
        if (peek() == testlib_detail::end_of_input)
            reject(_unexpected_eof, "Unexpected end of file - %s expected", expected);
    }
    return next_token();
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::read_token(std::string& result, const pattern* p,
                                       const text_ref& label, int index) {
    TESTLIB_SUPPLY(token(*this, p, label, at_));
    if (record_ != nullptr)
        record_->begin_token("token", label, p);
    text_ref token;
    if (!take_plain_token(token))
        token = next_token();
    result.assign(token.data, token.size);
    if (p != nullptr)
        match("Token", "parameter ", result, *p, label, index);
    if (record_ != nullptr)
        record_->end_text(result);
}

TESTLIB_BODY void InStream::read_line(std::string& result, const pattern* p, const text_ref& label,
                                      int index) {
    TESTLIB_SUPPLY(line(*this, p, label, at_));
    if (reader == nullptr)
        reject(_pe, "Expected line");
    if (record_ != nullptr)
        record_->begin("line", label, p);
    result.clear();
    remember_line();
    reader->take_line(result);
    if (strict)
        read_line_end();
    else
        take_line_end();
    if (p != nullptr)
        match("Line", "", result, *p, label, index);
    if (record_ != nullptr)
        record_->end_text(result);
}

TESTLIB_BODY std::string InStream::readToken(testlib_detail::call_site at) {
    std::string result;
    readTokenTo(result, at);
    return result;
}

TESTLIB_BODY std::string InStream::readToken(string_ref ptrn, text_ref label,
                                             testlib_detail::call_site at) {
    return readToken(testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY std::string InStream::readToken(const pattern& p, text_ref label,
                                             testlib_detail::call_site at) {
    at_ = at;
    std::string result;
    read_token(result, &p, label, readManyIteration);
    return result;
}

TESTLIB_BODY void InStream::readTokenTo(std::string& result, testlib_detail::call_site at) {
    at_ = at;
    read_token(result, nullptr, text_ref(), NO_INDEX);
}

TESTLIB_BODY void InStream::readTokenTo(std::string& result, string_ref ptrn, text_ref label,
                                        testlib_detail::call_site at) {
    readTokenTo(result, testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY void InStream::readTokenTo(std::string& result, const pattern& p, text_ref label,
                                        testlib_detail::call_site at) {
    at_ = at;
    read_token(result, &p, label, NO_INDEX);
}

TESTLIB_BODY std::string InStream::readLine(testlib_detail::call_site at) {
    std::string result;
    readLineTo(result, at);
    return result;
}

TESTLIB_BODY std::string InStream::readLine(string_ref ptrn, text_ref label,
                                            testlib_detail::call_site at) {
    return readLine(testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY std::string InStream::readLine(const pattern& p, text_ref label,
                                            testlib_detail::call_site at) {
    std::string result;
    readLineTo(result, p, label, at);
    return result;
}

TESTLIB_BODY void InStream::readLineTo(std::string& result, testlib_detail::call_site at) {
    at_ = at;
    read_line(result, nullptr, text_ref(), NO_INDEX);
}

TESTLIB_BODY void InStream::readLineTo(std::string& result, string_ref ptrn, text_ref label,
                                       testlib_detail::call_site at) {
    readLineTo(result, testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY void InStream::readLineTo(std::string& result, const pattern& p, text_ref label,
                                       testlib_detail::call_site at) {
    at_ = at;
    read_line(result, &p, label, readManyIteration);
}

TESTLIB_RARE_CODE

// "Integer", "Integer parameter [name=n] equals to", "Integer element a[3] equals to" and so on.
TESTLIB_BODY std::string InStream::subject(const char* kind, const char* noun,
                                           const text_ref& label, int index) const {
    if (index != NO_INDEX) {
        return testlib_detail::format_unchecked(
            "%s element %.*s[%s%d] equals to", kind, static_cast<int>(label.size), label.data,
            label.empty() ? "index=" : "", index);
    }
    return testlib_detail::format_unchecked(label.empty() ? "%s" : "%s %s[name=%.*s] equals to",
                                            kind, noun, static_cast<int>(label.size), label.data);
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::note_variable(const text_ref& label) {
    if (strict && !label.empty())
        testlib_detail::state().validator.variables().add_variable(label);
}

TESTLIB_BODY void InStream::match(const char* kind, const char* noun, const std::string& text,
                                  const pattern& p, const text_ref& label, int index) {
    if (!p.matches(text)) {
        if (record_ != nullptr)
            record_->found("pattern", text);
        reject(_wa, "%s \"%s\"%s doesn't correspond to pattern \"%s\"",
               subject(kind, noun, label, index).c_str(), compress(text).c_str(),
               label.empty() ? "" : ",", p.src().c_str());
    }
    note_variable(label);
}
