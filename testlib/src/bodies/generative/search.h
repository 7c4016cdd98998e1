// ==== GENERATIVE, SEARCH: attempts until one is accepted =============================================

#ifdef TESTLIB_GENERATIVE
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

namespace testlib_detail {

// Of all small inputs more values each are never tried, and so many are compared with each other.
const unsigned long long most_values_each = 64;
const unsigned long long most_compared = 1 << 16;

// Runs attempts. Choices that led far are kept, and fewer of them the longer nothing helps.
class search {
public:
    search()
        : seed_(number_from_environment("TESTLIB_SEED", 1)),
          retries_(number_from_environment("TESTLIB_MAX_RETRIES", 3000)),
          seconds_(static_cast<double>(number_from_environment("TESTLIB_MAX_SECONDS", 10))),
          began_(now()),
          source_(seed_),
          wanted_(number_from_environment("TESTLIB_COUNT", 0)),
          writes_sizes_(wanted_ > 0) {
        generation& run = the_generation();
        run.max_draws = number_from_environment("TESTLIB_MAX_DRAWS", 200000);
        run.max_size = number_from_environment("TESTLIB_MAX_SIZE", 1 << 20);
        run.memory = shared_array<search_memory>(1);
        run.choices = shared_array<unsigned char>(run.max_draws * 8 + 16);
        run.draws = shared_array<draw_record>(run.max_draws + 1);
        run.input = shared_array<char>(run.max_size + 1);
        run.values_each = number_from_environment("TESTLIB_EXHAUSTIVE", 0);
        if (run.values_each > 0) {
            run.values_each = std::min(std::max(run.values_each, 2ULL), most_values_each);
            run.digits = shared_array<odometer_digit>(run.max_draws + 1);
        }
        if (const char* const path = std::getenv("TESTLIB_CHOICES"))
            best_ = content_of(path);
        if (best_.size() > run.max_draws * 8)
            best_.resize(run.max_draws * 8);
        given_ = best_.size();
        if (const char* const path = std::getenv("TESTLIB_POLICY"))
            policy_file(content_of(path)).read();
    }

    // Returns in an attempt, and never in the process that makes them.
    void run() {
        if (is_exhaustive()) {
            if (run_through())
                return;
            give_up();
        }
        size_t kept = best_.size();
        for (unsigned long long attempt = 0; attempt < retries_ && !is_late(); ++attempt) {
            if (kept == 0 && best_draws_.empty() && !begins_again_)
                plan_afresh(attempt);
            begins_again_ = false;
            if (start(attempt, kept))
                return;
            const search_memory& memory = *the_generation().memory;
            if (memory.end == attempt_accepted) {
                if (write_result())
                    return;
                kept = begin_another();
                continue;
            }
            if (memory.end == attempt_recognised) {
                kept = begin_again();
                continue;
            }
            refused_ |= memory.end != attempt_too_large;
            too_large_ |= memory.end == attempt_too_large;
            if (memory.end == attempt_too_large)
                scale_ = std::max(1LL, scale_ / 3);
            kept = next_prefix();
        }
        give_up();
    }

private:
    unsigned long long seed_;
    unsigned long long retries_;
    double seconds_;
    double began_;
    choice_source source_;
    std::string best_;                     // The choices of the attempt that went farthest.
    std::vector<draw_record> best_draws_;
    size_t given_;
    int without_progress_ = 0;
    long long scale_ = 3;
    unsigned mood_ = 0;
    unsigned long long shape_seed_ = 0;
    bool begins_again_ = false;
    bool refused_ = false;
    bool too_large_ = false;
    unsigned long long wanted_;
    const bool writes_sizes_;
    unsigned long long written_ = 0;

    // Ends the search when no attempt is left.
    NORETURN void give_up() const {
        if (written_ > 0)
            std::_Exit(0);
        std::fputs(refused_ || !too_large_ ? "no attempt was accepted\n"
                                           : "every attempt was too large\n", stderr);
        std::_Exit(refused_ || !too_large_ ? 10 : 11);
    }

    // All small inputs, one after the other; true in an attempt.
    bool run_through() {
        drawn_set written(static_cast<size_t>(std::min(wanted_, most_compared)) + 1);
        generation& run = the_generation();
        const search_memory& memory = *run.memory;
        size_t words = 0;
        for (unsigned long long attempt = 0; attempt < retries_ && !is_late(); ++attempt) {
            if (start(attempt, 0))
                return true;
            note_characters();
            refused_ |= memory.end == attempt_refused;
            too_large_ |= memory.end == attempt_too_large;
            // Some patterns make a text in several ways, and what begins anew makes some again.
            if (memory.end == attempt_accepted &&
                (written_ > most_compared || written.insert(hash_of_input())) && write_result())
                return true;
            const bool has_new_words = memory.has_unknown_texts && words < memory.word_count;
            words = memory.word_count;
            if (has_new_words)
                run.digits_given = 0;
            else if (!advance_odometer())
                break;
        }
        return false;
    }

    static unsigned long long hash_of_input() {
        const generation& run = the_generation();
        unsigned long long hash = 14695981039346656037ULL;
        for (size_t i = 0; i < run.memory->input_size; ++i)
            hash = (hash ^ static_cast<unsigned char>(run.input[i])) * 1099511628211ULL;
        return hash;
    }

    static double now() {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    bool is_late() const { return now() - began_ > seconds_; }

    void plan_afresh(unsigned long long attempt) {
        static const long long scales[] = {3, 2, 5, 1, 4, 8, 3, 12, 6, 20, 2, 5};
        // The first attempts are the plain ones, which mostly do.
        scale_ = attempt == 0 ? scales[seed_ % 6] : scales[source_.below(12)];
        if (the_generation().fixed_scale > 0)
            scale_ = the_generation().fixed_scale;
        shape_seed_ = source_.next();
        mood_ = attempt == 0 ? 0 : static_cast<unsigned>(source_.below(18));
    }

    // Forks; true in the attempt.
    bool start(unsigned long long attempt, size_t kept) {
        generation& run = the_generation();
        search_memory& memory = *run.memory;
        memory.end = attempt_running;
        memory.choice_size = memory.draw_count = memory.input_size = memory.digit_count = 0;
        std::memcpy(run.choices, best_.data(), kept);
        run.replayed = kept;
        run.scale = scale_;
        run.mood = mood_;
        run.source = choice_source(seed_ * 1000003 + attempt);
        run.site_seed = run.source.next();
        run.shape_seed = shape_seed_;
        return fork_attempt();
    }

    bool fork_attempt() {
        const pid_t child = fork();
        if (child == 0) {
            prepare_attempt();
            return true;
        }
        int status = 0;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        search_memory& memory = *the_generation().memory;
        // One that crashed, or went on for too long, is refused like any other.
        if (child < 0 || !WIFEXITED(status) || memory.end == attempt_running)
            memory.end = attempt_refused;
        return false;
    }

    static void prepare_attempt() {
        // Of time, of waiting, and of memory in bytes.
        const struct rlimit one_second = {1, 1};
        const struct rlimit memory = {rlim_t(2) << 30, rlim_t(2) << 30};
        setrlimit(RLIMIT_CPU, &one_second);
        setrlimit(RLIMIT_AS, &memory);
        alarm(5);
        const int nowhere = ::open("/dev/null", O_RDWR);
        if (nowhere >= 0) {
            dup2(nowhere, 0);
            dup2(nowhere, 1);
            dup2(nowhere, 2);
        }
        the_generation().running = true;
        InStream& in = state().inf;
        in.close();
        in.reader = new StringInputStreamReader(std::string());
        in.opened = true;
    }

    // The same once more, with what is known now, which is about the first of its values.
    size_t begin_again() {
        if (given_ > 0)
            return the_generation().replayed;
        best_.clear();
        best_draws_.clear();
        without_progress_ = 0;
        begins_again_ = true;
        return 0;
    }

    // How many bytes of the choices the next attempt keeps.
    size_t next_prefix() {
        const search_memory& memory = *the_generation().memory;
        if (memory.end == attempt_refused &&
            (best_draws_.empty() || memory.draw_count > best_draws_.size())) {
            best_.assign(reinterpret_cast<const char*>(the_generation().choices),
                         memory.choice_size);
            best_draws_.assign(the_generation().draws, the_generation().draws + memory.draw_count);
            without_progress_ = 0;
        } else {
            ++without_progress_;
            // The shape may be what is refused, unless it was asked for by its name.
            if (without_progress_ % 3 == 2 && !the_generation().asks_shapes)
                shape_seed_ = source_.next();
        }
        note_late_refusal(memory);
        note_letters(memory);
        // There is no time for many attempts that are long: such ones soon begin afresh.
        const bool is_long = best_draws_.size() >= 50000;
        const int doublings = is_long ? 4 * without_progress_ : without_progress_ / 5;
        const size_t back = static_cast<size_t>(1) << std::min(doublings, 40);
        if (best_draws_.size() < back || memory.end == attempt_too_large) {
            best_draws_.clear();
            if (given_ > 0 && without_progress_ < 200)
                return source_.below(given_);
            best_.clear();
            without_progress_ = 0;
            return 0;
        }
        return best_draws_[best_draws_.size() - back].offset;
    }

    // A check right behind a repeated read that fails again and again may want distinct values.
    void note_late_refusal(const search_memory& memory) {
        if (memory.draw_count == 0 || without_progress_ % 4 != 3)
            return;
        const unsigned key = the_generation().draws[memory.draw_count - 1].site;
        site_memory& known = memory_of(key);
        known.wants_distinct = known.repeated && source_.chance(50);
    }

    // A choice of one byte that another one could follow was no mistake by itself.
    static void note_letters(const search_memory& memory) {
        const generation& run = the_generation();
        const size_t looked_at = std::min(memory.draw_count, size_t(64));
        for (size_t i = memory.draw_count - looked_at; i + 1 < memory.draw_count; ++i) {
            if (run.draws[i + 1].offset != run.draws[i].offset + 1)
                continue;
            const unsigned char letter = run.choices[run.draws[i].offset];
            site_memory& known = memory_of(run.draws[i].site);
            const bool is_new = std::memchr(known.good, letter, known.good_count) == nullptr;
            if (is_new && known.good_count < sizeof(known.good))
                known.good[known.good_count++] = letter;
        }
    }

    // Writes what was accepted. A tool that wants to know about the reads gets them from one more
    // run of the same choices, which is the one that returns true.
    bool write_result() {
        const generation& run = the_generation();
        const search_memory& memory = *run.memory;
        best_.assign(reinterpret_cast<const char*>(run.choices), memory.choice_size);
        const std::string input(run.input, memory.input_size);
        if (state().tracing != nullptr) {
            // Its record is complete when it ends.
            the_generation().replayed = best_.size();
            run.memory->choice_size = run.memory->draw_count = run.memory->input_size = 0;
            the_generation().digits_given = run.memory->digit_count;
            run.memory->digit_count = 0;
            traced_ = true;
            if (fork_attempt())
                return true;
        }
        write_file(std::getenv("TESTLIB_CHOICES_OUT"), best_);
        if (writes_sizes_)
            std::fprintf(stdout, "%lu\n", static_cast<unsigned long>(input.size()));
        std::fwrite(input.data(), 1, input.size(), stdout);
        std::fflush(stdout);
        if (++written_ >= wanted_)
            std::_Exit(0);
        return false;
    }

    // How many bytes of the choices the first attempt at one more input keeps: none, unless choices
    // were given; then all, of which one or two are others.
    size_t begin_another() {
        const generation& run = the_generation();
        const size_t draws = run.memory->draw_count;
        best_draws_.clear();
        without_progress_ = 0;
        if (given_ == 0 || draws == 0) {
            best_.clear();
            return 0;
        }
        for (unsigned long long change = source_.below(2) + 1; change > 0; --change) {
            const size_t at = run.draws[source_.below(draws)].offset;
            const size_t end = std::min(best_.size(), at + 1 + size_t(source_.below(8)));
            for (size_t i = at; i < end; ++i)
                best_[i] = static_cast<char>(source_.next());
        }
        return best_.size();
    }

    static void write_file(const char* path, const std::string& content) {
        FILE* const file = path == nullptr ? nullptr : testlib_fopen_(path, "wb");
        if (file == nullptr)
            return;
        std::fwrite(content.data(), 1, content.size(), file);
        std::fclose(file);
    }

public:
    bool traced_ = false;
};

// Characters, words and numbers in the source text of a condition are worth trying.
TESTLIB_BODY void learn_words(const std::string& text) {
    search_memory& memory = *the_generation().memory;
    for (size_t i = 0; i < text.size(); ++i) {
        std::string word;
        if (text[i] == '\'' || text[i] == '"') {
            const char quote = text[i];
            for (++i; i < text.size() && text[i] != quote; ++i) {
                if (text[i] == '\\' && i + 1 < text.size())
                    ++i;
                word += text[i];
            }
        } else if (is_digit(text[i])) {
            while (i < text.size() && is_digit(text[i]))
                word += text[i++];
            --i;
        } else {
            continue;
        }
        bool is_known = word.empty() || word.size() >= search_memory::word_size ||
                        memory.word_count == search_memory::words;
        for (size_t k = 0; k < memory.word_count && !is_known; ++k)
            is_known = word == memory.dictionary[k];
        if (!is_known)
            std::memcpy(memory.dictionary[memory.word_count++], word.c_str(), word.size() + 1);
    }
}

// An attempt ends where the program would end.
TESTLIB_BODY void refuse_attempt(const std::string& message) {
    if (!the_generation().running)
        return;
    // The quotes around the source text of a condition are none of its own.
    const std::string head = "Condition failed: \"";
    const size_t at = message.find(head);
    const size_t from = at == std::string::npos ? 0 : at + head.size();
    learn_words(at == std::string::npos ? message
                                        : message.substr(from, message.rfind('"') - from));
    end_attempt(attempt_refused);
}

TESTLIB_BODY void finish_attempt() {
    if (!the_generation().running)
        return;
    const bool is_whole = state().input_end_was_read && state().exit_code == 0;
    if (is_whole)
        trace_end();
    end_attempt(is_whole ? attempt_accepted : attempt_refused);
}

TESTLIB_BODY void begin_generation() {
    search* const searching = new search();
    searching->run();
    if (searching->traced_)
        return;
    // What attempts do is not for the record.
    state().tracing = nullptr;
    stream_record::detach(state().inf);
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
