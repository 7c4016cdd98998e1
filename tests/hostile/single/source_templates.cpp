// A template whose list of arguments doubles at each step.
// Expected: a failed build.
#if __cplusplus == 202002L
template <int depth, class... Types>
struct Pack : Pack<depth - 1, Types..., Types...> {};

template <class... Types>
struct Pack<0, Types...> {
    static constexpr unsigned long long size = sizeof...(Types);
};

int main() { return Pack<40, char, short, int, long>::size > 77; }
#else
#error "a source that does not compile is tried in further standards, and once is enough"
#endif
