//! A statement in Markdown as LaTeX, which is all that legacy packages take: headings, lists, code, emphasis, links and
//! formulas. Anything else stays as it is written, with its signs escaped.

/// The same statement in LaTeX, with its title where problemtools looks for it.
pub(super) fn of_markdown(text: &str, title: &str) -> String {
    let mut lines = text.lines().peekable();
    if lines.peek().is_some_and(|line| line.trim_end() == "---") {
        lines.next();
        lines.by_ref().take_while(|line| line.trim_end() != "---").for_each(drop);
    }
    let mut made = format!("\\problemname{{{}}}\n", inline(title));
    let mut list: Option<&'static str> = None;
    let mut verbatim: Option<&'static str> = None;
    for line in lines {
        let bare = line.trim();
        if let Some(fence) = verbatim {
            match bare == fence {
                true => {
                    verbatim = None;
                    made += "\\end{verbatim}\n";
                }
                false => made += &format!("{line}\n"),
            }
            continue;
        }
        let item = item(bare);
        let goes_on = bare.is_empty() || line.starts_with(' ') || item.is_some_and(|(kind, _)| list == Some(kind));
        if let Some(kind) = list.filter(|_| !goes_on) {
            made += &format!("\\end{{{kind}}}\n");
            list = None;
        }
        if let Some(fence) = ["```", "~~~"].into_iter().find(|fence| bare.starts_with(fence)) {
            verbatim = Some(fence);
            made += "\\begin{verbatim}\n";
        } else if let Some((level, heading)) = heading(bare) {
            // The title stands above already.
            if level > 1 || heading != title {
                made += &format!("\\{}section*{{{}}}\n", if level > 2 { "sub" } else { "" }, inline(heading));
            }
        } else if let Some((kind, words)) = item {
            if list.is_none() {
                made += &format!("\\begin{{{kind}}}\n");
                list = Some(kind);
            }
            made += &format!("\\item {}\n", inline(words));
        } else {
            made += &format!("{}\n", inline(line));
        }
    }
    if verbatim.is_some() {
        made += "\\end{verbatim}\n";
    }
    made + &list.map_or_else(String::new, |kind| format!("\\end{{{kind}}}\n"))
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    ((1..=6).contains(&level) && words.starts_with(' ')).then(|| (level, words.trim().trim_end_matches('#').trim_end()))
}

/// The environment that an item stands in, and its words.
fn item(line: &str) -> Option<(&'static str, &str)> {
    if let Some(words) = ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign)) {
        return Some(("itemize", words));
    }
    let after = line.trim_start_matches(|one: char| one.is_ascii_digit());
    let words = after.strip_prefix(". ").filter(|_| after.len() < line.len());
    words.map(|words| ("enumerate", words))
}

/// The words of a line.
fn inline(line: &str) -> String {
    let mut made = String::new();
    let mut rest = line;
    while let Some(one) = rest.chars().next() {
        let (part, after) = between(rest).unwrap_or_else(|| {
            let (sign, after) = rest.split_at(one.len_utf8());
            (escaped(sign), after)
        });
        made += &part;
        rest = after;
    }
    made
}

/// What begins here and has an end: code, a formula, strong or emphasised words, a link.
fn between(text: &str) -> Option<(String, &str)> {
    let inside = |sign: &str| {
        let (words, after) = text.strip_prefix(sign)?.split_once(sign)?;
        (!words.is_empty() && words.trim() == words).then_some((words, after))
    };
    if let Some((words, after)) = inside("`") {
        return Some((format!("\\texttt{{{}}}", escaped(words)), after));
    }
    if let Some((formula, after)) = inside("$$") {
        return Some((format!("\\[{formula}\\]"), after));
    }
    if let Some((formula, after)) = inside("$") {
        return Some((format!("${formula}$"), after));
    }
    if let Some((words, after)) = inside("**") {
        return Some((format!("\\textbf{{{}}}", inline(words)), after));
    }
    if let Some((words, after)) = inside("*") {
        return Some((format!("\\emph{{{}}}", inline(words)), after));
    }
    let (words, after) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = after.split_once(')')?;
    let is_plain = !words.contains('[') && !address.contains(char::is_whitespace);
    is_plain.then(|| (format!("\\href{{{}}}{{{}}}", escaped(address), inline(words)), after))
}

fn escaped(text: &str) -> String {
    let sign = |one: char| match one {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '<' => "\\textless{}".to_owned(),
        '>' => "\\textgreater{}".to_owned(),
        '≤' => "$\\le$".to_owned(),
        '≥' => "$\\ge$".to_owned(),
        '≠' => "$\\ne$".to_owned(),
        '…' => "\\ldots{}".to_owned(),
        '·' => "$\\cdot$".to_owned(),
        '×' => "$\\times$".to_owned(),
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!("\\{one}"),
        other => other.to_string(),
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_statements_are_made_of() {
        let text = "---\ntitle: Sums\n---\n# Sums\n\nAdd `a_1` and *all* of **the 50% rest**, $a_i \\le 10^9$ & more.\n\n## Input\n\
                    - one, 2 ≤ n\n- [two](https://example.org/a_b)\n\n1. first\n```\na_b # c\n```\nThe end_\n";
        let expected = "\\problemname{Sums}\n\nAdd \\texttt{a\\_1} and \\emph{all} of \\textbf{the 50\\% rest}, $a_i \\le 10^9$ \\& more.\
                        \n\n\\section*{Input}\n\\begin{itemize}\n\\item one, 2 $\\le$ n\n\
                        \\item \\href{https://example.org/a\\_b}{two}\n\n\\end{itemize}\n\\begin{enumerate}\n\\item first\n\
                        \\end{enumerate}\n\\begin{verbatim}\na_b # c\n\\end{verbatim}\nThe end\\_\n";
        assert_eq!(of_markdown(text, "Sums"), expected);
    }

    #[test]
    fn signs_without_an_end_are_signs() {
        let text = "2 * 3 * 4 costs $5 and `x [or](not this)\n```\nopen";
        let made = of_markdown(text, "{}");
        let expected = "\\problemname{\\{\\}}\n2 * 3 * 4 costs \\$5 and `x [or](not this)\n\\begin{verbatim}\nopen\n\\end{verbatim}\n";
        assert_eq!(made, expected);
    }
}
