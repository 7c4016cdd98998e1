//! Permutations, trees and sums over cases in skeletons.

use expect_test::expect;

use super::{
    super::{Model, generator, validator},
    check,
};
use crate::source::Source;

/// A validator and a generator after a program that reads `n` first.
fn of(read: &str) -> [String; 2] {
    let text = format!("int main() {{ int n = inf.readInt(2, 9, \"n\"); inf.readEoln(); {read} }}");
    let model = Model::of(&Source::parse(&text));
    [validator(&model, "x.cpp", &|_| None), generator(&model, "x.cpp", &|_| None)]
}

#[test]
fn permutations_trees_and_sums() {
    check(
        "const int N = 2e5;\nint main() { registerValidation(); int t = inf.readInt(1, 100, \"t\"); inf.readEoln(); long long total = 0; \
         while (t--) { int n = inf.readInt(2, N, \"n\"); inf.readEoln(); total += n; \
         for (int i = 1; i < n; i++) { int u = inf.readInt(1, n, \"u\"); inf.readSpace(); int v = inf.readInt(1, n, \"v\"); \
         inf.readEoln(); ensure(find(u) != find(v)); } std::set<int> seen; \
         for (int i = 0; i < n; i++) { if (i) inf.readSpace(); int p = inf.readInt(1, n, \"p\"); ensuref(seen.insert(p).second, \"twice\"); } \
         inf.readEoln(); } ensuref(total <= N, \"too much\"); inf.readEof(); }",
        expect![[r#"
                int t = inf.readInt(1, 100, "t");
                inf.readEoln();
                long long sum_of_n = 0;
                for (int i = 0; i < t; i++) {
                    int n = inf.readInt(2, 200000, "n");
                    sum_of_n += n;
                    inf.readEoln();
                    std::vector<int> group(n + 1);
                    for (int vertex = 0; vertex <= n; vertex++) group[vertex] = vertex;
                    auto find_group = [&](int vertex) {
                        while (group[vertex] != vertex) vertex = group[vertex] = group[group[vertex]];
                        return vertex;
                    };
                    for (int j = 0; j < n - 1; j++) {
                        int u = inf.readInt(1, n, format("u[%d]", j + 1));
                        inf.readSpace();
                        int v = inf.readInt(1, n, format("v[%d]", j + 1));
                        ensuref(find_group(u) != find_group(v), "the edge %lld %lld closes a cycle", 1LL * u, 1LL * v);
                        group[find_group(u)] = find_group(v);
                        inf.readEoln();
                    }
                    std::set<long long> seen_2;
                    for (int j = 0; j < n; j++) {
                        if (j > 0) inf.readSpace();
                        int p = inf.readInt(1, n, format("p[%d]", j + 1));
                        ensuref(seen_2.insert(p).second, "p is no permutation: %lld is there twice", 1LL * p);
                    }
                    inf.readEoln();
                }
                ensuref(sum_of_n <= 200000LL, "the sum of n is %lld, more than 200000", sum_of_n);
                inf.readEof();
            }
        "#]],
        expect![[r#"
                int t = opt<int>("t", rnd.next(1, 100));
                std::cout << t;
                std::cout << '\n';
                long long sum_of_n = 0;
                for (int i = 0; i < t; i++) {
                    int n = rnd.next(2, int(std::max(2LL, std::min(200000LL, 200000LL - sum_of_n - 2LL * (t - 1 - i)))));
                    sum_of_n += n;
                    std::cout << n;
                    std::cout << '\n';
                    // A tree, in which each vertex hangs at one before it. To be decided: its shape.
                    std::vector<int> vertices = rnd.perm(int(n), 1);
                    for (int j = 0; j < n - 1; j++) {
                        std::cout << vertices[rnd.next(j + 1)];
                        std::cout << ' ';
                        std::cout << vertices[j + 1];
                        std::cout << '\n';
                    }
                    std::vector<int> order_2 = rnd.perm(int(n), 1);
                    for (int j = 0; j < n; j++) {
                        if (j > 0) std::cout << ' ';
                        std::cout << order_2[j];
                    }
                    std::cout << '\n';
                }
            }
        "#]],
    );
}

#[test]
fn conditions_that_say_something_else() {
    for (condition, is_distinct) in [
        ("ensure(!seen[p]);", true),
        ("ensure(seen.insert(p).second);", true),
        ("ensure(seen.count(p) == 0);", true),
        ("if (seen[p]++) quitf(_fail, \"twice\");", true),
        ("ensure(known.count(p));", false),
        ("ensure(s.count(p) < 3);", false),
        ("ensure(++cnt[p] < 3);", false),
        ("ensure(isPrime[p]);", false),
        ("if (!isPrime[p]) quitf(_fail, \"composite\");", false),
    ] {
        let [text, _] = of(&format!(
            "for (int i = 0; i < n; i++) {{ int p = inf.readInt(1, n, \"p\"); inf.readEoln(); {condition} }}"
        ));
        assert_eq!(text.contains("is no permutation"), is_distinct, "{condition}\n{text}");
    }
    for (condition, is_tree) in [
        ("ensure(find(u) != find(v));", true),
        ("if (root(u) == root(v)) quitf(_fail, \"cycle\");", true),
        ("ensure(dsu.unite(u, v));", true),
        ("if (!merge(u, v)) quitf(_fail, \"cycle\");", true),
        ("", false),
        ("ensure(u != v);", false),
        ("ensure(edges.insert({u, v}).second);", false),
        ("ensure(find(u) == find(v));", false),
    ] {
        let [text, _] = of(&format!(
            "for (int i = 1; i < n; i++) {{ int u = inf.readInt(1, n, \"u\"); inf.readSpace(); \
             int v = inf.readInt(1, n, \"v\"); inf.readEoln(); {condition} }}"
        ));
        assert_eq!(text.contains("closes a cycle"), is_tree, "{condition}\n{text}");
    }
}

#[test]
fn lists_that_are_permutations_and_lists_that_are_not() {
    let [reads, writes] =
        of("auto p = inf.readInts(n, 0, n - 1, \"p\"); for (int x : p) ensure(!used[x]); ensure(s.count(p) == 0);");
    assert!(
        reads.contains("ensuref(std::set<long long>(order.begin(), order.end()).size() == order.size(), "),
        "{reads}"
    );
    assert!(writes.contains("std::vector<int> order = rnd.perm(int(n), 0);"), "{writes}");
    let one = |condition: &str, least: &str, most: &str| {
        of(&format!(
            "for (int i = 0; i < n; i++) {{ int p = inf.readInt({least}, {most}, \"p\"); {condition}; inf.readEoln(); }}"
        ))
    };
    for condition in
        ["ensure(!seen[p])", "ensuref(!seen[p - 1], \"twice\")", "if (seen.count(p)) quitf(_fail, \"twice\")"]
    {
        assert!(one(condition, "1", "n").iter().any(|text| text.contains("rnd.perm(int(n), 1)")), "{condition}");
    }
    for (condition, least, most) in [
        ("ensure(p != 3)", "1", "n"),
        ("ensure(a[p] == 1)", "1", "n"),
        ("ensure(!seen[p])", "1", "n + 1"),
        ("", "1", "n"),
    ] {
        let [reads, writes] = one(condition, least, most);
        assert!(!writes.contains("perm(") && !reads.contains("std::set"), "{condition}: {reads}{writes}");
    }
    let unique = Model::of_checktestdata(
        "INT(1, 9, n) NEWLINE REPI(i, n, NEWLINE) INT(1, n, p[i]) END NEWLINE ASSERT(UNIQUE(p)) EOF",
    );
    assert!(generator(&unique, "x.ctd", &|_| None).contains("rnd.perm(int(n), 1)"));
}

#[test]
fn trees_as_parents() {
    check(
        "int main() { int n = inf.readInt(2, 9, \"n\"); inf.readEoln(); for (int i = 2; i <= n; ++i) { \
         p[i] = inf.readInt(1, i - 1, format(\"p[%d]\", i)); if (i < n) inf.readSpace(); else inf.readEoln(); } \
         for (int i = 1; i < n; i++) { int q = inf.readInt(0, n - 1, \"q\"); inf.readSpace(); \
         inf.readInt(1, 5, \"w\"); inf.readEoln(); ensuref(dsu.unite(q, i), \"wrong\"); } inf.readEof(); }",
        expect![[r#"
                int n = inf.readInt(2, 9, "n");
                inf.readEoln();
                for (int i = 0; i < n - 1; i++) {
                    if (i > 0) inf.readSpace();
                    inf.readInt(1, i + 1, format("p[%d]", i + 1));
                }
                inf.readEoln();
                std::vector<int> group(n + 1);
                for (int vertex = 0; vertex <= n; vertex++) group[vertex] = vertex;
                auto find_group = [&](int vertex) {
                    while (group[vertex] != vertex) vertex = group[vertex] = group[group[vertex]];
                    return vertex;
                };
                for (int i = 0; i < n - 1; i++) {
                    int q = inf.readInt(0, n - 1, format("q[%d]", i + 1));
                    ensuref(find_group(q) != find_group(i + 1), "the edge %lld %lld closes a cycle", 1LL * q, 1LL * (i + 1));
                    group[find_group(q)] = find_group(i + 1);
                    inf.readSpace();
                    inf.readInt(1, 5, format("w[%d]", i + 1));
                    inf.readEoln();
                }
                inf.readEof();
            }
        "#]],
        expect![[r#"
                int n = opt<int>("n", rnd.next(2, 9));
                std::cout << n;
                std::cout << '\n';
                // A tree, in which each vertex hangs at one before it. To be decided: its shape.
                for (int i = 0; i < n - 1; i++) {
                    if (i > 0) std::cout << ' ';
                    std::cout << rnd.next(1, i + 1);
                }
                std::cout << '\n';
                // A tree, in which each vertex hangs at one before it. To be decided: its shape.
                for (int i = 0; i < n - 1; i++) {
                    std::cout << rnd.next(0, i);
                    std::cout << ' ';
                    std::cout << rnd.next(1, 5);
                    std::cout << '\n';
                }
            }
        "#]],
    );
    let [reads, writes] =
        of("auto p = inf.readInts(n - 1, 1, n, \"p\"); inf.readEoln(); ensuref(n_seen == n, \"this is not a tree\");");
    for line in [
        "auto parents = inf.readInts(n - 1, 1, n, \"p\");",
        "ensuref(find_group_2(parents[i]) != find_group_2(i + 2), ",
        "group_2[find_group_2(parents[i])] = find_group_2(i + 2);",
    ] {
        assert!(reads.contains(line), "{reads}");
    }
    assert!(writes.contains("std::cout << rnd.next(1, i + 1);"), "{writes}");
    let counted = Model::of_checktestdata("INT(2, 9, n) NEWLINE REPI(i, n-1, SPACE) INT(1, i+1, p[i]) END NEWLINE EOF");
    let writes = generator(&counted, "x.ctd", &|_| None);
    assert!(writes.contains("A tree") && writes.contains("rnd.next(1LL, 1LL * (i + 1))"), "{writes}");
}

#[test]
fn what_only_looks_like_parents() {
    for read in [
        // Any vertex, and nothing makes sure of a tree.
        "for (int i = 2; i <= n; i++) { int p = inf.readInt(1, n, \"p\"); inf.readEoln(); }",
        "for (int i = 2; i <= n; i++) { int p = inf.readInt(1, n, \"p\"); inf.readEoln(); ensure(p != i); }",
        // As many numbers as vertices.
        "for (int i = 1; i <= n; i++) { int p = inf.readInt(1, i, \"p\"); inf.readEoln(); }",
        // Numbers up to their own vertex, or two vertices.
        "for (int i = 2; i <= n; i++) { int p = inf.readInt(1, i, \"p\"); inf.readEoln(); }",
        "for (int i = 2; i <= n; i++) { inf.readInt(1, i - 1, \"p\"); inf.readSpace(); inf.readInt(1, i - 1, \"q\"); inf.readEoln(); }",
        "for (int i = 2; i <= n; i++) for (int j = 0; j < 3; j++) { inf.readInt(1, i - 1, \"p\"); inf.readEoln(); }",
    ] {
        let [reads, writes] = of(read);
        assert!(!writes.contains("A tree") && !reads.contains("group"), "{read}\n{reads}{writes}");
    }
}
