//! The finding codes, as the reference page has them.

use std::fs;

use testkit::examples::here;

/// A section of the page.
pub(crate) struct Section {
    /// Its heading.
    pub(crate) code: String,
    /// The line that it begins with, in lower case: its severities and its place.
    pub(crate) first: String,
}

/// The sections of the page, in order.
pub(crate) fn of_the_page() -> Vec<Section> {
    let page =
        fs::read_to_string(here("../server/crates/problem/src/finding/reference.md")).expect("the page is there");
    let sections = page.split("\n## ").skip(1).map(|section| {
        let (code, rest) = section.split_once('\n').expect("a section has a text");
        let first = rest.trim_start().lines().next().unwrap_or_default();
        Section { code: code.to_owned(), first: first.to_lowercase() }
    });
    sections.collect()
}
