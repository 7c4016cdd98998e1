// ==== GENERATIVE, STRUCTURES: reads that belong together =============================================

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

// One with more vertices is no list of edges that could be written down.
const long long most_vertices = 4 << 20;
// From one round of a loop to the next.
const size_t most_reads_of_round = 4;

TESTLIB_BODY int asked_shape(const site_policy* fixed) {
    return fixed != nullptr && fixed->shape != shape_none ? fixed->shape
                                                          : the_generation().fixed_shape;
}

// Whether the name of a read, without its index, is one of several, each between blanks.
TESTLIB_BODY bool is_named(const site_state& site, const char* names) {
    return !site.name.empty() &&
           std::string(names).find(" " + site.name + " ") != std::string::npos;
}

TESTLIB_BODY bool was_read(long long value, const site_state& but, const site_state* nor) {
    const attempt_sites& sites = sites_of_attempt();
    for (size_t i = 0; i < attempt_sites::buckets; ++i)
        for (const site_state* site = sites.table[i]; site != nullptr; site = site->next)
            if (site != &but && site != nor && site->total > 0 && site->last == value)
                return true;
    return false;
}

// Whether so many vertices were announced, numbered from one or from zero.
TESTLIB_BODY bool are_vertices(const site_state& site, const site_state* second, long long low,
                               long long high) {
    return low < high && high < most_vertices &&
           ((low == 1 && was_read(high, site, second)) ||
            (low == 0 && was_read(high + 1, site, second)));
}

TESTLIB_BODY pair_kind kind_of_pair(const site_state& first, const site_state& second) {
    const bool is_small = 0 <= first.low && first.low <= 1 && first.high < most_vertices;
    if (memory_of(second.key).starts_at_first ||
        is_named(first, " l left lo low lower begin start st s ") ||
        is_named(second, " r right hi high upper end finish "))
        return pair_intervals;
    if (is_named(first, " r c row col column i ") || is_named(second, " c col column j "))
        return pair_points;
    if (is_small && is_named(first, " u from ") && is_named(second, " v to "))
        return pair_edges;
    return are_vertices(first, &second, first.low, first.high) ? pair_edges : pair_points;
}

// A structure whose first values were chosen before it was known is begun anew.
TESTLIB_BODY void note_recognised(const site_state& site, bool is_shaped_unasked) {
    const bool has_policy = site.fixed != nullptr && site.fixed->kind >= 0;
    const bool is_shaped = asked_shape(site.fixed) != shape_none ||
                           (is_shaped_unasked && !has_policy);
    if (is_shaped && is_fresh())
        end_attempt(attempt_recognised);
}

// What the read before and this one may have in common.
TESTLIB_BODY void follow_first(site_state& site, long long low, long long high) {
    site_state* const first = sites_of_attempt().previous;
    if (first == nullptr || first == &site || first->order > site.order)
        return;
    first->second = nullptr;
    site_memory& known = memory_of(first->key);
    if (known.second_of_pair || known.pair == pair_none || high <= low)
        return;
    const bool is_equal = low == first->low && high == first->high;
    const bool is_above = high == first->high && low >= first->last && low - 1 <= first->last;
    if (is_equal || is_above)
        first->second = &site;
    else if (known.pair != pair_unknown)
        known.pair = pair_none;
    if (is_above && !is_equal)
        memory_of(site.key).starts_at_first = true;
}

TESTLIB_BODY void begin_structure(site_state& site, long long low, long long high) {
    attempt_sites& sites = sites_of_attempt();
    site.row = 0;
    site.seed = choice_source((the_generation().shape_seed ^ site.key) + ++sites.structures).next();
    site.announced = sites.previous == nullptr ? 0 : std::max(0LL, sites.previous_value);
    site.parents_of.clear();
    delete site.edges;
    delete site.pairs;
    site.edges = nullptr;
    site.pairs = nullptr;
    const site_memory& known = memory_of(site.key);
    if (known.second_of_pair || low >= high)
        return;
    const int asked = asked_shape(site.fixed);
    const size_t announced = static_cast<size_t>(std::min(site.announced, most_vertices));
    choice_source own(site.seed);
    if (known.pair == pair_edges && 0 <= low && high < most_vertices) {
        const bool is_free = site.fixed == nullptr || site.fixed->kind < 0;
        int shape = fitting_shape(asked, shape_path, shape_cliques, own.next());
        // Without being asked, all or none of an attempt take one. Large ones hardly do without.
        const unsigned likely = high - low < 1000 ? 70 : 95;
        choice_source unasked(the_generation().site_seed ^ site.key);
        if (shape == shape_none && is_free && unasked.chance(likely)) {
            own = choice_source(unasked.next() + sites.structures);
            shape = fitting_shape(shape_any, shape_path, shape_cliques, own.next());
        }
        if (shape != shape_none)
            site.edges = new edge_plan(shape, static_cast<size_t>(high - low) + 1, announced,
                                       own.next());
    } else if (known.pair == pair_intervals || known.pair == pair_points) {
        const bool is_interval = known.pair == pair_intervals;
        const int shape = fitting_shape(asked, is_interval ? shape_nested : shape_equal,
                                        is_interval ? shape_equal : shape_grid, own.next());
        if (shape != shape_none)
            site.pairs = new pair_plan(shape, low, high, announced, own.next());
    }
}

// Looks at a read before it is made, and finds what structure it is part of.
TESTLIB_BODY void follow(site_state& site, long long low, long long high) {
    attempt_sites& sites = sites_of_attempt();
    site_memory& known = memory_of(site.key);
    follow_first(site, low, high);
    site.is_planned = false;
    if (site.total == 0) {
        begin_structure(site, low, high);
        return;
    }
    const size_t gap = sites.reads + 1 - site.last_draw;
    const bool has_same_bounds = low == site.low && high == site.high;
    if (gap <= most_reads_of_round && (known.gap == 0 || gap < known.gap)) {
        known.gap = static_cast<unsigned>(gap);
        known.grows = low == site.low && high == site.high + 1;
        if (known.grows)
            note_recognised(site, false);
    }
    if (known.pair == pair_unknown && site.second != nullptr && has_same_bounds &&
        gap <= most_reads_of_round && site.second->last_draw == site.last_draw + 1) {
        known.pair = kind_of_pair(site, *site.second);
        memory_of(site.second->key).second_of_pair = true;
        note_recognised(site, known.pair == pair_edges);
    }
    const bool goes_on = gap == known.gap;
    known.grows = known.grows && (!goes_on || high == site.high + 1);
    if (goes_on && (has_same_bounds || known.grows))
        ++site.row;
    else
        begin_structure(site, low, high);
}

// The first read of a pair, or the second of one whose first was planned.
TESTLIB_BODY bool value_of_pair(site_state& site, long long& value) {
    site_state* const first = sites_of_attempt().previous;
    choice_source& source = the_generation().source;
    if (site.edges != nullptr) {
        size_t a = 0, b = 0;
        site.edges->next(a, b, source);
        site.planned_first = site.low + static_cast<long long>(a);
        site.planned_second = site.low + static_cast<long long>(b);
    } else if (site.pairs != nullptr) {
        site.pairs->next(site.planned_first, site.planned_second);
    } else {
        if (first == nullptr || first->second != &site)
            return false;
        const bool is_as_planned = first->is_planned && first->last == first->planned_first;
        if (is_as_planned)
            value = first->planned_second;
        else if (first->edges != nullptr && first->last >= site.low && first->last <= site.high)
            value = site.low + static_cast<long long>(first->edges->partner(
                                   static_cast<size_t>(first->last - site.low), source));
        else
            return false;
        return true;
    }
    site.is_planned = true;
    value = site.planned_first;
    return true;
}

// A vertex's parent, in a list with one for each vertex but the root, or with a mark for the root.
TESTLIB_BODY bool value_of_parent(site_state& site, long long& value) {
    const int asked = asked_shape(site.fixed);
    tree_form form;
    form.shape = fitting_shape(asked, shape_path, shape_random, site.seed);
    form.seed = site.seed;
    if (form.shape == shape_none || site.high >= most_vertices)
        return false;
    if (memory_of(site.key).grows) {
        form.vertices = static_cast<size_t>(std::max(2LL, site.announced));
        value = site.low + static_cast<long long>(
                               form.parent(static_cast<size_t>(site.high - site.low) + 1));
        return true;
    }
    const bool is_named_so = is_named(site, " par parent parents pa fa father anc boss ") ||
                             (asked != shape_any && is_named(site, " p "));
    const bool has_mark = (site.low == 0 && was_read(site.high, site, nullptr)) ||
                          (site.low == -1 && was_read(site.high + 1, site, nullptr));
    if (!is_named_so || (!has_mark && !are_vertices(site, nullptr, site.low, site.high)))
        return false;
    const long long base = site.low + (has_mark ? 1 : 0);
    form.vertices = static_cast<size_t>(site.high - base) + 1;
    const size_t vertex = static_cast<size_t>(site.row) + (has_mark ? 0 : 1);
    if (vertex >= form.vertices)
        return false;
    if (site.parents_of.empty()) {
        choice_source own(site.seed + 1);
        const bool keeps_numbers = own.chance(40);
        const std::vector<size_t> label =
            shuffled_numbers(form.vertices, keeps_numbers ? form.vertices : 1, own);
        site.parents_of.resize(form.vertices);
        for (size_t i = 1; i < form.vertices; ++i)
            site.parents_of[label[i]] = label[form.parent(i)];
    }
    value = vertex == 0 ? site.low : base + static_cast<long long>(site.parents_of[vertex]);
    return true;
}

// Several test cases: how many, and the size of each, where a bound of the sum may be that of one.
TESTLIB_BODY bool value_of_tests(site_state& site, long long& value) {
    const site_state* const tests = sites_of_attempt().first;
    const generation& run = the_generation();
    const int shape =
        fitting_shape(asked_shape(site.fixed), shape_tiny, shape_same, run.shape_seed);
    if (shape == shape_none || site.order > 1 || !is_named(*tests, " t tests test tc cases "))
        return false;
    choice_source& source = the_generation().source;
    const long long least = std::max(site.low, 1LL);
    if (site.order == 0) {
        const bool has_policy = site.fixed != nullptr && site.fixed->kind >= 0;
        const long long most = static_cast<long long>(run.max_draws / 32);
        const long long high = std::min(site.high, std::max(least, most));
        value = shape == shape_tiny ? high : within(least, std::min(high, 1000LL), source);
        return !has_policy;
    }
    const long long count = std::max(1LL, tests->last);
    choice_source own(run.shape_seed + 1);
    const long long full = own.chance(50) ? 1 : 1 + static_cast<long long>(own.below(
                                                        static_cast<unsigned long long>(count)));
    if (shape == shape_tiny)
        value = within(least, std::min(least + 2, site.high / count), source);
    else if (shape == shape_same)
        value = site.high / count;
    else
        value = site.total == full ? site.high - (count - 1) * least : least;
    value = std::max(value, std::min(least, site.high));
    return true;
}

// A value that makes a structure take its shape.
TESTLIB_BODY bool shaped_value(site_state& site, long long& value) {
    if (value_of_pair(site, value))
        return true;
    const int asked = asked_shape(site.fixed);
    if (asked == shape_none || site.low >= site.high)
        return false;
    if (value_of_tests(site, value) || value_of_parent(site, value))
        return true;
    const site_memory& known = memory_of(site.key);
    const int shape = fitting_shape(asked, shape_sawtooth, shape_skewed, site.seed);
    choice_source own(site.seed + 2);
    if (shape == shape_none || known.gap != 1 || known.pair != pair_unknown ||
        known.second_of_pair || (asked == shape_any && own.chance(50)))
        return false;
    value = advanced(site.low, shaped_number(shape, static_cast<unsigned long long>(site.row),
                                             distance(site.low, site.high), own.next(),
                                             the_generation().source));
    return true;
}

// Lengths are often numbers that were read before: the last ones first.
TESTLIB_BODY bool likely_length(long long low, long long high, long long& length) {
    const attempt_sites& sites = sites_of_attempt();
    choice_source& source = the_generation().source;
    for (size_t i = 0; i < attempt_sites::recent && i < sites.scalar_count; ++i) {
        const long long value = sites.scalars[(sites.scalar_count - 1 - i) % attempt_sites::recent];
        if (low <= value && value <= high && source.chance(60)) {
            length = value;
            return true;
        }
    }
    return false;
}

// Remembers a value for the reads that follow.
TESTLIB_BODY void note_value(site_state& site, long long value, bool is_length) {
    attempt_sites& sites = sites_of_attempt();
    const site_state* const first = sites.previous;
    if (first != nullptr && first->second == &site && first->edges != nullptr &&
        first->low == site.low && first->high == site.high)
        first->edges->record(static_cast<size_t>(first->last - site.low),
                             static_cast<size_t>(value - site.low));
    site.last = value;
    sites.previous = &site;
    sites.previous_value = value;
    sites.previous_low = site.low;
    sites.previous_high = site.high;
    if (!is_length && site.visits == 1)
        sites.scalars[sites.scalar_count++ % attempt_sites::recent] = value;
}

// Makes the choice of a value within the bounds of a site.
TESTLIB_BODY long long choose_value(site_state& site, long long fresh, bool is_length) {
    const unsigned long long offset = choose(site.key, distance(site.low, site.high) + 1,
                                             distance(site.low, fresh));
    const long long value = advanced(site.low, offset);
    note_value(site, value, is_length);
    return value;
}

// The same for a value that is decided already.
TESTLIB_BODY long long place_integer(const call_site& at, unsigned part, long long low,
                                     long long high, long long value) {
    site_state& site = site_of(at, part, text_ref());
    visit(site, low, high);
    return choose_value(site, value, part != part_value);
}

// Draws an integer for a read, and remembers it for those that follow.
TESTLIB_BODY long long draw_integer(const call_site& at, unsigned part, const text_ref& label,
                                    long long low, long long high, bool is_length) {
    site_state& site = site_of(at, part, label);
    if (part == part_value && !is_exhaustive())
        follow(site, low, high);
    visit(site, low, high);
    if (site.fixed != nullptr && site.fixed->has_low)
        low = std::min(high, std::max(low, site.fixed->low));
    if (site.fixed != nullptr && site.fixed->has_high)
        high = std::max(low, std::min(high, site.fixed->high));
    long long fresh = low;
    if (is_exhaustive()) {
        fresh = next_number(low, high);
    } else if (is_fresh()) {
        // A policy is a tendency: now and then something else happens.
        const int kind = site.kind;
        if (site.fixed == nullptr && the_generation().source.chance(4))
            site.kind = policy_uniform;
        if (part == part_value && shaped_value(site, fresh))
            fresh = std::max(low, std::min(high, fresh));
        else if (!is_length || site.fixed != nullptr || !likely_length(low, high, fresh))
            fresh = fresh_value(site, low, high);
        site.kind = kind;
    }
    return choose_value(site, fresh, is_length);
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
