// ==== TRACE: the program explains itself to a tool that asks =======================================
//
// TESTLIB_TRACE names a file, or a descriptor as "fd:3". Records are lines of JSON; with
// TESTLIB_TRACE_FORMAT=bin they are packed, because the reads of a large input are many:
//   "TLT\1", then records that begin with a number (seven bits a byte, the lowest first)
//   0  a JSON record: its length and its text
//   1  a kind of read: its number and, as above, its description in JSON
//   2  the number of the test case that begins, plus one
//   3  so many reads, each of the kind that last came after the kind before it, each beginning
//      where the one before ended; their values stand in the input
//   n  a read of kind n - 4: how many bytes lie between it and the read before; then the value of
//      an integer (signs folded into the lowest bit), the eight bytes of a real number and how many
//      bytes it took, or how many bytes a text took, the end of a line included

namespace testlib_detail {

#ifdef TESTLIB_GENERATIVE
long long last_choice();
#endif

// Names of reads, each at one place so that comparing addresses is enough.
const char* const op_char = "char";
const char* const op_space = "space";
const char* const op_eoln = "eoln";

// What is open to the tool, and what was counted.
struct trace {
    int descriptor = -1;
    bool reads = false;
    bool packed = false;
    const InStream* stream = nullptr;  // Where the verdict comes from.
    bool told_verdict = false;
    unsigned long long seed = 0;
    unsigned long long read_count = 0;
    int kind_count = 0;
    int test_case = no_test_case;
    struct option {
        std::string key;
        const char* type;
        std::string fallback;
        bool has_fallback;
        option* next;
    }* options = nullptr;

    stream_record* in_run = nullptr;  // Has reads that are counted and not yet written.

    static const size_t room = 1 << 16;
    char buffer[room + 64];
    size_t used = 0;

    void flush() {
        size_t done = 0;
        while (done < used) {
#ifdef _WIN32
            const int wrote = _write(descriptor, buffer + done, static_cast<unsigned>(used - done));
#else
            const ssize_t wrote = ::write(descriptor, buffer + done, used - done);
#endif
            if (wrote < 0 && errno == EINTR)
                continue;
            if (wrote <= 0)
                break;
            done += static_cast<size_t>(wrote);
        }
        used = 0;
    }

    TESTLIB_NOINLINE void put(const char* data, size_t size) {
        while (size > 0) {
            if (used >= room)
                flush();
            const size_t part = std::min(size, room - used);
            std::memcpy(buffer + used, data, part);
            used += part;
            data += part;
            size -= part;
        }
    }

    // The buffer has room behind its end for a few numbers, so that they need no look at it each.
    void put_number(unsigned long long value) {
        while (value >= 128) {
            buffer[used++] = static_cast<char>(value | 128);
            value >>= 7;
        }
        buffer[used++] = static_cast<char>(value);
    }

    void end_run();

    TESTLIB_RARE void put_text(int kind, const std::string& text) {
        if (used >= room)
            flush();
        put_number(static_cast<unsigned long long>(kind));
        put_number(text.size());
        put(text.data(), text.size());
    }

    TESTLIB_RARE void record(const std::string& text) {
        if (packed) {
            end_run();
            put_text(0, text);
        } else {
            put(text.data(), text.size());
            put("\n", 1);
        }
    }
};

TESTLIB_RARE_CODE

// How many bytes a character of UTF-8 takes here; 0 for what is none.
TESTLIB_BODY size_t character_size(const char* at, const char* end) {
    const unsigned char first = static_cast<unsigned char>(*at);
    const size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3
                                       : first < 0xF5 ? 4 : 0;
    if (size > static_cast<size_t>(end - at))
        return 0;
    for (size_t i = 1; i < size; ++i)
        if ((static_cast<unsigned char>(at[i]) & 0xC0) != 0x80)
            return 0;
    const unsigned char second = size > 1 ? static_cast<unsigned char>(at[1]) : 0;
    const bool is_wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                          (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return is_wrong ? 0 : size;
}

// An object of JSON, key by key. Bytes that are no text are shown as the replacement character.
class json_object {
public:
    explicit json_object(const char* kind) : text_("{") {
        if (kind != nullptr)
            text_ = concat("{\"v\":1,\"kind\":\"", kind, "\"");
    }

    void add(const char* key, const text_ref& value) {
        begin(key);
        text_ += '"';
        const char* at = value.data;
        const char* const end = at + value.size;
        while (at != end) {
            const size_t size = character_size(at, end);
            if (size == 0)
                text_ += "\\ufffd";
            else if (*at == '"' || *at == '\\')
                text_.append("\\").append(at, 1);
            else if (static_cast<unsigned char>(*at) < 32)
                text_ += format_unchecked("\\u%04x", static_cast<int>(*at));
            else
                text_.append(at, size);
            at += size == 0 ? 1 : size;
        }
        text_ += '"';
    }

    void add(const char* key, long long value) { add_plain(key, signed_text(value)); }

    void add_plain(const char* key, const std::string& value) {
        begin(key);
        text_ += value;
    }

    void add(const char* key, const bound_value& value) {
        const bool is_finite = value.kind != bound_value::real ||
                               (value.real_value - value.real_value == 0);
        if (value.kind == bound_value::real && is_finite)
            add_plain(key, format_unchecked("%.17g", value.real_value));
        else if (value.kind == bound_value::real)
            add(key, text_ref(value.real_value > 0 ? "inf" : value.real_value < 0 ? "-inf" : "nan"));
        else if (value.kind != bound_value::none)
            add_plain(key, value.text());
    }

    void add(const call_site& at) {
        if (!at.known())
            return;
        add("file", text_ref(at.file()));
        add("line", static_cast<long long>(at.line()));
        if (at.column() != 0)
            add("column", static_cast<long long>(at.column()));
    }

    std::string str() const { return concat(text_, "}"); }

private:
    std::string text_;

    void begin(const char* key) {
        if (text_.size() > 1)
            text_ += ',';
        text_ += '"';
        text_ += key;
        text_ += "\":";
    }
};

TESTLIB_RARE_CODE_END

// What is remembered of the reads of a stream.
class stream_record {
public:
    TESTLIB_RARE stream_record(trace& to, InStream& stream, const char* stream_name)
        : trace_(to), stream_name_(stream_name), keeps_text_(state().mode == _checker) {
        stream.record_ = this;
    }

    static stream_record* of(const InStream& stream) { return stream.record_; }
    static void detach(InStream& stream) { stream.record_ = nullptr; }

    // Whether a read is the one that came after the last one before, too. Most reads of a loop are,
    // and of those nothing but their number is kept.
    bool follows(InStream& in, const char* op, unsigned long long low, unsigned long long high,
                 const text_ref& name) {
        const kind_of_read* const kind = expected_kind_;
        if (kind == nullptr || !kind->at.is(in.at_) || kind->op != op || kind->low.integer != low ||
            kind->high.integer != high || kind->name.data != name.data || !name.is_literal)
            return false;
        current_ = kind;
        reading_ = true;
        start_ = in.reader->offset();
        return true;
    }

    void advance() {
        reading_ = false;
        ++run_;
        expect_after(current_);
    }

    // Something is consumed that no read tells of.
    void disturb(InStream& in) {
        if (expected_kind_ == nullptr)
            return;
        expected_kind_ = nullptr;
        last_end_ = in.reader->offset();
    }

    // A character, a line, or the end of one of them.
    void begin(InStream& in, const char* op, const text_ref& name = text_ref(),
               const pattern* shape = nullptr) {
        begin(in, op, name, shape, false, bound_value(), bound_value());
    }

    void begin_token(InStream& in, const char* op, const text_ref& name, const pattern* shape) {
        if (!in.strict)
            in.skipBlanks();
        begin(in, op, name, shape, false, bound_value(), bound_value());
    }

    void begin_number(InStream& in, const char* op, const text_ref& name, bool bounded,
                      const bound_value& low, const bound_value& high) {
        if (!in.strict)
            in.skipBlanks();
        begin(in, op, name, nullptr, bounded, low, high);
    }

    // What a read wanted and what stood there instead.
    TESTLIB_RARE void found(const char* expected, const text_ref& text) {
        expected_ = expected;
        found_ = compress(text.str());
        has_found_ = true;
    }

    TESTLIB_RARE void found_next(const char* expected, InStream& in) {
        const int next = in.peek();
        const char c = static_cast<char>(next);
        found(expected, next == end_of_input ? text_ref("") : text_ref(&c, 1));
        if (next == end_of_input)
            found_ = "end of file";
    }

    void end_text(InStream& in, const text_ref& text) {
        end_read(in, bound_value(), text.size);
        if (keeps_text_)
            text_.assign(text.data, std::min(text.size, size_t(64)));
    }

    void end_number(InStream& in, const bound_value& value) { end_read(in, value, 0); }

    // The place of the last read, and what it was about if it is still going on.
    TESTLIB_RARE void describe(const InStream& in, json_object& object) const {
        if (current_ == nullptr)
            return;
        object.add("stream", text_ref(stream_name_, 3));
        object.add("offset", start_);
        if (in.reader != nullptr && in.reader->line_of(start_) != unknown_line) {
            object.add("in_line", static_cast<long long>(in.reader->line_of(start_)));
            if (in.reader->column_of(start_) >= 0)
                object.add("in_column", in.reader->column_of(start_) + 1);
        }
        if (!reading_)
            return;
        current_->describe(object);
        if (has_found_) {
            object.add("expected", text_ref(expected_));
            object.add("found", text_ref(found_));
        }
    }

    // What was last read whole, as far as a person wants to see it.
    bool has_read() const { return current_ != nullptr && !reading_; }
    long long offset() const { return start_; }
    TESTLIB_RARE std::string text() const {
        return value_.kind == bound_value::none
                   ? text_
                   : value_.kind == bound_value::real ? format_unchecked("%.17g", value_.real_value)
                                                      : value_.text();
    }

    // Writes how many reads went as expected.
    void write_run() {
        if (run_ == 0 || !trace_.reads)
            return;
        trace_.put_number(3);
        trace_.put_number(run_);
        trace_.read_count += run_;
        run_ = 0;
    }

private:
    // What reads of a loop have in common, which are those that differ in values alone.
    struct kind_of_read {
        call_site at;
        const char* op;
        text_ref name;
        bool bounded;
        bound_value low;
        bound_value high;
        const pattern* shape;
        int number;
        // What came next the last time.
        const kind_of_read* successor;
        int successor_number;

        bool is_like(const kind_of_read& other) const {
            return op == other.op && at.is(other.at) && name.size == other.name.size &&
                   name.data == other.name.data && name.is_literal && bounded == other.bounded &&
                   low.same_number(other.low) && high.same_number(other.high) &&
                   shape == other.shape && shape == nullptr;
        }

        TESTLIB_RARE void describe(json_object& object) const {
            object.add("op", text_ref(op, std::strlen(op)));
            if (!name.empty())
                object.add("name", name);
            if (bounded) {
                object.add("lo", low);
                object.add("hi", high);
            }
            if (shape != nullptr)
                object.add("pattern", text_ref(shape->src()));
        }
    };
    static const size_t kinds = 64;

    trace& trace_;
    const char* stream_name_;
    bool keeps_text_;
    bool reading_ = false;
    bool has_found_ = false;
    kind_of_read asked_ = {};                        // What the read asks for.
    const kind_of_read* current_ = nullptr;          // The kind of the last read.
    const kind_of_read* expected_kind_ = nullptr;    // The kind that the next one is likely to be.
    kind_of_read* last_ = nullptr;                   // The kind before, for what comes after it.
    unsigned long long run_ = 0;
    long long start_ = 0;
    long long end_ = 0;
    long long last_end_ = 0;
    bound_value value_;
    std::string text_;
    std::string expected_;
    std::string found_;
    kind_of_read known_[kinds] = {};

    stream_record(const stream_record&);
    stream_record& operator=(const stream_record&);

    TESTLIB_NOINLINE void begin(InStream& in, const char* op, const text_ref& name,
                                const pattern* shape, bool bounded, const bound_value& low,
                                const bound_value& high) {
        if (in.reader != nullptr)
            disturb(in);
        asked_.at = in.at_;
        asked_.op = op;
        asked_.name = name;
        asked_.bounded = bounded;
        asked_.low = low;
        asked_.high = high;
        asked_.shape = shape;
        current_ = &asked_;
        reading_ = true;
        has_found_ = false;
        start_ = in.reader == nullptr ? 0 : in.reader->offset();
    }

    TESTLIB_NOINLINE void end_read(InStream& in, const bound_value& value, size_t size) {
        reading_ = false;
        value_ = value;
        end_ = in.reader == nullptr ? 0 : in.reader->offset();
        if (trace_.reads && !trace_.packed)
            note_line(size);
        else
            note_kind(in);
        if (trace_.reads)
            ++trace_.read_count;
        last_end_ = end_;
    }

    TESTLIB_RARE void note_line(size_t size) {
        json_object object("read");
        asked_.describe(object);
        if (value_.kind == bound_value::none)
            object.add("len", static_cast<long long>(size));
        else
            object.add("value", value_);
        object.add("stream", text_ref(stream_name_, 3));
        object.add("offset", start_);
        object.add("len_bytes", end_ - start_);
        object.add(asked_.at);
        if (state().test_case != no_test_case)
            object.add("test_case", static_cast<long long>(state().test_case));
#ifdef TESTLIB_GENERATIVE
        if (last_choice() >= 0)
            object.add("choice", last_choice());
#endif
        trace_.record(object.str());
    }

    // Writes the read, if reads are wanted, and learns what comes after the one before.
    TESTLIB_NOINLINE void note_kind(const InStream& in) {
        kind_of_read& kind = known_[(asked_.at.line() * 31 + asked_.at.column()) % kinds];
        const bool is_new = kind.op == nullptr || !kind.is_like(asked_);
        if (is_new) {
            // The kind before may be the one that makes room.
            if (last_ == &kind)
                last_ = nullptr;
            kind = asked_;
            kind.number = trace_.kind_count++;
            kind.successor = nullptr;
        }
        if (trace_.reads)
            write_read(kind, is_new);
        if (last_ != nullptr) {
            last_->successor = &kind;
            last_->successor_number = kind.number;
        }
        // Without a name that stays, or where blanks are skipped, nothing is foreseen.
        if (in.strict && kind.name.is_literal && kind.shape == nullptr)
            expect_after(&kind);
        last_ = &kind;
    }

    TESTLIB_NOINLINE void write_read(const kind_of_read& kind, bool is_new) {
        trace_.end_run();
        trace_.in_run = this;
        if (trace_.used >= trace::room)
            trace_.flush();
        if (is_new)
            write_kind(kind);
        if (state().test_case != trace_.test_case) {
            trace_.test_case = state().test_case;
            trace_.put_number(2);
            trace_.put_number(static_cast<unsigned long long>(trace_.test_case + 1));
        }
        trace_.put_number(static_cast<unsigned long long>(kind.number) + 4);
        trace_.put_number(folded(start_ - last_end_));
        put_value();
    }

    TESTLIB_RARE void write_kind(const kind_of_read& kind) {
        json_object object(nullptr);
        object.add("stream", text_ref(stream_name_, 3));
        kind.describe(object);
        object.add(kind.at);
        trace_.put_number(1);
        trace_.put_number(static_cast<unsigned long long>(kind.number));
        const std::string text = object.str();
        trace_.put_number(text.size());
        trace_.put(text.data(), text.size());
    }

    void expect_after(const kind_of_read* kind) {
        last_ = const_cast<kind_of_read*>(kind);
        const kind_of_read* const next = kind->successor;
        expected_kind_ =
            next != nullptr && next->number == kind->successor_number ? next : nullptr;
    }

    void put_value() {
        if (value_.kind == bound_value::real) {
            trace_.put(reinterpret_cast<const char*>(&value_.real_value), sizeof(double));
            trace_.put_number(static_cast<unsigned long long>(end_ - start_));
        } else if (value_.kind == bound_value::signed_integer) {
            trace_.put_number(folded(static_cast<long long>(value_.integer)));
        } else if (value_.kind == bound_value::unsigned_integer) {
            trace_.put_number(value_.integer);
        } else {
            trace_.put_number(static_cast<unsigned long long>(end_ - start_));
        }
    }

    static unsigned long long folded(long long value) {
        return (static_cast<unsigned long long>(value) << 1) ^
               static_cast<unsigned long long>(value < 0 ? -1LL : 0LL);
    }
};

TESTLIB_BODY void trace::end_run() {
    if (in_run != nullptr)
        in_run->write_run();
}

TESTLIB_RARE_CODE

TESTLIB_BODY const char* verdict_word(TResult result) {
    switch (result) {
        case _ok: return "ok";
        case _wa: return "wa";
        case _pe: return "pe";
        case _dirt: return "dirt";
        case _points: return "points";
        case _unexpected_eof: return "unexpected_eof";
        default: return result >= _partially ? "partially" : "fail";
    }
}

// Opens the record if a tool asks for one.
TESTLIB_BODY void trace_begin() {
    const char* const where = std::getenv("TESTLIB_TRACE");
    if (where == nullptr || *where == '\0' || state().tracing != nullptr)
        return;
    const char* const level = std::getenv("TESTLIB_TRACE_LEVEL");
    const char* const form = std::getenv("TESTLIB_TRACE_FORMAT");
    trace* const opened = new trace();
    if (std::strncmp(where, "fd:", 3) == 0)
        opened->descriptor = std::atoi(where + 3);
    else if (FILE* const file = testlib_fopen_(where, "wb"))
        opened->descriptor = file_descriptor(file);
    if (opened->descriptor < 0) {
        delete opened;
        return;
    }
    opened->reads = level != nullptr && std::strcmp(level, "reads") == 0;
    opened->packed = form != nullptr && std::strcmp(form, "bin") == 0;
    if (opened->packed)
        opened->put("TLT\1", 4);
    state().tracing = opened;
    new stream_record(*opened, state().inf, "inf");
    new stream_record(*opened, state().ouf, "ouf");
    new stream_record(*opened, state().ans, "ans");
}

// The stream in which a verdict first comes up decides it.
TESTLIB_BODY void trace_deciding_stream(const InStream& stream) {
    trace* const open = state().tracing;
    if (open != nullptr && open->stream == nullptr)
        open->stream = &stream;
}

TESTLIB_BODY void trace_difference() {
    const stream_record* const ouf = stream_record::of(state().ouf);
    const stream_record* const ans = stream_record::of(state().ans);
    if (state().mode != _checker || !ouf->has_read() || !ans->has_read())
        return;
    json_object object("differ");
    object.add("ouf_offset", ouf->offset());
    object.add("ans_offset", ans->offset());
    object.add("ouf", text_ref(ouf->text()));
    object.add("ans", text_ref(ans->text()));
    state().tracing->record(object.str());
}

TESTLIB_BODY void trace_verdict(TResult result, const std::string& message) {
    trace* const open = state().tracing;
    if (open == nullptr || open->told_verdict)
        return;
    open->told_verdict = true;
    json_object object("fail");
    object.add("verdict", text_ref(std::string(verdict_word(result))));
    object.add("message", text_ref(message));
    object.add(state().deciding_call);
    // What a validator or a generator finds wrong by itself is about the input, as far as it was
    // read.
    const InStream& said = open->stream == nullptr ? state().ouf : *open->stream;
    const InStream& about =
        state().mode == _validator || said.mode == _input ? state().inf : said;
    const stream_record* const record = stream_record::of(about);
    if (record != nullptr)
        record->describe(about, object);
    if (state().test_case != no_test_case)
        object.add("test_case", static_cast<long long>(state().test_case));
    open->record(object.str());
    if (result == _wa || result == _pe)
        trace_difference();
    open->flush();
}

TESTLIB_BODY void trace_generator() {
    const trace& open = *state().tracing;
    json_object object("gen");
    object.add_plain("seed", unsigned_text(open.seed));
    object.add_plain("draws", unsigned_text(state().rnd.steps()));
    std::string options;
    for (const trace::option* i = open.options; i != nullptr; i = i->next) {
        json_object option(nullptr);
        option.add("key", text_ref(i->key));
        option.add("type", text_ref(i->type));
        if (i->has_fallback)
            option.add("default", text_ref(i->fallback));
        TestlibOpt* const given = option_table(state().options.by_key).find(i->key);
        if (given != nullptr)
            option.add("value", text_ref(given->value));
        options = concat(options, options.empty() ? "" : ",", option.str());
    }
    object.add_plain("options", concat("[", options, "]"));
    state().tracing->record(object.str());
}

TESTLIB_BODY void trace_end() {
    trace* const open = state().tracing;
    if (open == nullptr)
        return;
    if (state().mode == _generator)
        trace_generator();
    json_object object("end");
    object.add_plain("reads", unsigned_text(open->read_count));
    object.add("exit_code", static_cast<long long>(state().exit_code));
    open->record(object.str());
    open->flush();
}

TESTLIB_BODY void note_option(const std::string& key, const char* type,
                              const std::string* fallback) {
    trace* const open = state().tracing;
    if (open == nullptr)
        return;
    trace::option** place = &open->options;
    while (*place != nullptr && (*place)->key != key)
        place = &(*place)->next;
    if (*place == nullptr) {
        *place = new trace::option();
        (*place)->key = key;
    }
    (*place)->type = type;
    if (fallback != nullptr) {
        (*place)->fallback = *fallback;
        (*place)->has_fallback = true;
    }
}

TESTLIB_RARE_CODE_END

}  // namespace testlib_detail
