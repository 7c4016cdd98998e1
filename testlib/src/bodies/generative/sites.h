// ==== GENERATIVE, SITES: which value a read gets ====================================================

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

// What happens at a call site in this attempt.
struct site_state {
    unsigned key = 0;
    int kind = policy_small;
    const site_policy* fixed = nullptr;
    size_t order = 0;          // Of its first read among those of all sites.
    long long visits = 0;      // Since the loop around it began anew.
    long long total = 0;
    size_t last_draw = 0;      // How many reads there had been at its last one.
    long long last = 0;
    long long constant = 0;
    bool has_constant = false;
    long long low = 0, high = 0;
    // Values of the loop, for distinct ones.
    drawn_set* seen = nullptr;
    size_t seen_count = 0;
    // Of the structure that its reads make, see STRUCTURES.
    std::string name;               // In small letters, without an index.
    site_state* second = nullptr;   // What was read right behind it and may be of the same pair.
    long long row = 0;              // Of its rounds, from zero.
    unsigned long long seed = 0;
    long long announced = 0;        // What was read before it began.
    edge_plan* edges = nullptr;
    pair_plan* pairs = nullptr;
    bool is_planned = false;
    long long planned_first = 0, planned_second = 0;
    std::vector<size_t> parents_of;
    site_state* next = nullptr;
};

// The reads of an attempt.
struct attempt_sites {
    static const size_t buckets = 256;
    site_state* table[buckets] = {};
    size_t count = 0;
    size_t reads = 0;
    size_t structures = 0;
    site_state* first = nullptr;
    site_state* previous = nullptr;  // The read before.
    long long previous_value = 0;
    long long previous_low = 0;
    long long previous_high = 0;
    // Lately read numbers that were read once, which may be lengths of what follows.
    static const size_t recent = 4;
    long long scalars[recent] = {};
    size_t scalar_count = 0;
};

TESTLIB_BODY attempt_sites& sites_of_attempt() {
    static attempt_sites the_sites;
    return the_sites;
}

// Numbers of call sites have to be the same in all attempts and in all builds of a source.
TESTLIB_BODY unsigned site_key(const call_site& at, unsigned part) {
    unsigned key = at.line() * 1000003u + at.column() * 8191u + part;
    for (const char* c = at.file(); *c != '\0'; ++c)
        key = key * 31u + static_cast<unsigned char>(*c);
    return key == 0 ? 1 : key;
}

TESTLIB_BODY site_memory& memory_of(unsigned key) {
    search_memory& memory = *the_generation().memory;
    size_t at = key % search_memory::sites;
    for (size_t i = 0; i < search_memory::sites; ++i) {
        site_memory& known = memory.known[at];
        if (known.key == 0)
            known.key = key;
        if (known.key == key)
            return known;
        at = (at + 1) % search_memory::sites;
    }
    return memory.known[key % search_memory::sites];
}

TESTLIB_BODY const site_policy* fixed_policy(const call_site& at, const text_ref& label) {
    const site_policy* found = nullptr;
    const std::string place =
        std::string(at.file()) + ":" + vtos(at.line()) + ":" + vtos(at.column());
    for (const site_policy* i = the_generation().policies; i != nullptr; i = i->next)
        if (i->place == place || (!label.empty() && i->place == label.str()))
            found = i;
    return found;
}

// What repeated reads have in common in an attempt.
TESTLIB_BODY int policy_of_mood(const site_memory& known, choice_source& source) {
    static const int per_site[] = {policy_uniform,  policy_small,     policy_distinct,
                                   policy_ascending, policy_after,     policy_before,
                                   policy_other,     policy_index,     policy_parent,
                                   policy_constant,  policy_descending, policy_few,
                                   policy_low,       policy_high,      policy_repeat,
                                   policy_magnitude, policy_ends,      policy_near_high};
    const size_t count = sizeof(per_site) / sizeof(per_site[0]);
    const int any = per_site[source.below(count)];
    if (known.wants_distinct && source.chance(60))
        return policy_distinct;
    switch (the_generation().mood) {
        case 0: return known.repeated && source.chance(50) ? policy_uniform : policy_small;
        case 1: return known.repeated ? policy_distinct : policy_small;
        case 2: return known.repeated ? policy_ascending : policy_small;
        // Edges of a tree: each vertex after the first with one before it.
        case 3: return known.first_of_pair ? policy_index : known.repeated ? policy_before
                                                                           : policy_small;
        case 4: return known.repeated ? policy_after : policy_small;
        case 5: return known.repeated ? policy_parent : policy_small;
        case 6: return known.repeated ? policy_low : policy_small;
        case 7: return known.repeated ? policy_high : policy_small;
        case 8: return known.repeated ? policy_other : policy_small;
        default: return known.repeated ? any : source.chance(75) ? policy_small : any;
    }
}

TESTLIB_BODY std::string plain_name(const text_ref& label) {
    std::string name;
    for (size_t i = 0; i < label.size && std::isalpha(static_cast<unsigned char>(label.data[i]));
         ++i)
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(label.data[i])));
    return name;
}

// The state of the site of a read.
TESTLIB_BODY site_state& site_of(const call_site& at, unsigned part, const text_ref& label) {
    attempt_sites& sites = sites_of_attempt();
    const unsigned key = site_key(at, part);
    site_state** place = &sites.table[key % attempt_sites::buckets];
    while (*place != nullptr && (*place)->key != key)
        place = &(*place)->next;
    if (*place == nullptr) {
        site_state* const added = new site_state();
        added->key = key;
        added->order = sites.count++;
        if (sites.first == nullptr)
            sites.first = added;
        added->name = plain_name(label);
        added->fixed = fixed_policy(at, label);
        choice_source own(the_generation().site_seed ^ key);
        added->kind = added->fixed != nullptr && added->fixed->kind >= 0
                          ? added->fixed->kind
                          : policy_of_mood(memory_of(key), own);
        *place = added;
    }
    return **place;
}

// Makes a site ready for one more value.
TESTLIB_BODY void visit(site_state& site, long long low, long long high) {
    attempt_sites& sites = sites_of_attempt();
    site_memory& known = memory_of(site.key);
    // A loop inside another begins anew when something of the outer one was read in between, and
    // other bounds mean other values.
    const bool is_first_of_many = state().inf.readManyIteration == 1;
    const bool outer_was_read = sites.previous != nullptr && sites.previous != &site &&
                                sites.previous->order < site.order &&
                                sites.reads - site.last_draw > 1 && sites.previous->visits <= 1 &&
                                sites.previous->total > 1;
    const bool has_other_bounds = low != site.low || high < site.high;
    if (site.total > 0 && (is_first_of_many || outer_was_read || has_other_bounds)) {
        site.visits = 0;
        delete site.seen;
        site.seen = nullptr;
        site.seen_count = 0;
    }
    if (sites.previous != nullptr && sites.previous != &site && sites.previous_low == low &&
        sites.previous_high == high && high > low)
        memory_of(sites.previous->key).first_of_pair = true;
    ++site.visits;
    ++site.total;
    if (site.total > 1)
        known.repeated = true;
    site.low = low;
    site.high = high;
    site.last_draw = ++sites.reads;
}

TESTLIB_BODY unsigned long long distance(long long from, long long to) {
    return static_cast<unsigned long long>(to) - static_cast<unsigned long long>(from);
}

TESTLIB_BODY long long advanced(long long from, unsigned long long by) {
    return static_cast<long long>(static_cast<unsigned long long>(from) + by);
}

TESTLIB_BODY long long within(long long low, long long high, choice_source& source) {
    return low > high ? high : advanced(low, source.below(distance(low, high) + 1));
}

TESTLIB_BODY long long small_value(long long low, long long high, choice_source& source) {
    const unsigned long long scale = static_cast<unsigned long long>(the_generation().scale);
    const unsigned long long width = distance(low, high);
    // Around zero where both signs are allowed.
    if (low < 0 && high > 0) {
        const long long reach = the_generation().scale;
        return within(std::max(low, -reach), std::min(high, reach), source);
    }
    if (high <= 0 && low < high)
        return advanced(high, 0 - source.below(std::min(width, scale) + 1));
    return advanced(low, source.below(std::min(width, scale) + 1));
}

TESTLIB_BODY long long distinct_value(site_state& site, long long low, long long high,
                                      choice_source& source) {
    if (site.seen == nullptr)
        site.seen = new drawn_set(1 << 10);
    const unsigned long long width = distance(low, high);
    // A table for more values is made in time; trying at random is enough while it is not full.
    if (site.seen_count >= 512 || (width != ~0ULL && site.seen_count > width)) {
        ++site.seen_count;
        return within(low, high, source);
    }
    const bool is_tight = width < 4096;
    long long value = is_tight || source.chance(50) ? within(low, high, source)
                                                    : small_value(low, high, source);
    for (int i = 0; i < 64; ++i) {
        if (site.seen->insert(static_cast<unsigned long long>(value))) {
            ++site.seen_count;
            return value;
        }
        value = within(low, high, source);
    }
    for (unsigned long long i = 0; is_tight && i <= width; ++i) {
        value = advanced(low, i);
        if (site.seen->insert(static_cast<unsigned long long>(value))) {
            ++site.seen_count;
            break;
        }
    }
    return value;
}

// How far a read is from the nearer end of those that its loop has, as far as the number before it
// tells how many these are.
TESTLIB_BODY long long height_of(site_state& site, long long& middle) {
    const attempt_sites& sites = sites_of_attempt();
    if (site.visits == 1)
        site.constant = sites.scalar_count == 0
                            ? 0
                            : sites.scalars[(sites.scalar_count - 1) % attempt_sites::recent];
    middle = std::max(0LL, (site.constant - 1) / 2);
    return std::min(site.visits - 1, std::max(0LL, site.constant - site.visits));
}

// A multiple of a number of buckets that hash tables have while they grow, or had in older versions.
TESTLIB_BODY long long multiple_of_buckets(site_state& site, long long low, long long high,
                                           choice_source& source) {
    static const long long buckets[] = {42043, 85229, 172933, 107897, 126271};
    if (!site.has_constant)
        site.constant = buckets[source.below(sizeof(buckets) / sizeof(buckets[0]))];
    site.has_constant = true;
    const unsigned long long step = static_cast<unsigned long long>(site.constant);
    // The first multiple that is not below the lower bound.
    const long long over = low % site.constant;
    const unsigned long long up = over == 0 ? 0 : over < 0 ? 0ULL - static_cast<unsigned long long>(over)
                                                           : step - static_cast<unsigned long long>(over);
    const unsigned long long width = distance(low, high);
    if (width / 64 < step || width < up)
        return within(low, high, source);
    const unsigned long long count = (width - up) / step + 1;
    return advanced(low, up + (static_cast<unsigned long long>(site.visits - 1) % count) * step);
}

// A fresh value for a read with these bounds.
TESTLIB_BODY long long fresh_value(site_state& site, long long low, long long high) {
    choice_source& source = the_generation().source;
    const unsigned long long scale = static_cast<unsigned long long>(the_generation().scale);
    const attempt_sites& sites = sites_of_attempt();
    const bool has_last = site.visits > 1;
    const long long last = std::max(low, std::min(high, site.last));
    const long long previous = std::max(low, std::min(high, sites.previous_value));
    switch (site.kind) {
        case policy_uniform: return within(low, high, source);
        case policy_low: return low;
        case policy_high: return high;
        case policy_near_high:
            return advanced(high, 0 - source.below(std::min(distance(low, high), 3ULL) + 1));
        case policy_ends: return source.chance(50) ? low : high;
        case policy_magnitude: {
            const unsigned long long width = distance(low, high);
            unsigned long long limit = width;
            for (unsigned long long i = source.below(20); i > 0 && limit > 9; --i)
                limit /= 10;
            return advanced(low, source.below(limit == ~0ULL ? 0 : limit + 1));
        }
        case policy_constant:
            if (!site.has_constant)
                site.constant = source.chance(50) ? within(low, high, source)
                                                  : small_value(low, high, source);
            site.has_constant = true;
            return std::max(low, std::min(high, site.constant));
        case policy_few:
            return advanced(low, std::min(distance(low, high), source.below(3) * source.below(2)));
        case policy_distinct: return distinct_value(site, low, high, source);
        case policy_ascending:
            if (!has_last)
                return small_value(low, high, source);
            return advanced(last, source.below(std::min(distance(last, high), scale) + 1));
        case policy_descending:
            if (!has_last)
                return high;
            return advanced(last, 0 - source.below(std::min(distance(low, last), 3ULL) + 1));
        case policy_repeat: return previous;
        case policy_after:
            if (previous >= high)
                return high;
            return advanced(previous, 1 + source.below(std::min(distance(previous, high), scale)));
        case policy_before: return previous <= low ? low : within(low, previous - 1, source);
        case policy_index:
            return distance(low, high) < static_cast<unsigned long long>(site.visits)
                       ? within(low, high, source)
                       : advanced(low, static_cast<unsigned long long>(site.visits));
        case policy_parent:
            return distance(low, high) < static_cast<unsigned long long>(site.visits)
                       ? within(low, high, source)
                       : advanced(low, source.below(static_cast<unsigned long long>(site.visits)));
        case policy_other: {
            if (low == high)
                return low;
            const long long value = within(low, high - 1, source);
            return value >= previous ? value + 1 : value;
        }
        case policy_mountain:
        case policy_valley: {
            long long middle = 0;
            const long long height = height_of(site, middle);
            const long long step = site.kind == policy_mountain ? height : std::max(0LL, middle - height);
            return advanced(low, std::min(distance(low, high), static_cast<unsigned long long>(step)));
        }
        case policy_powers: {
            if (high < 1)
                return within(low, high, source);
            unsigned bits = 0;
            while (bits < 62 && (high >> bits) > 1)
                ++bits;
            const long long power = 1LL << source.below(bits + 1);
            const long long value = power + static_cast<long long>(source.below(3)) - 1;
            return std::max(low, std::min(high, value));
        }
        case policy_buckets: return multiple_of_buckets(site, low, high, source);
        default: return small_value(low, high, source);
    }
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
