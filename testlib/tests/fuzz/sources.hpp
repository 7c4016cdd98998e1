// The ways in which a text can reach a stream: from memory, from a file, and in pieces as a participant writes it.
#ifndef SOURCES_HPP
#define SOURCES_HPP

#include "quiet.hpp"

#include <sys/mman.h>
#include <sys/socket.h>

#include <memory>

enum class source_kind { memory, file, pieces, standard_input };

// A file that holds this text until the next call.
inline std::string file_with(const std::string& text) {
    static const int file = memfd_create("fuzz", 0);
    if (ftruncate(file, 0) != 0 || pwrite(file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        std::abort();
    return format("/proc/self/fd/%d", file);
}

// A descriptor from which each read gets one piece of the text: a socket that keeps messages apart. The pieces are
// few enough to wait in it.
inline int pieces_of(const std::string& text, unsigned piece) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        std::abort();
    const std::size_t few = 80, large = 512;
    std::size_t n_sent = 0;
    for (std::size_t at = 0; at < text.size(); ++n_sent) {
        const std::size_t wanted = n_sent < few ? 1 + piece % 37 : large;
        const std::size_t size = std::min(wanted, text.size() - at);
        if (send(ends[1], text.data() + at, size, MSG_DONTWAIT) != static_cast<ssize_t>(size))
            std::abort();
        at += size;
        piece = piece * 5 + 7;
    }
    ::close(ends[1]);
    return ends[0];
}

// A stream over a text, and whatever has to be cleaned up behind it.
class opened_stream {
public:
    opened_stream(source_kind kind, TMode mode, bool strict, const std::string& text, unsigned piece) {
        InStream base;
        base.mode = mode;
        base.strict = strict;
        if (kind == source_kind::memory) {
            stream_.reset(new InStream(base, text));
            return;
        }
        stream_.reset(new InStream);
        stream_->strict = strict;
        if (kind == source_kind::file) {
            stream_->init(file_with(text), mode);
            return;
        }
        const int pieces = pieces_of(text, piece);
        if (kind == source_kind::standard_input) {
            dup2(pieces, STDIN_FILENO);
            ::close(pieces);
            stream_->init(stdin, mode);
        } else {
            file_ = fdopen(pieces, "rb");
            stream_->init(file_, mode);
        }
    }
    ~opened_stream() {
        stream_.reset();
        if (file_ != nullptr)
            std::fclose(file_);
    }
    InStream& stream() { return *stream_; }

private:
    std::unique_ptr<InStream> stream_;
    FILE* file_ = nullptr;
};

#endif
