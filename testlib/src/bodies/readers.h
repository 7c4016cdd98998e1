// ==== READERS, BODIES =============================================================================

namespace testlib_detail {

TESTLIB_RARE TESTLIB_BODY bool& input_retention_requested() {
    static bool requested = false;
    return requested;
}

TESTLIB_RARE TESTLIB_BODY bool request_input_retention() {
    input_retention_requested() = true;
    return true;
}

}  // namespace testlib_detail

TESTLIB_BODY InputStreamReader::InputStreamReader(int first_line, bool byte_255_is_end)
    : buffer_(nullptr),
      buffer_size_(0),
      cursor_(nullptr),
      limit_(nullptr),
      filled_(nullptr),
      origin_(nullptr),
      offset_(0),
      line_start_(0),
      line_before_(0),
      line_(first_line),
      byte_255_is_end_(byte_255_is_end),
      ended_(false),
      retaining_(false) {}

TESTLIB_BODY InputStreamReader::~InputStreamReader() { delete[] buffer_; }

TESTLIB_RARE TESTLIB_BODY int InputStreamReader::peek_second() {
    while (limit_ - cursor_ < 2)
        if (!fill())
            return testlib_detail::end_of_input;
    return static_cast<unsigned char>(cursor_[1]);
}

TESTLIB_BODY testlib_detail::text_ref InputStreamReader::take_token(size_t longest) {
    size_t size = 0;
    do {
        const char* at = cursor_ + size;
        const size_t room = (longest < SIZE_MAX ? longest + 1 : longest) - size;
        const char* const stop = static_cast<size_t>(limit_ - at) < room ? limit_ : at + room;
        while (at != stop && !testlib_detail::is_blank(*at))
            ++at;
        size = static_cast<size_t>(at - cursor_);
        if (at != limit_ || size > longest)
            break;
    } while (fill());
    const testlib_detail::text_ref token(cursor_, size);
    cursor_ += size;
    return token;
}

TESTLIB_BODY void InputStreamReader::take_line(std::string& line) {
    while (has_next()) {
        const char* const stop = line_piece_end();
        line.append(static_cast<const char*>(cursor_), stop);
        cursor_ += stop - cursor_;
        if (cursor_ == limit_)
            continue;
        if (*cursor_ == LF || peek_second() == LF)
            return;
        consume_one();
        line += static_cast<char>(take());
    }
}

TESTLIB_BODY const char* InputStreamReader::line_piece_end() const {
    const size_t size = static_cast<size_t>(limit_ - cursor_);
    const void* const feed = std::memchr(cursor_, LF, size);
    const char* const end = feed ? static_cast<const char*>(feed) : limit_;
    const void* const carriage = std::memchr(cursor_, CR, static_cast<size_t>(end - cursor_));
    return carriage ? static_cast<const char*>(carriage) : end;
}

TESTLIB_RARE_CODE

TESTLIB_BODY void InputStreamReader::mark_test_case(int test_case) {
    // What was put back before anything was consumed does not count.
    const testlib_detail::test_case_marker marker = {std::max(offset(), 0LL), test_case};
    markers_.add(marker);
}

TESTLIB_BODY void InputStreamReader::supply(const char* text, size_t size) {
    make_room(size);
    std::memcpy(filled_, text, size);
    limit_ = filled_ += size;
}

TESTLIB_BODY void InputStreamReader::unread(char c) {
    // Where byte 255 is read at the end of the input, putting it back is no step away from the end.
    const bool is_end = byte_255_is_end_ && c == '\xFF';
    if (is_end && ended_ && cursor_ == filled_)
        return;
    if (cursor_ == buffer_)
        make_room_in_front();
    if (cursor_ == origin_) {
        --origin_;
        --offset_;
        if (!retained_.empty())
            retained_.resize(retained_.size() - 1);
    }
    *--cursor_ = c;
    if (is_end)
        limit_ = cursor_;
    if (c == LF && line_ != testlib_detail::unknown_line)
        --line_;
}

// Adds at least one byte behind limit_ and keeps what lies before it; false at the end.
TESTLIB_BODY bool InputStreamReader::fill() {
    if (ended_ || limit_ != filled_)
        return false;
    make_room(0);
    char* const before = limit_;
    const size_t room = static_cast<size_t>(buffer_ + buffer_size_ - limit_);
    filled_ = limit_ + read_more(limit_, room);
    ended_ = filled_ == before;
    find_limit();
    return limit_ != before;
}

// The usual header cannot tell a byte 255 on the standard input from the end of it.
TESTLIB_BODY void InputStreamReader::find_limit() {
    const size_t size = static_cast<size_t>(filled_ - limit_);
    void* const end = byte_255_is_end_ && size != 0 ? std::memchr(limit_, 255, size) : nullptr;
    limit_ = end ? static_cast<char*>(end) : filled_;
}

TESTLIB_BODY void InputStreamReader::step_over_false_end() {
    ++cursor_;
    ++limit_;
    find_limit();
}

// Moves the bytes at hand to the front. The buffer grows when they fill half of it, or when it is
// too small for what is wanted behind them.
TESTLIB_BODY void InputStreamReader::make_room(size_t wanted) {
    if (retaining_ && cursor_ != origin_)
        retained_.append(origin_, static_cast<size_t>(cursor_ - origin_));
    offset_ += cursor_ - origin_;
    const size_t at_hand = static_cast<size_t>(limit_ - cursor_);
    size_t size = buffer_size_ < block_size ? block_size : buffer_size_;
    while (at_hand * 2 > size || at_hand + wanted > size)
        size *= 2;
    char* const before = buffer_;
    if (size != buffer_size_) {
        buffer_ = new char[size];
        buffer_size_ = size;
    }
    if (at_hand != 0)
        std::memmove(buffer_, cursor_, at_hand);
    if (before != buffer_)
        delete[] before;
    cursor_ = origin_ = buffer_;
    limit_ = filled_ = buffer_ + at_hand;
}

TESTLIB_BODY void InputStreamReader::make_room_in_front() {
    const size_t room = 16;
    const size_t in_buffer = static_cast<size_t>(filled_ - cursor_);
    const size_t at_hand = static_cast<size_t>(limit_ - cursor_);
    const size_t consumed = static_cast<size_t>(cursor_ - origin_);
    char* const before = buffer_;
    buffer_size_ = room + in_buffer + block_size;
    buffer_ = new char[buffer_size_];
    if (in_buffer != 0)
        std::memcpy(buffer_ + room, cursor_, in_buffer);
    delete[] before;
    cursor_ = buffer_ + room;
    limit_ = cursor_ + at_hand;
    filled_ = cursor_ + in_buffer;
    origin_ = cursor_ - consumed;
}

TESTLIB_BODY StringInputStreamReader::StringInputStreamReader(const std::string& content)
    : InputStreamReader(testlib_detail::unknown_line, false) {
    supply(content.data(), content.size());
}

TESTLIB_BODY size_t StringInputStreamReader::read_more(char*, size_t) { return 0; }

TESTLIB_BODY FileInputStreamReader::FileInputStreamReader(FILE* file)
    : InputStreamReader(1, file == stdin), file_(file) {
    testlib_detail::align_descriptor_with_stdio(file);
}

// Interactors flush their questions themselves, as they have to with the usual header.
TESTLIB_BODY size_t FileInputStreamReader::read_more(char* into, size_t room) {
    return testlib_detail::read_available(file_, into, room);
}

TESTLIB_BODY BufferedFileInputStreamReader::BufferedFileInputStreamReader(FILE* file)
    : FileInputStreamReader(file) {}

TESTLIB_BODY BufferedFileInputStreamReader::~BufferedFileInputStreamReader() {
    std::fclose(file_);
}

TESTLIB_RARE_CODE_END
