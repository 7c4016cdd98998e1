// ==== QUIT, BODIES: verdicts, their reports, and the checks at the end of the program ==============

TESTLIB_RARE_CODE

namespace testlib_detail {

// The place of the note in parentheses inside a message. It is delimited by control characters
// until the message is shown, so that parentheses of the program's own text do not count.
struct bracket_note {
    size_t open;
    size_t close;
    bool found;
};

TESTLIB_BODY bracket_note find_note(const std::string& message) {
    const char open = InStream::OPEN_BRACKET, close = InStream::CLOSE_BRACKET;
    bracket_note note = {message.find(open), message.find(close), false};
    note.found = note.open != std::string::npos && note.close != std::string::npos &&
                 note.open < note.close && message.rfind(open) == note.open &&
                 message.rfind(close) == note.close;
    return note;
}

TESTLIB_BODY std::string with_note(const std::string& message, const std::string& text) {
    const char open = InStream::OPEN_BRACKET, close = InStream::CLOSE_BRACKET;
    const bracket_note note = find_note(message);
    if (!note.found)
        return format_unchecked("%s %c%s%c", message.c_str(), open, text.c_str(), close);
    const size_t present = message.find(text, note.open);
    if (present != std::string::npos && present + text.size() <= note.close)
        return message;
    const int before = static_cast<int>(note.close);
    return format_unchecked("%.*s, %s%s", before, message.c_str(), text.c_str(),
                            message.c_str() + before);
}

TESTLIB_BODY std::string with_visible_note(const std::string& message) {
    const bracket_note note = find_note(message);
    if (!note.found)
        return message;
    const int before = static_cast<int>(note.open);
    const int inside = static_cast<int>(note.close) - before - 1;
    const char* const text = message.c_str();
    return format_unchecked("%.*s(%.*s)%s", before, text, inside, text + before + 1,
                            text + note.close + 1);
}

TESTLIB_BODY std::string truncated(const std::string& message, size_t longest) {
    if (message.size() <= longest)
        return message;
    std::string result = format_unchecked(
        "message length exceeds %llu, the message is truncated: ",
        static_cast<unsigned long long>(longest));
    // Where not even this text fits, the usual header cuts nothing off.
    const size_t room = result.size() <= longest ? longest - result.size() : message.size();
    result.append(message, 0, room);
    return result;
}

// Success has to be earned: nothing may be left over in the participant's output.
TESTLIB_BODY bool is_success(TResult result) {
    return result == _ok || result == _points || result >= _partially;
}

// What stands in front of the message, as a format; empty for numbers that are no verdict.
TESTLIB_BODY const char* verdict_prefix(TResult result) {
    if (result >= _partially)
        return "partially correct (%d) ";
    switch (result) {
        case _ok: return "ok ";
        case _wa: return "wrong answer ";
        case _pe: return "wrong output format ";
        case _dirt: return "wrong output format ";
        case _fail: return "FAIL ";
        case _points: return "points ";
        case _unexpected_eof: return "unexpected eof ";
        default: return "";
    }
}

TESTLIB_BODY WORD verdict_color(TResult result) {
    if (result >= _partially)
        return InStream::color_yellow;
    switch (result) {
        case _ok: return InStream::color_green;
        case _dirt: return InStream::color_cyan;
        case _points: return InStream::color_yellow;
        case _unexpected_eof: return InStream::color_cyan;
        default: return InStream::color_red;
    }
}

TESTLIB_BODY std::string points_text(double points) {
    return removeDoubleTrailingZeroes(testlib_format_("%.10f", points));
}

TESTLIB_BODY void advise(const char* hint) { state().hint.assign(hint); }

TESTLIB_BODY void show_hint() {
    if (!state().hint.empty() && std::getenv("TESTLIB_HINTS") != nullptr)
        std::fprintf(stderr, "Hint: %s\n", state().hint.c_str());
    state().hint.clear();
}

// Nothing may run twice when the final checks themselves end the program.
NORETURN TESTLIB_BODY void leave(int exit_code) {
    program_state& program = state();
    program.exit_code = exit_code;
    if (program.finalizing) {
        flush_output();
        std::fflush(nullptr);
        std::_Exit(exit_code);
    }
#ifdef TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT
    throw exit_exception(exit_code);
#else
    std::exit(exit_code);
#endif
}

}  // namespace testlib_detail

TESTLIB_BODY void halt(int exitCode) {
#ifdef FOOTER
    InStream::textColor(InStream::color_default);
    std::fprintf(stderr, "Checker: \"%s\"\n", testlib_detail::state().checker_name.c_str());
    std::fprintf(stderr, "Exit code: %d\n", exitCode);
#endif
    testlib_detail::leave(exitCode);
}

TESTLIB_BODY void InStream::textColor(WORD color) {
    if (!testlib_detail::standard_error_is_terminal())
        return;
#ifdef _WIN32
    SetConsoleTextAttribute(GetStdHandle(STD_ERROR_HANDLE), color);
#else
    const char* code = "\033[0m";
    if (color == color_red)
        code = "\033[1;31m";
    else if (color == color_green)
        code = "\033[1;32m";
    else if (color == color_yellow)
        code = "\033[1;33m";
    else if (color == color_cyan)
        code = "\033[1;36m";
    std::fputs(code, stderr);
#endif
}

// Shows a text in a colour, unless the verdict goes to a report file.
TESTLIB_BODY void InStream::quitscr(WORD color, const char* msg) {
    if (!testlib_detail::state().result_name.empty())
        return;
    textColor(color);
    std::fputs(msg, stderr);
    textColor(color_default);
}

TESTLIB_BODY void InStream::xmlSafeWrite(FILE* file, const char* msg) {
    for (const char* c = msg; *c != '\0'; ++c) {
        switch (*c) {
            case '&': std::fputs("&amp;", file); break;
            case '<': std::fputs("&lt;", file); break;
            case '>': std::fputs("&gt;", file); break;
            case '"': std::fputs("&quot;", file); break;
            default:
                std::fputc(static_cast<unsigned char>(*c) < 32 ? '.' : *c, file);
        }
    }
}

// Adds the number of the test case: where a failure happened, or how many cases went well.
TESTLIB_BODY std::string InStream::annotated(TResult result,
                                                    const std::string& message) const {
    const int test_case = testlib_detail::state().test_case;
    if (test_case == testlib_detail::no_test_case)
        return message;
    const bool is_count = result == _ok || result == _points;
    const char* const format = !is_count       ? "test case %d"
                               : test_case == 1 ? "%d test case"
                                                : "%d test cases";
    return testlib_detail::with_note(message, testlib_detail::format_unchecked(format, test_case));
}

TESTLIB_BODY std::string InStream::with_stream_notes(const std::string& message) const {
    const bool is_test = mode == _input && testlib_detail::state().mode == _validator;
    const std::string noted = testlib_detail::with_note(message, name);
    if (!is_test || lastLine == testlib_detail::unknown_line)
        return noted;
    return testlib_detail::with_note(noted, testlib_detail::format_unchecked("line %d", lastLine));
}

namespace testlib_detail {

TESTLIB_BODY std::string outcome_attributes(TResult result) {
    const char* const name = outcome_name(result < _partially ? result : _partially);
    if (result == _points)
        return format_unchecked("outcome = \"%s\" points = \"%s\"", name,
                                points_text(state().points).c_str());
    return format_unchecked(result >= _partially ? "outcome = \"%s\" pctype = \"%d\""
                                                 : "outcome = \"%s\"",
                            name, result - _partially);
}

}  // namespace testlib_detail

TESTLIB_BODY void InStream::write_report(TResult result, const std::string& message) {
    testlib_detail::program_state& program = testlib_detail::state();
    if (program.appes_mode && result == _points && testlib_detail::is_infinite(program.points))
        conclude(_fail, "Expected points, but infinity found");
    FILE* const report = testlib_fopen_(program.result_name.c_str(), "w");
    if (report != nullptr && program.appes_mode) {
        std::fprintf(report, "<?xml version=\"1.0\" encoding=\"%s\"?><result %s>",
                     program.appes_encoding.c_str(),
                     testlib_detail::outcome_attributes(result).c_str());
        xmlSafeWrite(report, message.c_str());
        std::fputs("</result>\n", report);
    } else if (report != nullptr) {
        std::fputs(message.c_str(), report);
    }
    if (report == nullptr || std::fclose(report) != 0) {
        program.result_name.clear();
        conclude(_fail, "Can not write to the result file");
    }
}

// Everything ends here. A verdict may turn into another one on the way, which starts over: only
// the participant's output can be wrong, trouble with any other stream is the jury's failure.
TESTLIB_BODY void InStream::conclude(TResult result, const char* msg) {
    testlib_detail::program_state& program = testlib_detail::state();
#ifdef TESTLIB_GENERATIVE
    testlib_detail::refuse_attempt(msg);
#endif
    if (program.guard_alive)
        ++program.quit_count;
    std::string said;
    said.assign(msg);
    const std::string message =
        testlib_detail::truncated(annotated(result, trim(said)), maxMessageLength);
#ifndef ENABLE_UNEXPECTED_EOF
    if (result == _unexpected_eof)
        result = _pe;
#endif
    if (program.mode == _scorer && result != _fail)
        conclude(_fail, "Scorer should return points only. Don't use a quit function.");
    testlib_detail::trace_deciding_stream(*this);
    const bool is_jury = program.mode == _validator || program.mode == _generator;
    if (mode != _output && result != _fail) {
        if (is_jury && this == &program.ouf)
            testlib_detail::advise("there is no participant here: write ensuref, or inf.quitf");
        conclude(_fail, with_stream_notes(message).c_str());
    }
    if (testlib_detail::is_success(result) && program.mode != _interactor &&
        program.ouf.reader != nullptr && !program.ouf.reader->rest_is_blank())
        conclude(_dirt, "Extra information in the output file");
    announce(result, message);
}

// Shows the verdict on the standard error or in the report file, and leaves the program.
TESTLIB_BODY void InStream::announce(TResult result, const std::string& message) {
    testlib_detail::program_state& program = testlib_detail::state();
    const char* const prefix = testlib_detail::verdict_prefix(result);
    const WORD color = testlib_detail::verdict_color(result);
    const int part = result - _partially;
    if (*prefix == '\0')
        conclude(_fail, "What is the code ??? ");
    if (result == _dirt)
        result = _pe;
    const std::string shown = testlib_detail::with_visible_note(message);
    const bool reported = !program.result_name.empty();
    if (reported) {
        write_report(result, shown);
    } else {
        quitscr(color, testlib_detail::format_unchecked(prefix, part).c_str());
        std::fputs(shown.c_str(), stderr);
    }
    std::fputs(reported ? "\nSee file to check exit message\n" : "\n", stderr);
    testlib_detail::show_hint();
    testlib_detail::trace_verdict(result, shown);
    program.inf.close();
    program.ouf.close();
    program.ans.close();
    if (program.close_tout != nullptr)
        program.close_tout();
    halt(resultExitCode(result));
}

TESTLIB_BODY void InStream::quit(TResult result, const char* msg, testlib_detail::call_site at) {
    testlib_detail::state().deciding_call = at;
    conclude(result, msg);
}

TESTLIB_BODY void InStream::quits(TResult result, std::string msg, testlib_detail::call_site at) {
    quit(result, msg.c_str(), at);
}

TESTLIB_BODY void InStream::quitf(testlib_detail::placed_result result, const char* msg, ...) {
    TESTLIB_FORMATTED(message, msg);
    quit(result.result, message.c_str(), result.at);
}

TESTLIB_BODY void InStream::quitif(testlib_detail::placed_condition condition, TResult result,
                                   const char* msg, ...) {
    if (condition.holds) {
        TESTLIB_FORMATTED(message, msg);
        quit(result, message.c_str(), condition.at);
    }
}

TESTLIB_BODY void InStream::ensuref(testlib_detail::placed_condition cond, const char* format,
                                    ...) {
    if (!cond.holds) {
        TESTLIB_FORMATTED(message, format);
        quit(_wa, message.c_str(), cond.at);
    }
}

TESTLIB_BODY void testlib_detail::fail(const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    state().deciding_call = call_site();
    state().ouf.quit(_fail, message.c_str(), call_site());
}

TESTLIB_BODY void quit(TResult result, const char* msg, testlib_detail::call_site at) {
    testlib_detail::state().ouf.quit(result, msg, at);
}

TESTLIB_BODY void quit(TResult result, const std::string& msg, testlib_detail::call_site at) {
    testlib_detail::state().ouf.quit(result, msg.c_str(), at);
}

TESTLIB_BODY void quitf(testlib_detail::placed_result result, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    quit(result.result, message, result.at);
}

TESTLIB_BODY void quitif(testlib_detail::placed_condition condition, TResult result,
                         const char* format, ...) {
    if (condition.holds) {
        TESTLIB_FORMATTED(message, format);
        quit(result, message, condition.at);
    }
}

TESTLIB_BODY void ensuref(testlib_detail::placed_condition cond, const char* format, ...) {
    if (!cond.holds) {
        TESTLIB_FORMATTED(message, format);
        quit(_fail, message, cond.at);
    }
}

namespace testlib_detail {

TESTLIB_BODY void condition_failed(const char* source, const call_site& at) {
    quit(_fail, format_unchecked("Condition failed: \"%s\"", source), at);
}

TESTLIB_BODY void condition_failed_on_line(int line, const char* source, const call_site& at) {
    quit(_fail, format_unchecked("Line %d: Condition failed: \"%s\"", line, source), at);
}

TESTLIB_BODY double checked_points(double points) {
    if (is_nan(points))
        fail("Parameter 'points' can't be nan");
    if (is_infinite(points))
        fail("Parameter 'points' can't be infinite");
    if (points < -1e-8)
        fail("Parameter 'points' can't be negative");
    if (points > 1e6 + 1e-8)
        fail("Parameter 'points' can't be greater than 1E6");
    return points <= 0 ? 0.0 : points < 1e6 ? points : 1e6;
}

// Quits with points, shown as this text or in the form for real numbers.
TESTLIB_BODY void quit_with_points(double points, const char* shown, const std::string& message,
                                   const call_site& at) {
    state().points = checked_points(points);
    const std::string text = shown != nullptr ? shown : points_text(state().points);
    quit(_points, message.empty() ? text : concat(text, " ", message), at);
}

TESTLIB_BODY std::string compared_text(double value) {
    return removeDoubleTrailingZeroes(testlib_format_("%.12f", value));
}

TESTLIB_BODY void quit_with_difference(TResult result, const std::string& expected,
                                       const std::string& found, const std::string& prepend,
                                       const call_site& at) {
    quit(result, concat(compress(prepend), prepend.empty() ? "" : ": ", "expected '",
                        compress(expected), "', but found '", compress(found), "'"),
         at);
}

}  // namespace testlib_detail

TESTLIB_BODY void quitpi(const std::string& points_info, const std::string& message,
                         testlib_detail::call_site at) {
    if (points_info.find(' ') != std::string::npos)
        quit(_fail, "Parameter 'points_info' can't contain spaces", at);
    quit(_points,
         testlib_detail::concat("points_info=", points_info, message.empty() ? "" : " ", message),
         at);
}

TESTLIB_BODY void setName(const char* format, ...) {
    TESTLIB_FORMATTED(name, format);
    testlib_detail::state().checker_name = name;
}

TESTLIB_BODY void disableFinalizeGuard() { testlib_detail::state().guard_alive = false; }

namespace testlib_detail {

// Mistakes that only show at the end of a program.
TESTLIB_BODY void run_final_checks(const program_state& program) {
    if (program.mode == _checker && program.quit_count == 0)
        fail("Checker must end with quit or quitf call.");
    if (program.mode == _validator && !program.input_end_was_read && program.quit_count == 0)
        fail("Validator must end with readEof call.");
    if (program.options.require_all_used != nullptr && !program.options.suppressed)
        program.options.require_all_used();
    if (!program.registered)
        fail("Call register-function in the first line of the main (registerTestlibCmd or other "
             "similar)");
}

TESTLIB_BODY program_state::program_state() : points(HUGE_VAL) {
    checker_name.assign("untitled checker");
    appes_encoding.assign("windows-1251");
}

TESTLIB_BODY program_state::~program_state() {
    finalizing = true;
    close_tout = nullptr;
    if (guard_alive)
        run_final_checks(*this);
#ifdef TESTLIB_GENERATIVE
    finish_attempt();
#endif
    if (exit_code == 0 && write_validator_files != nullptr)
        write_validator_files();
    trace_end();
}

#ifndef TESTLIB_LEAN
TESTLIB_BODY std::fstream& tout_stream() {
    static std::fstream the_stream;
    return the_stream;
}
#endif

}  // namespace testlib_detail

TESTLIB_RARE_CODE_END

TESTLIB_BODY testlib_detail::program_state& testlib_detail::state() {
    static program_state the_state;
    return the_state;
}
