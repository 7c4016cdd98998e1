// ==== TRACE: the program explains itself to a tool that asks =======================================
//
// TESTLIB_TRACE names a file, or a descriptor as "fd:3". Records are lines of JSON; with
// TESTLIB_TRACE_FORMAT=bin they are packed, because the reads of a large input are many:
//   "TLT\1", then records that begin with a number (seven bits a byte, the lowest first)
//   0  a JSON record: its length and its text
//   1  a kind of read: its number and, as above, its description in JSON
//   2  the number of the test case that begins, plus one
//   3  so many reads of one stream, each of the kind that last came after the kind before it there,
//      each beginning where the one before ended; their values stand in the input
//   n  a read of kind n - 4: how many bytes lie between it and the read of its stream before; then
//      the value of an integer (signs folded into the lowest bit), the eight bytes of a real number
//      and how many bytes it took, or how many bytes a text took, the end of a line included

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
    bool bounds = false;  // Of the variables of a validator, in the end, and nothing of its reads.
    bool packed = false;
    const InStream* stream = nullptr;  // Where the verdict comes from.
    bool told_verdict = false;
    unsigned long long seed = 0;
    // What generators have to add in the end, and checkers to a wrong answer.
    void (*tell_more)() = nullptr;
    void (*tell_difference)() = nullptr;
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
    char buffer[room + 128];
    size_t used = 0;

    TESTLIB_RARE trace() {}

    TESTLIB_RARE void flush() {
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

    TESTLIB_RARE void put(const char* data, size_t size) {
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
    TESTLIB_RARE void put_number(unsigned long long value) {
        while (value >= 128) {
            buffer[used++] = static_cast<char>(value | 128);
            value >>= 7;
        }
        buffer[used++] = static_cast<char>(value);
    }

    TESTLIB_RARE void end_run();

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

}  // namespace testlib_detail
