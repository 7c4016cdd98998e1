//! Mistakes in headers, shown where the headers are included too: who has the program open sees that it does not compile.

use problem::{
    finding::{Code, Finding, INCLUDED},
    text::Place,
};

/// What is to be shown at a line that includes a header.
#[derive(Clone, Debug, PartialEq)]
pub struct AtInclude<'a> {
    /// It, at the line.
    pub shown: Finding,
    /// The first mistake that it tells of.
    pub of: &'a Finding,
}

/// One for each line that brings in a header that does not compile, in the order of the findings.
pub fn at_includes(findings: &[Finding]) -> Vec<AtInclude<'_>> {
    let mut lines: Vec<(&Place, Vec<&Finding>)> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.code == Code::BuildFailed) {
        for related in finding.related.iter().filter(|related| related.message == INCLUDED) {
            match lines.iter_mut().find(|(place, _)| *place == &related.place) {
                Some((_, mistakes)) => mistakes.push(finding),
                None => lines.push((&related.place, vec![finding])),
            }
        }
    }
    lines.into_iter().filter_map(|(place, mistakes)| at_include(place, &mistakes)).collect()
}

fn at_include<'a>(line: &Place, mistakes: &[&'a Finding]) -> Option<AtInclude<'a>> {
    let (first, rest) = mistakes.split_first()?;
    let header = first.place.as_ref()?;
    let more = match rest.len() {
        0 => String::new(),
        n_more => format!(" (and {n_more} more)"),
    };
    let message = format!("this brings in a mistake of `{}`: {}{more}", header.path, first.message);
    let shown = mistakes.iter().fold(Finding::at(Code::BuildFailed, line.clone(), message), |shown, mistake| {
        match &mistake.place {
            Some(place) => shown.with_related(place.clone(), mistake.message.clone()),
            None => shown,
        }
    });
    Some(AtInclude { shown, of: first })
}

#[cfg(test)]
mod tests {
    use problem::{path::RelPath, text::Range};

    use super::*;

    fn place(path: &str, line: u32) -> Place {
        Place { path: RelPath::parse(path).unwrap(), range: Range::new(line, 0, line, 9) }
    }

    #[test]
    fn each_line_tells_of_its_headers_mistakes_once() {
        let mistake = |code, line, words: &str| Finding::at(code, place("lib/oops.h", line), words);
        let included = |finding: Finding, by: &str| finding.with_related(place(by, 1), INCLUDED);
        let findings = [
            included(included(mistake(Code::BuildFailed, 3, "no `y`"), "a.cpp"), "b.cpp"),
            included(mistake(Code::BuildFailed, 7, "no `z`"), "a.cpp"),
            mistake(Code::BuildFailed, 9, "nobody knows why").with_related(place("a.cpp", 5), "a note"),
            included(mistake(Code::BuildWarning, 1, "unused"), "c.cpp"),
        ];
        let shown: Vec<String> = at_includes(&findings)
            .iter()
            .map(|one| {
                let related: Vec<String> =
                    one.shown.related.iter().map(|one| format!("{}", one.place.range.start.line)).collect();
                let place = one.shown.place.as_ref().unwrap();
                format!("{} {} [{}]", place.path, one.shown.message, related.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "a.cpp this brings in a mistake of `lib/oops.h`: no `y` (and 1 more) [3 7]",
                "b.cpp this brings in a mistake of `lib/oops.h`: no `y` [3]",
            ]
        );
    }
}
