// A template whose list of arguments doubles at each step.
// Expected: a failed build.
template <int depth, class... Types>
struct Pack : Pack<depth - 1, Types..., Types...> {};

template <class... Types>
struct Pack<0, Types...> {
    static constexpr unsigned long long size = sizeof...(Types);
};

int main() { return Pack<40, char, short, int, long>::size > 77; }
