#include <bits/stdc++.h>
using namespace std;

template <typename T>
struct SegmentTree {
    int n;
    vector<T> sum, best, lazy;

    explicit SegmentTree(int size) : n(size), sum(4 * size), best(4 * size), lazy(4 * size) {}

    void push(int v, int l, int r) {
        if (lazy[v] == 0) return;
        sum[v] += lazy[v] * (r - l + 1);
        best[v] += lazy[v];
        if (l != r) {
            lazy[2 * v] += lazy[v];
            lazy[2 * v + 1] += lazy[v];
        }
        lazy[v] = 0;
    }

    void add(int v, int l, int r, int from, int to, T value) {
        push(v, l, r);
        if (to < l || r < from) return;
        if (from <= l && r <= to) {
            lazy[v] += value;
            push(v, l, r);
            return;
        }
        int mid = (l + r) / 2;
        add(2 * v, l, mid, from, to, value);
        add(2 * v + 1, mid + 1, r, from, to, value);
        sum[v] = sum[2 * v] + sum[2 * v + 1];
        best[v] = max(best[2 * v], best[2 * v + 1]);
    }

    T query(int v, int l, int r, int from, int to) {
        push(v, l, r);
        if (to < l || r < from) return 0;
        if (from <= l && r <= to) return sum[v];
        int mid = l + r >> 1;
        return query(2 * v, l, mid, from, to) + query(2 * v + 1, mid + 1, r, from, to);
    }
};

int main() {
    int n, q;
    cin >> n >> q;
    SegmentTree<int64_t> tree(n);
    for (int i = 0; i < q; i++) {
        char type;
        int l, r;
        cin >> type >> l >> r;
        l--, r--;
        switch (type) {
            case '+': {
                int64_t x;
                cin >> x;
                tree.add(1, 0, n - 1, l, r, x);
                break;
            }
            case '?':
                cout << tree.query(1, 0, n - 1, l, r) << '\n';
                break;
        }
    }
}
