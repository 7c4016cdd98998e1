// ==== RECORD: what is remembered of reads, and told of them ==================================

namespace testlib_detail {

// What is remembered of the reads of a stream.
class stream_record {
public:
    TESTLIB_RARE stream_record(trace& to, InStream& stream, const char* stream_name)
        : trace_(to),
          stream_(stream),
          stream_name_(stream_name),
          keeps_text_(state().mode == _checker) {
        stream.record_ = this;
    }

    TESTLIB_SMALL static stream_record* of(const InStream& stream) { return stream.record_; }
    static void detach(InStream& stream) { stream.record_ = nullptr; }

    // Whether a read is the one that came after the last one before, too. Most reads of a loop are,
    // and of those nothing but their number is kept.
    TESTLIB_NOINLINE bool follows(const char* op, unsigned long long low,
                                  unsigned long long high, const text_ref& name) {
        kind_of_read* const kind = expected_kind_;
        if (kind == nullptr || !stream_.strict)
            return false;
        if (!kind->at.is(stream_.at_) || kind->op != op || kind->low.integer != low ||
            kind->high.integer != high || kind->name.size != name.size)
            return false;
        for (size_t i = 0; i < name.size; ++i)
            if (kind->name.data[i] != name.data[i])
                return false;
        current_ = kind;
        reading_ = true;
        start_ = stream_.reader->offset();
        return true;
    }

    void advance() {
        reading_ = false;
        ++run_;
        expected_kind_ = current_->successor;
        if (expected_kind_ == nullptr)
            leave_run();
    }

    // Something is consumed that no read tells of.
    void disturb() {
        if (expected_kind_ == nullptr)
            return;
        expected_kind_ = nullptr;
        leave_run();
    }

    // A character, a line, or the end of one of them.
    TESTLIB_RARE void begin(const char* op, const text_ref& name = text_ref(),
                            const pattern* shape = nullptr) {
        begin(op, name, shape, false, bound_value(), bound_value());
    }

    TESTLIB_RARE void begin_token(const char* op, const text_ref& name, const pattern* shape) {
        if (!stream_.strict)
            stream_.skipBlanks();
        begin(op, name, shape, false, bound_value(), bound_value());
    }

    TESTLIB_RARE void begin_number(const char* op, const text_ref& name, bool bounded,
                                   const bound_value& low, const bound_value& high) {
        if (!stream_.strict)
            stream_.skipBlanks();
        begin(op, name, nullptr, bounded, low, high);
    }

    // What a read wanted and what stood there instead.
    TESTLIB_RARE void found(const char* expected, const text_ref& text) {
        expected_.assign(expected);
        found_.assign(compress(text.str()).c_str());
        has_found_ = true;
    }

    TESTLIB_RARE void found_character(char expected, char instead) {
        const char text[] = {expected, '\0'};
        found(text, text_ref(&instead, 1));
    }

    TESTLIB_RARE void found_next(const char* expected) {
        const int next = stream_.peek();
        const char c = static_cast<char>(next);
        found(expected, next == end_of_input ? text_ref("") : text_ref(&c, 1));
        if (next == end_of_input)
            found_.assign("end of file");
    }

    TESTLIB_RARE void end_text(const text_ref& text) {
        end_read(bound_value(), text.size);
        if (keeps_text_)
            text_.assign(text.data, std::min(text.size, size_t(64)));
    }

    TESTLIB_RARE void end_number(const bound_value& value) { end_read(value, 0); }

    // The place of the last read, and what it was about if it is still going on.
    TESTLIB_RARE void describe(json_object& object) const {
        if (current_ == nullptr)
            return;
        object.add("stream", text_ref(stream_name_, 3));
        object.add("offset", start_);
        if (stream_.reader != nullptr && stream_.reader->line_of(start_) != unknown_line) {
            object.add("in_line", static_cast<long long>(stream_.reader->line_of(start_)));
            if (stream_.reader->column_of(start_) >= 0)
                object.add("in_column", stream_.reader->column_of(start_) + 1);
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
    TESTLIB_SMALL bool has_read() const { return current_ != nullptr && !reading_; }
    long long offset() const { return start_; }
    TESTLIB_RARE std::string text() const {
        return value_.kind == bound_value::none
                   ? text_
                   : value_.kind == bound_value::real ? format_unchecked("%.17g", value_.real_value)
                                                      : value_.text();
    }

    // Writes how many reads went as expected.
    TESTLIB_RARE void write_run() {
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
        bool lasts;  // Can be told from others later, too.
        char kept_name[40];
        int number;
        kind_of_read* successor;  // What came next the last time.

        TESTLIB_RARE bool is_like(const kind_of_read& other) const {
            return op == other.op && at.is(other.at) && lasts && other.lasts &&
                   name.is(other.name) && bounded == other.bounded &&
                   low.same_number(other.low) && high.same_number(other.high);
        }

        // The text of a name may be another one by the next read.
        TESTLIB_RARE void keep_name() {
            if (!lasts)
                return;
            std::memcpy(kept_name, name.data, name.size);
            name.data = kept_name;
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
    InStream& stream_;
    const char* stream_name_;
    bool keeps_text_;
    bool reading_ = false;
    bool has_found_ = false;
    kind_of_read asked_ = {};                // What the read asks for.
    kind_of_read* current_ = nullptr;        // The kind of the last read.
    // The kind that the next one is likely to be; none without a reader to foresee it of.
    kind_of_read* expected_kind_ = nullptr;
    kind_of_read* last_ = nullptr;           // The kind before, for what comes after it.
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

    TESTLIB_RARE void begin(const char* op, const text_ref& name, const pattern* shape,
                            bool bounded, const bound_value& low, const bound_value& high) {
        disturb();
        asked_.at = stream_.at_;
        asked_.op = op;
        asked_.name = name;
        asked_.bounded = bounded;
        asked_.low = low;
        asked_.high = high;
        asked_.shape = shape;
        asked_.lasts = shape == nullptr && name.size <= sizeof(asked_.kept_name);
        current_ = &asked_;
        reading_ = true;
        has_found_ = false;
        start_ = stream_.reader == nullptr ? 0 : stream_.reader->offset();
    }

    TESTLIB_RARE void end_read(const bound_value& value, size_t size) {
        reading_ = false;
        value_ = value;
        end_ = stream_.reader == nullptr ? 0 : stream_.reader->offset();
        if (trace_.reads)
            note(size);
        else if (stream_.strict && asked_.lasts)
            note_kind();
        else
            last_ = nullptr;
        last_end_ = end_;
    }

    TESTLIB_RARE void note(size_t size) {
        if (trace_.packed)
            note_kind();
        else
            note_line(size);
        ++trace_.read_count;
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
        trace_.record(object.finish());
    }

    // Where a kind is kept: in one of a few places, so that the kinds of a loop do not drive each
    // other out.
    TESTLIB_RARE kind_of_read& slot_of(const kind_of_read& kind) {
        const size_t tried = 8;
        const size_t first = kind.at.line() * 31 + kind.at.column() + (kind.op == op_space ? 7 : 0);
        for (size_t i = 0; i < tried; ++i) {
            kind_of_read& slot = known_[(first + i) % kinds];
            if (slot.op == nullptr || slot.is_like(kind))
                return slot;
        }
        return known_[(first + trace_.kind_count) % kinds];
    }

    // Writes the read, if reads are wanted, and learns what comes after the one before.
    TESTLIB_RARE void note_kind() {
        kind_of_read& kind = slot_of(asked_);
        const bool is_new = kind.op == nullptr || !kind.is_like(asked_);
        if (is_new) {
            forget(kind);
            kind = asked_;
            kind.keep_name();
            kind.number = trace_.kind_count++;
            kind.successor = nullptr;
        }
        if (trace_.reads)
            write_read(kind, is_new);
        if (last_ != nullptr)
            last_->successor = kind.lasts ? &kind : nullptr;
        // Where blanks are skipped, nothing is foreseen, nor where nothing can be read.
        if (stream_.strict && stream_.reader != nullptr)
            expected_kind_ = kind.successor;
        last_ = &kind;
    }

    // A kind makes room for another one.
    TESTLIB_RARE void forget(const kind_of_read& kind) {
        if (last_ == &kind)
            last_ = nullptr;
        for (size_t i = 0; i < kinds; ++i)
            if (known_[i].successor == &kind)
                known_[i].successor = nullptr;
    }

    TESTLIB_RARE void write_read(const kind_of_read& kind, bool is_new) {
        trace_.end_run();
        // Only the reads of one stream are counted at a time.
        if (trace_.in_run != nullptr && trace_.in_run != this)
            trace_.in_run->disturb();
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
        const std::string& text = object.finish();
        trace_.put_number(text.size());
        trace_.put(text.data(), text.size());
    }

    // What follows is not known from what followed before.
    TESTLIB_RARE void leave_run() {
        if (current_ != &asked_)
            last_ = current_;
        last_end_ = stream_.reader->offset();
    }

    TESTLIB_RARE void put_value() {
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

    TESTLIB_SMALL static unsigned long long folded(long long value) {
        return (static_cast<unsigned long long>(value) << 1) ^
               static_cast<unsigned long long>(value < 0 ? -1LL : 0LL);
    }
};

TESTLIB_RARE TESTLIB_BODY void trace::end_run() {
    if (in_run != nullptr)
        in_run->write_run();
}

}  // namespace testlib_detail
