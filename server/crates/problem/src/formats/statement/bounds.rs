//! Bounds of variables: `1 ≤ n ≤ 2 · 10^5`, `$1 \le a_i \le 10^9$`, `1 <= k <= 50`.
//!
//! Invariant: only what cannot be misunderstood counts. A variable that is bounded in more than one place, by something
//! else than a number, or not on both sides, has no bounds here. Time is linear in the text.

use std::{collections::HashMap, ops::Range};

use super::{
    comments::without_comments,
    formula,
    tokens::{Kind, tokens},
};

/// What a statement says of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedBounds {
    /// The variable without its index.
    pub name: String,
    /// The least value.
    pub lo: i128,
    /// The greatest value.
    pub hi: i128,
    /// The bytes that say it.
    pub span: Range<usize>,
}

/// What names of one variable have in common: `b_i`, `b[3]` and `b_{i,j}` are of `b`.
pub fn stem(name: &str) -> &str {
    name.trim_start_matches(['$', '|']).split(|one: char| !one.is_alphanumeric()).next().unwrap_or_default()
}

/// The bounds that a text states clearly, in order.
pub fn bounds(text: &str) -> Vec<StatedBounds> {
    let seen = without_comments(text);
    let text = &*seen;
    let tokens = tokens(text);
    // How often something that is no variable bounds a variable; twice where it stands between two numbers.
    let mut bounded: HashMap<&str, usize> = HashMap::new();
    for around in tokens.windows(3) {
        let is_order = matches!(around[1].0, Kind::AtMost | Kind::Less | Kind::Order);
        match (around[0].0, around[2].0) {
            (Kind::Name(_), Kind::Name(_)) => {}
            (Kind::Name(name), _) | (_, Kind::Name(name)) if is_order => *bounded.entry(stem(name)).or_default() += 1,
            (_, _) => {}
        }
    }
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let Some((lo, names, hi)) = chain(&tokens[at..]) else { continue };
        let end = at + 2 * names.len() + 3;
        let before = at.checked_sub(1).map(|before| tokens[before].0);
        let is_end_of_more = formula::goes_into(text, &tokens, at) || formula::is_of_part(text, tokens[at].1.start);
        let after = tokens.get(end).map(|after| after.0);
        let goes_on =
            |kind: Option<Kind<'_>>| matches!(kind, Some(Kind::AtMost | Kind::Less | Kind::Order | Kind::Number(_)));
        let is_clear = |(place, name): (usize, &&str)| {
            let here = usize::from(place == 0) + usize::from(place + 1 == names.len());
            bounded.get(stem(name)).copied().unwrap_or(0) == here
        };
        if lo <= hi && !is_end_of_more && !goes_on(before) && !goes_on(after) && names.iter().enumerate().all(is_clear)
        {
            let span = tokens[at].1.start..tokens[end - 1].1.end;
            let stated = |name: &&str| StatedBounds { name: stem(name).to_owned(), lo, hi, span: span.clone() };
            found.extend(names.iter().map(stated));
        }
    }
    // Several variables that share bounds are stated nowhere else, either.
    once(found, |one| &one.name)
}

/// Those whose names no other one has.
pub(super) fn once<T>(mut found: Vec<T>, name: impl Fn(&T) -> &String) -> Vec<T> {
    let mut times: HashMap<String, usize> = HashMap::new();
    found.iter().for_each(|one| *times.entry(name(one).clone()).or_default() += 1);
    found.retain(|one| times[name(one)] == 1);
    found
}

/// `1 ≤ n ≤ 10`, or the same for a few variables: `1 ≤ n, m ≤ 10`.
fn chain<'t>(tokens: &[(Kind<'t>, Range<usize>)]) -> Option<(i128, Vec<&'t str>, i128)> {
    const MOST: usize = 4;
    let [(Kind::Number(lo), _), (Kind::AtMost, _), (Kind::Name(first), _), rest @ ..] = tokens else { return None };
    let mut names = vec![*first];
    let mut rest = rest;
    while let [(Kind::Comma, _), (Kind::Name(name), _), more @ ..] = rest
        && names.len() < MOST
    {
        names.push(name);
        rest = more;
    }
    match rest {
        [(Kind::AtMost, _), (Kind::Number(hi), _), ..] => Some((*lo, names, *hi)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(text: &str) -> Vec<String> {
        bounds(text).into_iter().map(|found| format!("{} {} {}", found.name, found.lo, found.hi)).collect()
    }

    #[test]
    fn usual_forms() {
        assert_eq!(said("The number `n` (1 ≤ n ≤ 5000, at most 5000 over all days)"), ["n 1 5000"]);
        assert_eq!(said("`n` and `s` (2 ≤ n ≤ 50 000, 2 ≤ s ≤ 4 000 000 000)."), ["n 2 50000", "s 2 4000000000"]);
        assert_eq!(said("$n$ and $m$ ($1 \\le n \\le 5000$, $0 \\le m \\le 10\\,000$)"), ["n 1 5000", "m 0 10000"]);
        assert_eq!(said("1 <= n <= 2*10^5"), ["n 1 200000"]);
        assert_eq!(
            said("$-10^9 \\leq a_i \\leq 10^{9}$; $1\\leqslant b_{i,j}\\leqslant 3\\cdot 10^5$"),
            ["a -1000000000 1000000000", "b 1 300000"]
        );
        assert_eq!(said("- $1 \\le n \\le 10^5$ --- the length.\n- **1 ≤ k ≤ 50**"), ["n 1 100000", "k 1 50"]);
        assert_eq!(said("0 &le; x &le; 2^31 - 1."), ["x 0 2147483647"]);
        assert_eq!(said("$1 \\le n \\le 10$ - 5 of them"), ["n 1 10"]);
        assert_eq!(said("1 ≤ i ≤ n, 1 ≤ n ≤ 100"), ["n 1 100"], "a bound of another variable");
        assert_eq!(said("&minus;5 &le; x &le; 2<sup>31</sup> &minus; 1"), ["x -5 2147483647"]);
        assert_eq!(said("1 &le; n &le; 10 &mdash; how many, 1&lt;k"), ["n 1 10"]);
        let found = &bounds("so (1 ≤ n ≤ 50).")[0];
        assert_eq!(&"so (1 ≤ n ≤ 50)."[found.span.clone()], "1 ≤ n ≤ 50");
    }

    /// Shapes in which statements write constraints, each with what a reader takes from it: variable, least, greatest.
    const SHAPES: [(&str, &[&str]); 45] = [
        // Markdown, with signs, ASCII, code, lists, tables and bold.
        ("**Constraints**\n\n- 1 ≤ n ≤ 2·10^5\n- -10^9 ≤ a_i ≤ 10^9", &["n 1 200000", "a -1000000000 1000000000"]),
        ("* `1 <= n <= 100000`\n* `1 <= k <= n`", &["n 1 100000"]),
        ("| what | bounds |\n|---|---|\n| n | 1 ≤ n ≤ 500 |\n| k | 0 ≤ k ≤ 7 |", &["n 1 500", "k 0 7"]),
        ("`1 <= n <= 10**5`", &["n 1 100000"]),
        ("* 1 <= n <= 10\n* 5 <= k <= 20\n- 3 <= m <= 4", &["n 1 10", "k 5 20", "m 3 4"]),
        ("1 ≤ n ≤ 10⁵, 1 ≤ x ≤ 10¹⁸", &["n 1 100000", "x 1 1000000000000000000"]),
        ("1 ≦ N ≦ 3000, all are whole", &["N 1 3000"]),
        ("an integer n (1 ≤ n ≤ 1e6)", &["n 1 1000000"]),
        // LaTeX.
        ("($1 \\le n \\le 2 \\cdot 10^5$)", &["n 1 200000"]),
        ("\\(1 \\leq q \\leq 5\\times10^{5}\\)", &["q 1 500000"]),
        ("\\[1\\leqslant x\\leqslant 10^{18}\\]", &["x 1 1000000000000000000"]),
        ("$$0\\le d_{i,j}\\le1{,}000{,}000$$", &["d 0 1000000"]),
        ("$1 \\le n, m \\le 1\\,000$", &["n 1 1000", "m 1 1000"]),
        ("$1 \\le n \\le 100$, $1 \\le a_i \\le n$", &["n 1 100"]),
        ("$1 \\le l \\le r \\le n \\le 10^5$", &[]),
        ("$0 \\le x \\le 2^{31} - 1$", &["x 0 2147483647"]),
        // Sections of Polygon, with sums over cases.
        (
            "The first line contains $t$ ($1 \\le t \\le 10^4$)~--- the number of test cases. Each begins with $n$ \
             ($2 \\leq n \\leq 2 \\cdot 10^5$). It is guaranteed that the sum of $n$ over all test cases does not exceed \
             $2 \\cdot 10^5$.",
            &["t 1 10000", "n 2 200000"],
        ),
        ("$1 \\le n \\le 10^5$, $\\sum n \\le 2 \\cdot 10^5$", &["n 1 100000"]),
        ("$1 \\le a_i \\le 10^9$ and $\\sum_{i=1}^{n} a_i \\le 10^{10}$", &["a 1 1000000000"]),
        ("1 ≤ n ≤ 50, Σn ≤ 1000", &["n 1 50"]),
        // HTML.
        ("<p>1 ≤ <i>n</i> ≤ 10<sup>5</sup></p>", &["n 1 100000"]),
        ("<li>1 &le; <var>a<sub>i</sub></var> &le; 2&nbsp;&times;&nbsp;10<sup>9</sup></li>", &["a 1 2000000000"]),
        ("<li><code>1 &lt;= k &lt;= 20</code></li>", &["k 1 20"]),
        ("<span class=\"tex\">1 &#8804; <em>h</em>, <em>w</em> &#8804; 1,000</span>", &["h 1 1000", "w 1 1000"]),
        ("1<n<10, n<i>2", &[]),
        ("The number of points n (1 ≤ n ≤ 1000).", &["n 1 1000"]),
        ("1 ≤ n ≤ 200 000 (two hundred thousand)", &["n 1 200000"]),
        ("- 1 ≤ N ≤ 100\n- 1 ≤ a_i ≤ 10^9 (1 ≤ i ≤ N)", &["N 1 100", "a 1 1000000000"]),
        ("$1 \\le n \\le 10^5 \\text{ and } 1 \\le k \\le 5$", &["n 1 100000", "k 1 5"]),
        ("$1 \\le n \\le 10 \\quad 1 \\le k \\le 5$\\\\", &["n 1 10", "k 1 5"]),
        ("for each of the n - 1 ≤ k ≤ 3", &[]),
        ("so many: - 1 ≤ k ≤ 3 of them; 50% of all", &["k 1 3"]),
        // Lines, paragraphs and formulas that end.
        ("1 <= n <= 50\n-5 <= m <= 300", &["n 1 50", "m -5 300"]),
        ("1 ≤ n ≤ 100\n\n-5 ≤ m ≤ 300", &["n 1 100", "m -5 300"]),
        ("1 ≤ n ≤ 100\n2 ≤ m ≤ 300\nThen a line.", &["n 1 100", "m 2 300"]),
        ("$1 \\le n \\le 10^5$\n\n$2 \\le m \\le 70$", &["n 1 100000", "m 2 70"]),
        ("$1 \\le n \\le 10^5$ $2 \\le m \\le 70$", &["n 1 100000", "m 2 70"]),
        ("1 ≤ n ≤ 100\n\n2 numbers per line", &["n 1 100"]),
        ("# A\n\n$-10^9 \\le x \\le 10^9$", &["x -1000000000 1000000000"]),
        ("# A\n-5 ≤ x ≤ 10", &["x -5 10"]),
        ("The line has $n$\n\n$-5 \\le m \\le 7$", &["m -5 7"]),
        ("1 ≤ n ≤ 100\n- 5 of them", &["n 1 100"]),
        // Points between factors, and signs of items.
        ("$1 \\le n \\le 2 {\\cdot} 10^5$, 1 ≤ m ≤ 5 ⋅ 10^5", &["n 1 200000", "m 1 500000"]),
        ("• 1 ≤ n ≤ 10 • 1 ≤ m ≤ 5\n• 1 ≤ k ≤ 10 ^ 3", &["n 1 10", "m 1 5", "k 1 1000"]),
        ("1 ≤ *n* ≤ 10^5, 1 ≤ **m** ≤ 7 and 2 ≤ _k_ ≤ 9", &["n 1 100000", "m 1 7", "k 2 9"]),
    ];

    #[test]
    fn shapes_of_real_statements() {
        let all = SHAPES.map(|(text, wanted)| (text, said(text), wanted));
        let wrong: Vec<_> = all.iter().filter(|(_, said, wanted)| said != wanted).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn what_may_mean_something_else() {
        let unclear = [
            "1 ≤ n ≤ 100. In the first subtask n ≤ 10.",
            "1 ≤ n ≤ 100 and 1 ≤ n ≤ 200",
            "1 ≤ a, b",
            "1 ≤ a, b ≤ 10 and a ≤ 5",
            "1 ≤ a, a ≤ 10",
            "1 ≤ a<b>c</b> ≤ 10",
            "1 ≤ n ≤ 10<sup>k</sup>",
            "0 ≤ l ≤ r ≤ 10",
            "0 ≤ 1 ≤ n ≤ 10",
            "1 ≤ n ≤ 10 ≤ m",
            "1 < n ≤ 10",
            "1 ≤ k ≤ 2n",
            "1 ≤ k ≤ 2 n",
            "1 ≤ k ≤ 2 \\cdot n",
            "1 ≤ k ≤ 10^9 + 6",
            "1 ≤ k ≤ 10/n",
            "1 ≤ |s| ≤ 10",
            "1 ≤ k ≤ 0.5",
            "1 ≤ k ≤ 10^n",
            "2 ≤ n ≤ 1",
            "1 ≤ k ≤ 99^99",
            "\\left 1 \\leftarrow n",
            "≤ n ≤",
            "1 ≤ n ≤ 10<SUP>5</SUP>",
            "1 ≤ n ≤ 10<sup class=\"x\">5</sup>",
            "1 ≤ n ≤ 10<b><sup>k</sup></b>",
            "1 ≤ n ≤ 100&#8239;000",
            "1 ≤ n ≤ 100&thinsp;000",
            "1 ≤ n ≤ 100&#8201;000",
            "1 ≤ n ≤ 2&#215;10<sup>5</sup>",
            "1 ≤ n ≤ 10&sup3;",
            "1 ≤ n ≤ 100\u{2009}000",
            "1 ≤ n ≤ 100\u{2006}000",
            "1 ≤ n ≤ 1000\u{202f}00",
            "$1 \\le n \\le 10\\:000$",
            "$1 \\le n \\le 10\\!000$",
            "$1 \\le n \\le 10\\thinspace 000$",
            "$1 \\le n \\le 10{\\,}000$",
            "1 ≤ n ≤ 10'000",
            "1 ≤ n ≤ 10’000",
            "1 ≤ n ≤ 10$^5$",
            "1 ≤ n ≤ 2 • 10^5",
            "1 ≤ n ≤ 5 {\\rm k}",
            "&#8722;5 ≤ n ≤ 10",
            "n - 1 ≤ m ≤ 1000",
            "$n-1 \\le m \\le 1000$",
            "n + 1 ≤ m ≤ 1000",
            "n/2 ≤ m ≤ 1000",
            "n^2 ≤ m ≤ 1000",
            "2·n + 5 ≤ m ≤ 1000",
            "k·5 ≤ m ≤ 1000",
            "x mod 5 ≤ m ≤ 1000",
            "$0 \\le m \\le 2 \\lfloor n/2 \\rfloor$",
            "0 ≤ m ≤ 2⌊n/2⌋",
            "0 ≤ m ≤ 3√n",
            "$0 \\le m \\le 2\\max(n,500)$",
            "$0 \\le m \\le 2 nm$",
            "$0 \\le m \\le 2\\binom{n}{2}$",
            "$0 \\le m \\le 2\\left(n-1\\right)$",
            "$0 \\le m \\le 5 [n>1]$",
            "$0 \\le m \\le 3 \\bmod n$",
            "$1 \\le n \\le 1\\text{e}9$",
            "1 ≤ n ≤ 200 thousand",
            "1 ≤ n ≤ 2 lakh",
            "1 ≤ k ≤ 5 (n-1)",
            "1 ≤ k ≤ 5(n ≤ 3)",
            "In the sample 1 ≤ n ≤ 1000",
            "Subtask 1: $1 \\le n \\le 1000$",
            "Note that 1 ≤ n ≤ 2 in both samples.",
            "| Subtask | Bounds |\n|---|---|\n| 1 | $1 \\le n \\le 100$ |",
            "<!-- 1 ≤ n ≤ 100 -->",
            "\\section{A}\n% $1 \\le n \\le 100$",
        ];
        for text in unclear {
            assert_eq!(said(text), [""; 0], "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), made in "[1 ≤<=n_\\\\{}$^,·−é\u{a0}le-]{0,40}") {
            bounds(&text);
            bounds(&made);
        }
    }
}
