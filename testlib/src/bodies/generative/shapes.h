// ==== GENERATIVE, SHAPES: trees, graphs, pairs, sequences and texts that are hard on programs ========

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

// The shape that a structure takes: the one asked for if the structure can take it, any of its own
// where any is asked for, and none otherwise.
TESTLIB_BODY int fitting_shape(int asked, int first, int last, unsigned long long seed) {
    if (asked == shape_any)
        return first + static_cast<int>(choice_source(seed).below(
                           static_cast<unsigned long long>(last - first + 1)));
    return first <= asked && asked <= last ? asked : int(shape_none);
}

// Vertices 0, 1, … of which each but the first hangs below one before it.
struct tree_form {
    int shape = shape_random;
    size_t vertices = 0;
    size_t clique = 0;  // The size of each of two cliques.
    unsigned long long seed = 0;

    size_t parent(size_t vertex) const {
        switch (shape) {
            case shape_path:
            case shape_cycle: return vertex - 1;
            case shape_star: return 0;
            case shape_caterpillar: return vertex % 2 == 1 ? vertex - 1 : vertex - 2;
            case shape_broom: {
                const size_t handle = std::max(vertices / 2, size_t(1));
                return std::min(vertex, handle) - 1;
            }
            case shape_binary: return (vertex - 1) / 2;
            // Vertices of odd and of even number are the two sides.
            case shape_bipartite:
                return vertex % 2 == 1 ? 2 * below(vertex, (vertex + 1) / 2)
                                       : 2 * below(vertex, vertex / 2) + 1;
            // A star in each clique, one edge between them, and a path to what is left.
            case shape_cliques:
                return vertex <= clique ? 0 : vertex < 2 * clique ? clique : vertex - 1;
            default: return below(vertex, vertex);
        }
    }

    // Whether an edge beside those of the tree suits the shape.
    bool suits(size_t a, size_t b) const {
        if (shape == shape_bipartite)
            return a % 2 != b % 2;
        return shape != shape_cliques || (std::max(a, b) < 2 * clique &&
                                          (a < clique) == (b < clique));
    }

private:
    size_t below(size_t vertex, size_t limit) const {
        choice_source own(seed ^ (vertex * 0x9E3779B97F4A7C15ULL));
        return static_cast<size_t>(own.below(limit));
    }
};

TESTLIB_BODY std::vector<size_t> shuffled_numbers(size_t count, size_t fixed,
                                                  choice_source& source) {
    std::vector<size_t> numbers(count);
    for (size_t i = 0; i < count; ++i)
        numbers[i] = i;
    for (size_t i = count; i > fixed + 1; --i)
        std::swap(numbers[i - 1], numbers[fixed + size_t(source.below(i - fixed))]);
    return numbers;
}

// The edges of a graph, one after the other: first those of a tree, then others without loops and
// repetitions as long as there are any. Edges that it did not make are taken into account: what
// follows makes a tree of them if that is possible. Vertices are numbers from zero.
class edge_plan {
public:
    edge_plan(int shape, size_t vertices, size_t edges, unsigned long long seed)
        : source_(seed) {
        form_.shape = shape;
        form_.vertices = vertices;
        form_.seed = seed;
        form_.clique = clique_size(vertices, edges);
        // Some validators want each edge to lead from the vertex of the smaller number.
        const bool keeps_numbers = source_.chance(30);
        label_ = shuffled_numbers(vertices, keeps_numbers ? vertices : 0, source_);
        const unsigned long long way = source_.below(4);
        direction_ = way == 0 ? forward : way == 1 ? backward : either;
        leader_ = shuffled_numbers(vertices, vertices, source_);
    }

    ~edge_plan() { delete known_; }

    void next(size_t& a, size_t& b, choice_source& source) {
        for (; at_ < form_.vertices; ++at_) {
            const size_t parent = form_.parent(at_);
            if (root(label_[parent]) != root(label_[at_])) {
                choice_source own(form_.seed + at_);
                direct(parent, at_, a, b, own);
                return;
            }
        }
        size_t low = 0, high = 1;
        draw_further(low, high, source);
        direct(std::min(low, high), std::max(low, high), a, b, source);
    }

    // The other end of an edge of which one end is given.
    size_t partner(size_t a, choice_source& source) {
        size_t from = 0, to = 0;
        next(from, to, source);
        if (a == from || a == to)
            return a == from ? to : from;
        for (int i = 0; i < 64; ++i) {
            const size_t other = static_cast<size_t>(source.below(form_.vertices));
            if (root(other) != root(a))
                return other;
        }
        const size_t other = static_cast<size_t>(source.below(form_.vertices - 1));
        return other < a ? other : other + 1;
    }

    void record(size_t a, size_t b) {
        leader_[root(a)] = root(b);
        insert(a, b);
    }

private:
    enum direction { forward, backward, either };

    tree_form form_;
    choice_source source_;
    std::vector<size_t> label_;
    std::vector<size_t> leader_;  // Of the vertices that are connected.
    direction direction_ = either;
    size_t at_ = 1;               // The next vertex of the tree.
    std::vector<unsigned long long> edges_;
    drawn_set* known_ = nullptr;
    size_t room_ = 0;
    size_t scanned_from_ = 0, scanned_to_ = 0;
    bool is_full_ = false;

    edge_plan(const edge_plan&);
    edge_plan& operator=(const edge_plan&);

    // The cliques take what the tree leaves of the edges.
    static size_t clique_size(size_t vertices, size_t edges) {
        size_t size = vertices / 2;
        if (edges > vertices) {
            size = 1;
            while (size < vertices / 2 && (size - 1) * size < edges - vertices + 1)
                ++size;
            size = std::min(size + 1, vertices / 2);
        }
        return std::max(size, size_t(1));
    }

    size_t root(size_t vertex) {
        while (leader_[vertex] != vertex)
            vertex = leader_[vertex] = leader_[leader_[vertex]];
        return vertex;
    }

    // True for an edge that is new.
    bool insert(size_t a, size_t b) {
        if (known_ == nullptr || edges_.size() >= room_) {
            delete known_;
            room_ = std::max(size_t(64), 2 * room_);
            known_ = new drawn_set(room_);
            for (size_t i = 0; i < edges_.size(); ++i)
                known_->insert(edges_[i]);
        }
        const unsigned long long key = std::min(a, b) * 1ULL * form_.vertices + std::max(a, b);
        const bool is_new = known_->insert(key);
        if (is_new)
            edges_.push_back(key);
        return is_new;
    }

    void direct(size_t low, size_t high, size_t& a, size_t& b, choice_source& source) const {
        const bool turns = direction_ == backward || (direction_ == either && source.chance(50));
        a = label_[turns ? high : low];
        b = label_[turns ? low : high];
    }

    void draw_further(size_t& a, size_t& b, choice_source& source) {
        const size_t all = form_.vertices;
        a = all - 1;
        b = 0;
        if (form_.shape == shape_cycle && all > 2 && insert(label_[a], label_[b]))
            return;
        const size_t most = form_.shape == shape_cliques ? 2 * form_.clique : all;
        for (int i = 0; i < 64; ++i) {
            a = static_cast<size_t>(source.below(most));
            b = static_cast<size_t>(source.below(most));
            if (a != b && (is_full_ || (form_.suits(a, b) && insert(label_[a], label_[b]))))
                return;
        }
        scan(a, b);
    }

    // The first edge that is left.
    void scan(size_t& a, size_t& b) {
        for (; scanned_to_ < form_.vertices; ++scanned_to_, scanned_from_ = 0)
            for (; scanned_from_ < scanned_to_; ++scanned_from_) {
                a = scanned_from_;
                b = scanned_to_;
                if (form_.suits(a, b) && insert(label_[a], label_[b]))
                    return;
            }
        const bool was_any = form_.shape != shape_cliques && form_.shape != shape_bipartite;
        form_.shape = shape_random;
        scanned_from_ = scanned_to_ = 0;
        is_full_ = was_any;
        a = 0;
        b = 1;
        if (!was_any)
            scan(a, b);
    }
};

// Intervals or points, one after the other, as two numbers within the same bounds.
class pair_plan {
public:
    pair_plan(int shape, long long low, long long high, size_t count, unsigned long long seed)
        : shape_(shape), low_(low), width_(width_of(low, high)) {
        choice_source own(seed);
        const unsigned long long parts = std::max<unsigned long long>(1, count);
        is_wide_ = own.chance(50);
        gap_ = own.below(2);
        first_ = own.below(width_ + 1);
        second_ = first_ + own.below(width_ - first_ + 1);
        across_ = own.below(3);
        up_ = across_ == 0 ? 1 : own.below(3);
        while (side_ * side_ < parts)
            ++side_;
        const unsigned long long of_shape = shape == shape_nested  ? 2 * parts
                                            : shape == shape_grid ? side_
                                                                   : parts;
        step_ = is_wide_ ? std::max(width_ / of_shape, 1 + gap_) : 1 + gap_;
    }

    void next(long long& first, long long& second) {
        const unsigned long long k = count_++;
        unsigned long long a = first_, b = second_;
        if (shape_ == shape_nested) {
            const unsigned long long depth = k % (width_ / 2 / step_ + 1);
            a = depth * step_;
            b = width_ - a;
        } else if (shape_ == shape_chained) {
            a = width_ < step_ ? 0 : k % (width_ / step_) * step_;
            b = a + step_ - gap_;
        } else if (shape_ == shape_line) {
            a = k * across_;
            b = k * up_;
        } else if (shape_ == shape_grid) {
            a = k % side_ * step_;
            b = k / side_ * step_;
        }
        first = low_ + static_cast<long long>(a % (width_ + 1));
        second = low_ + static_cast<long long>(b % (width_ + 1));
    }

private:
    int shape_;
    long long low_;
    unsigned long long width_;
    unsigned long long count_ = 0;
    unsigned long long step_ = 1, gap_ = 0, first_ = 0, second_ = 0;
    unsigned long long across_ = 0, up_ = 0, side_ = 1;
    bool is_wide_ = false;

    // Products of what is within the bounds have to fit.
    static unsigned long long width_of(long long low, long long high) {
        const unsigned long long width =
            static_cast<unsigned long long>(high) - static_cast<unsigned long long>(low);
        return std::min(width, 1000000000000000000ULL);
    }
};

// Which of so many letters, from zero, stands at a place of a text.
TESTLIB_BODY size_t shaped_letter(int shape, size_t at, size_t size, size_t letters,
                                  unsigned long long seed) {
    choice_source own(seed);
    const size_t one = own.chance(50) ? 0 : static_cast<size_t>(own.below(letters));
    const size_t other = (one + 1) % letters;
    const size_t longest = std::max(size / 2, size_t(1));
    const size_t period = 1 + static_cast<size_t>(own.below(
                                  own.chance(50) ? std::min(longest, size_t(5)) : longest));
    const size_t used = own.chance(50) ? std::min(letters, size_t(2)) : letters;
    size_t bits = 0;
    for (size_t rest = at; rest != 0; rest &= rest - 1)
        ++bits;
    const size_t drawn = shape == shape_periodic ? at % period : std::min(at, size - 1 - at);
    switch (shape) {
        case shape_letter: return one;
        case shape_alternating: return at % 2 == 0 ? one : other;
        case shape_thue_morse: return bits % 2 == 0 ? one : other;
        case shape_last: return at + 1 == size ? other : one;
        // Periodic texts, and palindromes.
        default: return choice_source(seed + 1 + drawn).below(used);
    }
}

// A number of a sequence, as its distance from the lower bound.
TESTLIB_BODY unsigned long long shaped_number(int shape, unsigned long long at,
                                              unsigned long long width, unsigned long long seed,
                                              choice_source& source) {
    choice_source own(seed);
    if (shape == shape_skewed) {
        const unsigned long long common = own.chance(50) ? own.below(width + 1)
                                          : own.chance(50) ? width
                                                           : 0;
        return source.chance(95) ? common : source.below(width + 1);
    }
    const unsigned long long least = std::min(width, 1ULL);
    const unsigned long long most = std::min(width, own.chance(50) ? 9ULL : 999ULL);
    const unsigned long long teeth = least + own.below(most - least + 1);
    const unsigned long long step = teeth == 0 || own.chance(30) ? 1 : width / teeth;
    const unsigned long long place = at % (teeth + 1);
    return step * (own.chance(50) ? place : teeth - place);
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
