// ==== OPENING: how streams get and lose their sources ===========================================

TESTLIB_RARE_CODE

TESTLIB_BODY InStream::InStream() {}

TESTLIB_BODY InStream::InStream(const InStream& parent, std::string content)
    : reader(new StringInputStreamReader(content)),
      lastLine(testlib_detail::unknown_line),
      name(testlib_detail::format_unchecked("based on %s", parent.name.c_str())),
      mode(parent.mode),
      opened(true),
      strict(parent.strict) {}

TESTLIB_BODY InStream::~InStream() { delete reader; }

TESTLIB_BODY void InStream::init(std::string fileName, TMode streamMode) {
    testlib_detail::open_stream(*this, fileName.c_str(), streamMode);
}

TESTLIB_BODY void testlib_detail::open_stream(InStream& in, const char* path, TMode mode) {
    in.close();
    in.name.assign(path);
    in.mode = mode;
    in.stdfile = false;
    FILE* const file = testlib_fopen_(path, "rb");
    // A missing input is no error yet: many checkers never look at it.
    if (file != nullptr)
        in.open_file(file);
    else if (mode == _output)
        in.reject_file(_pe, "Output");
    else if (mode == _answer)
        in.reject_file(_fail, "Answer");
}

TESTLIB_BODY void InStream::open_file(FILE* file) {
    const long long size = testlib_detail::file_size(file);
    reader = new BufferedFileInputStreamReader(file);
    opened = true;
    if (size > 0 && static_cast<unsigned long long>(size) > maxFileSize)
        reject(_pe, "File size exceeds %llu bytes, size is %lld",
               static_cast<unsigned long long>(maxFileSize), size);
}

TESTLIB_BODY void InStream::init(FILE* file, TMode streamMode) {
    close();
    name.assign(file == stdin    ? "stdin"
                : file == stdout ? "stdout"
                : file == stderr ? "stderr"
                                 : "untitled");
    mode = streamMode;
    stdfile = true;
    reset(file);
}

// Starts over: from the beginning of the named file, or with another open file.
TESTLIB_BODY void InStream::reset(FILE* file) {
    if (file == nullptr && stdfile)
        quit(_fail, "InStream::reset: a standard stream cannot start over");
    if (file == nullptr) {
        init(std::string(name), mode);
        return;
    }
    close();
    reader = new FileInputStreamReader(file);
    opened = true;
}

TESTLIB_BODY void InStream::close() {
    if (record_ != nullptr)
        record_->disturb();
    delete reader;
    reader = nullptr;
    opened = false;
    lastLine = testlib_detail::unknown_line;
}

// Drops the three bytes that some editors put in front of UTF-8 text.
TESTLIB_BODY void InStream::skipBom() {
    const char mark[] = {'\xEF', '\xBB', '\xBF'};
    size_t matched = 0;
    if (record_ != nullptr)
        record_->disturb();
    while (matched < sizeof(mark) && peek() == static_cast<unsigned char>(mark[matched])) {
        reader->take();
        ++matched;
    }
    if (matched == sizeof(mark))
        return;
    while (matched > 0)
        reader->unread(mark[--matched]);
}

TESTLIB_RARE_CODE_END
