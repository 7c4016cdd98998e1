//! The rule between two rounds of a watch: what changed since the last one.

use judge::disk::watch::{Change, Kind};

use super::style::{DIM, Line, View};

/// So many names are shown of each kind.
const SHOWN: usize = 3;

/// One line: a rule with what changed in it.
pub(crate) fn rule(changes: &[Change], view: &View) -> String {
    let kinds = [(Kind::Changed, "changed"), (Kind::Added, "added"), (Kind::Removed, "removed")];
    let parts = kinds.iter().filter_map(|(kind, word)| {
        let mut names: Vec<&str> =
            changes.iter().filter(|change| change.kind == *kind).map(|change| change.path.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let more = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!names.is_empty()).then(|| format!("{word}: {}{more}", names.join(", ")))
    });
    let words = parts.collect::<Vec<String>>().join(view.separator());
    let dash = view.dash();
    let words = view.fit(&words, view.columns() - 4);
    let used = 4 + super::clean::width(&words);
    let tail = dash.repeat(view.columns().saturating_sub(used));
    let mut line = Line::default();
    line.push(DIM, format!("{dash}{dash} {words} {tail}"));
    line.paint(view.color)
}

#[cfg(test)]
mod tests {
    use problem::path::RelPath;

    use super::*;

    fn change(kind: Kind, path: &str) -> Change {
        Change { kind, path: RelPath::parse(path).expect("a plain path") }
    }

    #[test]
    fn what_changed() {
        let view = View { width: 50, color: false, unicode: true };
        let one = rule(&[change(Kind::Changed, "val.cpp")], &view);
        assert_eq!(one, "── changed: val.cpp ──────────────────────────────");
        let mut many: Vec<Change> = ["5", "1", "2", "3", "4", "1"].map(|name| change(Kind::Removed, name)).into();
        many.push(change(Kind::Added, "a\u{1b}b.cpp"));
        let ascii = View { unicode: false, ..view };
        assert_eq!(rule(&many, &ascii), "-- added: a\\u{1b}b.cpp | removed: 1, 2, 3 and 2..");
    }
}
