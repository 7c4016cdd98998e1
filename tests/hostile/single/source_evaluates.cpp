// A constant whose value takes the compiler for ever.
// Expected: a failed build.
#if __cplusplus == 202002L
constexpr unsigned long long work() {
    unsigned long long sum = 0;
    for (int i = 0; i < 200000; i++)
        for (int j = 0; j < 200000; j++)
            for (int k = 0; k < 200000; k++) sum += i ^ j ^ k;
    return sum;
}

constexpr unsigned long long value = work();

int main() { return value == 0; }
#else
#error "a source that does not compile is tried in further standards, and once is enough"
#endif
