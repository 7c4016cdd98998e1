//! The findings: errors and warnings with the source they are about, the rest a line each.

use std::collections::HashMap;

use problem::{finding::Severity, report::FindingReport, text::LineIndex};

use super::{
    excerpt::{self, MESSAGE_WIDTH, Source, Sources},
    select::{self, Item},
    style::{DIM, Line, PLAIN, View},
};

/// A finding as it is written, or what stands for several.
struct Block {
    text: String,
    /// Whether it belongs to the block above.
    follows: bool,
    /// Whether it is one of the lines at the end.
    minor: bool,
}

/// The findings, one after another, with blank lines around those that show more than a message.
pub(super) fn text(findings: &[FindingReport], sources: &dyn Fn(&str) -> Option<String>, view: &View) -> String {
    let items = select::select(findings);
    let texts = texts(&items, sources);
    let sources: Sources<'_> =
        texts.iter().map(|(path, text)| (*path, Source { text, index: LineIndex::new(text) })).collect();
    let blocks = items.iter().map(|item| block(item, &sources, view));
    let mut out = String::new();
    let (mut tall_above, mut minor_above) = (false, true);
    for block in blocks {
        let tall = block.text.lines().nth(1).is_some() && !block.minor;
        if !out.is_empty() && !block.follows && (tall || tall_above || block.minor != minor_above) {
            out.push('\n');
        }
        out.push_str(&block.text);
        tall_above = tall || (block.follows && tall_above);
        minor_above = block.minor;
    }
    out
}

/// The texts that excerpts are taken from, each asked for once.
fn texts<'a>(items: &[Item<'a>], sources: &dyn Fn(&str) -> Option<String>) -> HashMap<&'a str, String> {
    let mut texts: HashMap<&str, Option<String>> = HashMap::new();
    for item in items {
        if let Item::Finding(finding) = item
            && with_excerpt(finding)
        {
            let related = finding.related.iter().map(|related| &related.path);
            for path in finding.path.iter().chain(related) {
                texts.entry(path).or_insert_with(|| sources(path));
            }
        }
    }
    texts.into_iter().filter_map(|(path, text)| Some((path, text?))).collect()
}

fn with_excerpt(finding: &FindingReport) -> bool {
    matches!(finding.severity, Severity::Error | Severity::Warning)
}

fn block(item: &Item<'_>, sources: &Sources<'_>, view: &View) -> Block {
    match *item {
        Item::Finding(finding) if with_excerpt(finding) => {
            Block { text: excerpt::diagnostic(finding, sources, view), follows: false, minor: false }
        }
        Item::Finding(finding) => Block { text: one_line(finding, view), follows: false, minor: true },
        Item::More { like, count, same_file } => {
            let text = more(like, count, same_file, view);
            Block { text, follows: same_file, minor: !with_excerpt(like) }
        }
    }
}

fn more(like: &FindingReport, count: usize, same_file: bool, view: &View) -> String {
    let code = view.fit(&like.code, MESSAGE_WIDTH);
    let path = like.path.as_deref().filter(|_| same_file);
    let place = path.map(|path| format!(" in {}", view.fit_path(path, excerpt::PATH_WIDTH)));
    let sentence = format!("{} and {count} more {code}{}", view.ellipsis(), place.unwrap_or_default());
    Line::of(DIM, sentence).paint(view.color) + "\n"
}

fn one_line(finding: &FindingReport, view: &View) -> String {
    let mut lines = finding.message.lines().filter(|line| !line.trim().is_empty());
    let mut message = view.fit(lines.next().unwrap_or(""), MESSAGE_WIDTH);
    if lines.next().is_some() {
        message = format!("{message} {}", view.ellipsis());
    }
    if let Some(path) = finding.path.as_ref().filter(|_| !excerpt::names_its_file(finding)) {
        message = format!("{}: {message}", excerpt::locus(path, finding.range, None, view));
    }
    excerpt::header(finding, &message, PLAIN, view)
}
