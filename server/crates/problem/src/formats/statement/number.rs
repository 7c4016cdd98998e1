//! Numbers as statements write them.

/// What stands for a sign, in the order in which it is replaced.
const WRITTEN: [(&str, &str); 26] = [
    ("\\cdot", "*"),
    ("\\times", "*"),
    ("&times;", "*"),
    ("&middot;", "*"),
    ("&sdot;", "*"),
    ("&#8901;", "*"),
    ("⋅", "*"),
    ("∙", "*"),
    ("&nbsp;", ""),
    ("&minus;", "-"),
    ("\\,", ""),
    ("−", "-"),
    ("**", "^"),
    ("<sup>", "^"),
    ("</sup>", ""),
    ("⁰", "^0"),
    ("¹", "^1"),
    ("²", "^2"),
    ("³", "^3"),
    ("⁴", "^4"),
    ("⁵", "^5"),
    ("⁶", "^6"),
    ("⁷", "^7"),
    ("⁸", "^8"),
    ("⁹", "^9"),
    ("^1^", "^1"),
];

/// The value of `200000`, `2 * 10^5`, `10^{18}`, `1e9`, `2^31 - 1`, `200,000`, `10\,000`.
pub fn integer(written: &str) -> Option<i128> {
    let mut written = written.to_owned();
    for (said, plain) in WRITTEN {
        written = written.replace(said, plain);
    }
    let is_blank = |one: char| matches!(one, ' ' | '\n' | '\u{a0}' | '\u{202f}' | ',' | '_' | '~' | '$' | '{' | '}');
    let plain: String = written.chars().filter(|one| !is_blank(*one)).collect();
    let (body, minus) = match plain.rsplit_once('-') {
        Some((body, minus)) if !body.is_empty() => (body.to_owned(), minus.parse::<i128>().ok()?),
        _ => (plain, 0),
    };
    let (sign, body) = body.strip_prefix('-').map_or((1, body.as_str()), |rest| (-1, rest));
    let product = body.split(['*', '·', '×']).map(power).try_fold(1_i128, |all, one| all.checked_mul(one?))?;
    product.checked_mul(sign)?.checked_sub(minus)
}

fn power(factor: &str) -> Option<i128> {
    let raised = |base: i128, to: &str| base.checked_pow(to.parse().ok()?);
    match factor.split_once(['^', 'e', 'E']) {
        Some((base, to)) if factor.contains('^') => raised(base.parse().ok()?, to),
        Some((head, to)) => head.parse::<i128>().ok()?.checked_mul(raised(10, to)?),
        None => factor.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn numbers_as_statements_write_them() {
        let all = [
            ("200000", 200_000),
            ("2 * 10^5", 200_000),
            ("10^{18}", 1_000_000_000_000_000_000),
            ("1e9", 1_000_000_000),
            ("2^31 - 1", 2_147_483_647),
            ("-10^9", -1_000_000_000),
            ("$200{,}000$", 200_000),
            ("3 \\cdot 10^5", 300_000),
            ("10\\,000", 10_000),
            ("−5", -5),
            ("10**5", 100_000),
            ("10⁹", 1_000_000_000),
            ("10¹⁸", 1_000_000_000_000_000_000),
            ("2&nbsp;&times; 10<sup>5</sup>", 200_000),
        ];
        for (text, number) in all {
            assert_eq!(integer(text), Some(number), "{text}");
        }
        for text in ["none", "n", "", "n - 1", "10^999", "2 n"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }
}
