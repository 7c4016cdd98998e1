"""Shapes that a policy asks for, and what an input of that shape has to look like.

Each case names a validator, its policy, and a check of the input, given as lists of words, one for each line. A check
knows nothing of how the shape is made.
"""
import collections
import json
import os
import subprocess

LIMIT_SECONDS = 60


def sites(**values):
    """Policies: a number for exactly that value, else the name of the policy."""
    def policy(value):
        return {"lo": value, "hi": value} if isinstance(value, int) else {"policy": value}
    return {name: policy(value) for name, value in values.items()}


def edges_of(lines):
    return [(int(line[0]), int(line[1])) for line in lines[1:]]


def neighbours(edges):
    of = collections.defaultdict(set)
    for a, b in edges:
        of[a].add(b)
        of[b].add(a)
    return of


def degrees(lines):
    return sorted((len(near) for near in neighbours(edges_of(lines)).values()), reverse=True)


def distances(of, start):
    found, queue = {start: 0}, collections.deque([start])
    while queue:
        at = queue.popleft()
        for near in [vertex for vertex in of[at] if vertex not in found]:
            found[near] = found[at] + 1
            queue.append(near)
    return found


def diameter(lines):
    of = neighbours(edges_of(lines))
    first = distances(of, next(iter(of)))
    return max(distances(of, max(first, key=first.get)).values())


def has_vertices(count):
    return lambda lines: int(lines[0][0]) == count


def is_path(lines):
    return degrees(lines) == [2] * (int(lines[0][0]) - 2) + [1, 1]


def is_star(lines):
    return degrees(lines)[0] == int(lines[0][0]) - 1


def is_caterpillar(lines):
    of = neighbours(edges_of(lines))
    spine = {vertex for vertex, near in of.items() if len(near) > 1}
    is_spine = all(len(of[vertex] & spine) <= 2 for vertex in spine)
    return is_spine and len(spine) >= len(of) // 3 and degrees(lines)[0] > 2


def is_broom(lines):
    found = degrees(lines)
    return found[0] > len(found) // 3 and found[1] == 2 and diameter(lines) > len(found) // 3


def is_binary(lines):
    return degrees(lines)[0] == 3 and diameter(lines) < 30


def is_random_tree(lines):
    return 10 < diameter(lines) < 500 and 3 < degrees(lines)[0] < 500


def is_cycle_with_chords(lines):
    n = int(lines[0][0])
    ring = neighbours(edges_of(lines)[:n])
    return all(len(near) == 2 for near in ring.values()) and len(distances(ring, 0)) == n


def is_bipartite(lines):
    edges = edges_of(lines)
    side = distances(neighbours(edges), 0)
    return all((side[a] + side[b]) % 2 == 1 for a, b in edges)


def is_two_cliques(lines):
    return degrees(lines) == [30] * 2 + [29] * 58


def has_parents(wanted):
    """For the depth of each vertex and the number of vertices."""
    def check(lines):
        parents = [0, 0] + [int(word) for word in lines[1]]
        of = neighbours((vertex, parents[vertex]) for vertex in range(2, len(parents)))
        found = distances(of, 1)
        return len(found) == int(lines[0][0]) and wanted(max(found.values()), len(found))
    return check


def intervals(lines):
    return [(int(line[0]), int(line[1])) for line in lines[2:]]


def is_nested(lines):
    found = intervals(lines)
    return all(a[0] < b[0] and b[1] < a[1] for a, b in zip(found, found[1:]))


def is_chained(lines):
    found = intervals(lines)
    return all(0 <= b[0] - a[1] <= 1 for a, b in zip(found, found[1:]))


def is_equal(lines):
    return len(set(intervals(lines))) == 1


def text(wanted):
    return lambda lines: len(lines[1][0]) >= 1000 and wanted(lines[1][0])


def is_alternating(word):
    return word == word[:2] * (len(word) // 2) and word[0] != word[1]


def has_other_end(word):
    return len(set(word[:-1])) == 1 and word[-1] != word[0]


def is_periodic(word):
    # Where a word occurs in itself again is where its period ends.
    return 0 < (word + word).find(word[: len(word) // 2], 1) <= len(word) // 2


def is_thue_morse(word):
    pair = (word[0], word[1])
    return pair[0] != pair[1] and all(letter == pair[bin(at).count("1") % 2] for at, letter in enumerate(word))


def is_skewed(lines):
    return collections.Counter(lines[2]).most_common(1)[0][1] > 0.9 * len(lines[2])


def is_sawtooth(lines):
    found = [int(word) for word in lines[2]]
    # The value before the shape was known is none of it.
    return 1 <= len({b - a for a, b in zip(found[1:], found[2:])}) <= 2


def sizes_of_tests(wanted):
    def check(lines):
        found, at = [], 1
        while at < len(lines):
            found.append(int(lines[at][0]))
            at += found[-1]
        return len(found) == int(lines[0][0]) and wanted(sorted(found, reverse=True))
    return check


TREE, GRAPH, TESTS, PARENTS = "tree_edges_limit", "graph_simple_connected", "tree_weighted_tests", "parents_any_order"
SEGMENTS, WORDS = "segments_within", "string_and_array"
HIGH = sites(n="high")
CASES = [
    (TREE, {"sites": HIGH}, has_vertices(200000)),
    (GRAPH, {"sites": sites(n="high", m="high")}, has_vertices(200000)),
    (TREE, {"shape": "path", "sites": HIGH}, is_path),
    (TREE, {"shape": "star", "sites": sites(n=5000)}, is_star),
    (TREE, {"sites": {**sites(n=5000), "u_i": {"shape": "star"}}}, is_star),
    (TREE, {"shape": "caterpillar", "sites": sites(n=5000)}, is_caterpillar),
    (TREE, {"shape": "broom", "sites": sites(n=5000)}, is_broom),
    (TREE, {"shape": "binary", "sites": sites(n=5000)}, is_binary),
    (TREE, {"shape": "random", "sites": sites(n=5000)}, is_random_tree),
    (GRAPH, {"shape": "cycle", "sites": sites(n=1000, m=3000)}, is_cycle_with_chords),
    (GRAPH, {"shape": "bipartite", "sites": sites(n=1000, m=5000)}, is_bipartite),
    (GRAPH, {"shape": "cliques", "sites": sites(n=60, m=871)}, is_two_cliques),
    ("connected_graph_dsu", {"sites": HIGH}, has_vertices(100000)),
    ("tree_dsu_pairs", {"shape": "full", "sites": sites(t=7)}, lambda lines: len(lines) == 200001),
    (TESTS, {"shape": "tiny"}, sizes_of_tests(lambda found: len(found) > 1000 and found[0] <= 4)),
    (TESTS, {"shape": "full"}, sizes_of_tests(lambda found: sum(found) == 200000 and set(found[1:]) <= {2})),
    (TESTS, {"shape": "same"}, sizes_of_tests(lambda found: sum(found) > 190000 and found[0] == found[-1])),
    (PARENTS, {"shape": "path", "sites": HIGH}, has_parents(lambda depth, n: n == 200000 and depth == n - 1)),
    (PARENTS, {"shape": "star", "sites": sites(n=5000)}, has_parents(lambda depth, n: depth == 1)),
    (PARENTS, {"shape": "binary", "sites": sites(n=5000)}, has_parents(lambda depth, n: depth == 12)),
    ("tree_parents", {"shape": "path", "sites": sites(n=5000)}, has_parents(lambda depth, n: depth == n - 1)),
    ("tree_parents", {"shape": "star", "sites": sites(n=5000)}, has_parents(lambda depth, n: depth == 1)),
    (SEGMENTS, {"shape": "nested", "sites": sites(t=1, k=1000)}, is_nested),
    (SEGMENTS, {"shape": "chained", "sites": sites(t=1, k="high")}, is_chained),
    (SEGMENTS, {"shape": "equal", "sites": sites(t=1, k=1000)}, is_equal),
    (WORDS, {"shape": "letter", "sites": sites(n=3000)}, text(lambda word: len(set(word)) == 1)),
    (WORDS, {"shape": "alternating", "sites": sites(n=3000)}, text(is_alternating)),
    (WORDS, {"shape": "periodic", "sites": sites(n=3000)}, text(is_periodic)),
    (WORDS, {"shape": "palindrome", "sites": sites(n=3001)}, text(lambda word: word == word[::-1])),
    (WORDS, {"shape": "thue_morse", "sites": sites(n=4096)}, text(is_thue_morse)),
    (WORDS, {"shape": "last", "sites": sites(n=3000)}, text(has_other_end)),
    (WORDS, {"shape": "skewed", "sites": sites(n=3000)}, is_skewed),
    (WORDS, {"shape": "sawtooth", "sites": sites(n=3000)}, is_sawtooth),
]


def examine(folder, case, seed):
    """What is wrong with what a generative program writes when it is asked for a shape; nothing if all is well."""
    validator, policy, check = case
    paths = {name: folder / f"{validator}.{name}" for name in ("policy", "choices", "generative", "plain")}
    paths["policy"].write_text(json.dumps(policy))
    bounds = {"TESTLIB_SEED": str(seed), "TESTLIB_MAX_SECONDS": "30", "TESTLIB_MAX_SIZE": str(4 << 20),
              "TESTLIB_MAX_DRAWS": str(1 << 20), "TESTLIB_POLICY": str(paths["policy"])}

    def run(program, data=None, **more):
        return subprocess.run([str(paths[program])], input=data, capture_output=True, timeout=LIMIT_SECONDS,
                              env={**os.environ, **bounds, **more})

    done = run("generative", TESTLIB_CHOICES_OUT=str(paths["choices"]))
    if done.returncode != 0:
        return "nothing is accepted"
    if run("plain", done.stdout).returncode != 0:
        return "the plain validator refuses it"
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    if not check(lines):
        return "the shape is another one"
    if len(done.stdout) < 100000 and run("generative", TESTLIB_CHOICES=str(paths["choices"])).stdout != done.stdout:
        return "the same choices give another input"
    return ""
