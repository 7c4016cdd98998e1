// ==== GENERATIVE: a validator that writes an input instead of reading one ===========================
//
// Built with TESTLIB_GENERATIVE, an unmodified validator runs backwards: each read first makes up
// what will be read, hands it to the stream, and then reads and checks it as always. What is made
// up is a string of choices, the offset of every value within its bounds, so that the same choices
// give the same input. When a check fails, the program is run again with most of the choices kept:
// registerValidation forks a process for every attempt and never returns in the first one.
//
//   TESTLIB_CHOICES=PATH      choices to begin with; fresh ones follow
//   TESTLIB_SEED=N            the source of fresh choices
//   TESTLIB_POLICY=PATH       how values are chosen, see the policies below
//   TESTLIB_CHOICES_OUT=PATH  where the choices that were accepted are written
//   TESTLIB_COUNT=N           write up to N inputs, each behind a line with its size in bytes; where
//                             choices are given, those behind the first differ in some of them
//   TESTLIB_EXHAUSTIVE=L      no choices and no chance: up to TESTLIB_COUNT of all inputs, in order,
//                             in which each number is one of the L first that its bounds allow,
//                             those around zero where both signs are allowed, and likewise letters,
//                             lengths, alternatives of a pattern, rounds of what reads to an end
//   TESTLIB_MAX_DRAWS, TESTLIB_MAX_SIZE (in bytes)          bounds of an attempt
//   TESTLIB_MAX_RETRIES, TESTLIB_MAX_SECONDS                bounds of the search
//
// The input is written to the standard output. Exit codes: 0 accepted, 10 no attempt met all
// checks, 11 only the limit of the size stood in the way.

#ifdef TESTLIB_GENERATIVE
#ifdef _WIN32
#error "TESTLIB_GENERATIVE needs fork, which this system does not have"
#endif

namespace testlib_detail {

// How values are chosen at the call sites of an attempt. A mood is what repeated reads have in
// common; the plain policies are drawn for each call site.
enum policy_kind {
    policy_small,      // Close to the lower bound, within the scale.
    policy_uniform,    // Anywhere within the bounds.
    policy_low,        // The lower bound.
    policy_high,       // The upper bound.
    policy_near_high,  // Close to the upper bound.
    policy_ends,       // One of the bounds.
    policy_magnitude,  // Any number of digits is as likely as any other.
    policy_constant,   // The same value all the time.
    policy_few,        // Few distinct values, the first ones more often.
    policy_distinct,   // A value that this loop has not had.
    policy_ascending,  // Not below the value before.
    policy_descending,
    policy_repeat,     // The value of the read before, wherever it was, or next to it.
    policy_after,      // Above the value of the read before.
    policy_before,     // Below the value of the read before.
    policy_index,      // One more than how often the loop was here.
    policy_parent,     // Below the index.
    policy_other,      // Not the value of the read before.
    policy_mountain,   // One more each time up to the middle, then one less.
    policy_valley,     // One less each time up to the middle, then one more.
    policy_powers,     // A power of two, or the number beside one.
    policy_buckets,    // Multiples of how many buckets hash tables of the standard library have.
    policy_count
};

// Which of several choices of one read is meant.
enum choice_part {
    part_value,
    part_magnitude,
    part_sign,
    part_length,
    part_letter,
    part_branch,
    part_end,
    part_word
};

// What structures look like that several reads make.
enum shape_kind {
    shape_none,
    shape_any,
    // Of trees, then of graphs.
    shape_path,
    shape_star,
    shape_caterpillar,
    shape_broom,
    shape_binary,
    shape_random,
    shape_cycle,
    shape_bipartite,
    shape_cliques,
    // Of texts.
    shape_letter,
    shape_alternating,
    shape_periodic,
    shape_palindrome,
    shape_thue_morse,
    shape_last,
    // Of sequences.
    shape_sawtooth,
    shape_skewed,
    // Of intervals, of both, of points.
    shape_nested,
    shape_chained,
    shape_equal,
    shape_line,
    shape_grid,
    // Of the sizes of test cases.
    shape_tiny,
    shape_full,
    shape_same,
    shape_count
};

// What two reads are that alternate in a loop.
enum pair_kind { pair_unknown, pair_edges, pair_intervals, pair_points, pair_none };

// A place that reads, as far as earlier attempts have got to know it.
struct site_memory {
    unsigned key;
    bool repeated;      // Read several times in an attempt.
    bool first_of_pair; // The next read, elsewhere, has the same bounds.
    bool wants_distinct;
    pair_kind pair;         // With the read behind it.
    bool second_of_pair;
    bool starts_at_first;   // The second of a pair has the first as its lower bound.
    bool grows;             // The upper bound is one more each time.
    unsigned gap;           // How many reads there are from one time in a loop to the next.
    // Characters that something could follow.
    unsigned char good[16];
    unsigned char good_count;
};

// A choice: where its bytes begin, and which place made it.
struct draw_record {
    unsigned offset;
    unsigned site;
};

// A decision of an attempt that is one of all small ones, see ODOMETER.
struct odometer_digit {
    unsigned value;
    unsigned count;
    unsigned site;  // Of a character about which nothing is known, else zero.
};

// Any printable character, and the end of a line.
const size_t characters = 96;
const unsigned char line_end_choice = 95;

enum attempt_end {
    attempt_running,
    attempt_accepted,
    attempt_refused,
    attempt_too_large,
    attempt_recognised  // It came to know a structure whose first values it had chosen without.
};

// What the searching process and the attempts share.
struct search_memory {
    static const size_t sites = 1024;
    static const size_t words = 64;
    static const size_t word_size = 32;

    attempt_end end;
    size_t choice_size;
    size_t draw_count;
    size_t input_size;
    size_t digit_count;
    bool has_unknown_texts;  // Of which words are tried that conditions mention.
    site_memory known[sites];
    // Words, characters and numbers that stand in conditions that failed.
    char dictionary[words][word_size];
    size_t word_count;
};

// A small fast generator, apart from rnd, which the validator may use itself.
class choice_source {
public:
    explicit choice_source(unsigned long long seed) : state_(seed * 2 + 1) { next(); }

    unsigned long long next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        unsigned long long mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31);
    }

    // A number below n; n is zero for all 64 bits.
    unsigned long long below(unsigned long long n) { return n == 0 ? next() : next() % n; }
    bool chance(unsigned in_hundred) { return below(100) < in_hundred; }

private:
    unsigned long long state_;
};

// Policies that a file sets for a call site, by "file:line:column", or for a variable, by name.
struct site_policy {
    std::string place;
    int kind = -1;
    int shape = shape_none;
    bool has_low = false;
    bool has_high = false;
    long long low = 0;
    long long high = 0;
    site_policy* next = nullptr;
};

// One attempt: what it may use, and what it has made up so far.
struct generation {
    search_memory* memory = nullptr;
    unsigned char* choices = nullptr;  // Shared, like the rest of the results.
    draw_record* draws = nullptr;
    char* input = nullptr;
    odometer_digit* digits = nullptr;
    unsigned long long values_each = 0;  // Where all small inputs are asked for, else zero.
    size_t digits_given = 0;
    size_t max_draws = 0;
    size_t max_size = 0;

    site_policy* policies = nullptr;
    long long fixed_scale = 0;  // Set by the file.
    int fixed_shape = shape_none;
    bool asks_shapes = false;  // By their names.

    // Of this attempt.
    choice_source source = choice_source(1);
    unsigned long long site_seed = 0;
    unsigned long long shape_seed = 0;  // Of this attempt and of others that begin alike.
    size_t replayed = 0;  // So many bytes of the choices are given.
    long long scale = 3;
    unsigned mood = 0;
    bool running = false;
};

TESTLIB_BODY generation& the_generation() {
    static generation the_one;
    return the_one;
}

// Ends an attempt; the searching process goes on from here.
NORETURN TESTLIB_BODY void end_attempt(attempt_end end) {
    the_generation().memory->end = end;
    std::_Exit(0);
}

// The offset in the choices of the value that was made up last.
TESTLIB_BODY long long last_choice() {
    const search_memory* const memory = the_generation().memory;
    if (memory == nullptr || memory->draw_count == 0)
        return -1;
    return the_generation().draws[memory->draw_count - 1].offset;
}

// Makes a choice below n, which is zero for all 64 bits: the one that is given, else `fresh`.
TESTLIB_BODY unsigned long long choose(unsigned site, unsigned long long n,
                                       unsigned long long fresh) {
    generation& run = the_generation();
    search_memory& memory = *run.memory;
    if (memory.draw_count >= run.max_draws || memory.choice_size + 8 > run.max_draws * 8)
        end_attempt(attempt_too_large);
    const draw_record draw = {static_cast<unsigned>(memory.choice_size), site};
    run.draws[memory.draw_count++] = draw;
    unsigned long long value = fresh;
    size_t bytes = 0;
    for (unsigned long long rest = n - 1; rest != 0; rest >>= 8)
        ++bytes;
    if (memory.choice_size + bytes <= run.replayed) {
        value = 0;
        for (size_t i = 0; i < bytes; ++i)
            value = value << 8 | run.choices[memory.choice_size + i];
        if (n != 0)
            value %= n;
    }
    for (size_t i = 0; i < bytes; ++i)
        run.choices[memory.choice_size++] =
            static_cast<unsigned char>(value >> (8 * (bytes - 1 - i)));
    return value;
}

// Whether the next choice is a fresh one.
TESTLIB_BODY bool is_fresh() {
    return the_generation().memory->choice_size >= the_generation().replayed;
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
