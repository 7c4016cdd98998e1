//! The page of mechanisms is true: each has a row, and what the row names is there and says the mechanism's id.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use testkit::examples::here;
use walkdir::WalkDir;

/// How many mechanisms each paper has; they are counted from 1.
const PAPERS: [(&str, usize); 5] = [("CCO", 30), ("HTG", 25), ("EVC", 17), ("CCP", 19), ("AC", 4)];

/// A row of the page.
struct Row {
    id: String,
    what: String,
    places: Vec<String>,
    tests: Vec<String>,
    remark: String,
}

fn ids() -> Vec<String> {
    PAPERS.iter().flat_map(|(paper, n)| (1..=*n).map(move |number| format!("{paper}-{number}"))).collect()
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(here("../server/MECHANISMS.md")).expect("the page is there");
    let is_paper = |line: &&str| PAPERS.iter().any(|(paper, _)| line.starts_with(&format!("| {paper}-")));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 7, "a row has five cells: {line}");
        let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Row {
            id: cells[1].to_owned(),
            what: cells[2].to_owned(),
            places: names(cells[3]),
            tests: names(cells[4]),
            remark: cells[5].to_owned(),
        }
    };
    page.lines().filter(is_paper).map(row).collect()
}

/// Whether a text has a word that no letter, digit or line goes before, and no digit comes behind.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_free = !text[..at].ends_with(|before: char| before.is_alphanumeric());
        is_free && !text[at + word.len()..].starts_with(|after: char| after.is_ascii_digit())
    })
}

/// Whether a name or a body says an id: `cco_8` or `CCO-8`.
fn says(text: &str, id: &str) -> bool {
    has_word(text, id) || has_word(text, &id.to_lowercase().replace('-', "_"))
}

/// The tests of the project by their names: from `fn` to the brace that closes it.
fn tests() -> BTreeMap<String, String> {
    let folders = ["server", "tests"].map(|folder| here("..").join(folder));
    let files = folders.iter().flat_map(|folder| WalkDir::new(folder).into_iter().flatten());
    let mut tests = BTreeMap::new();
    for file in files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(file.path()).expect("a source can be read");
        for (at, _) in text.match_indices("#[test]\n") {
            let rest = &text[at + "#[test]\n".len()..];
            let indent = rest.len() - rest.trim_start_matches(' ').len();
            let end = rest.find(&format!("\n{}}}\n", " ".repeat(indent))).unwrap_or(rest.len());
            let body = &rest[indent..end];
            if let Some(name) = body.strip_prefix("fn ").and_then(|rest| rest.split('(').next()) {
                tests.insert(name.to_owned(), body.to_owned());
            }
        }
    }
    tests
}

#[test]
fn every_mechanism_has_a_row_in_order() {
    let found: Vec<String> = rows().into_iter().map(|row| row.id).collect();
    assert_eq!(found, ids());
}

#[test]
fn what_a_row_names_is_there_and_says_so() {
    let (tests, mut wrong) = (tests(), Vec::new());
    for Row { id, what, places, tests: named, remark } in rows() {
        if what.is_empty() {
            wrong.push(format!("{id}: what is it?"));
        }
        if remark.is_empty() && (places.is_empty() || named.is_empty()) {
            wrong.push(format!("{id}: why is nothing named?"));
        }
        for path in places {
            match fs::read_to_string(here("..").join(&path)) {
                Ok(text) if has_word(&text, &id) => {}
                Ok(_) => wrong.push(format!("{id}: {path} does not say it")),
                Err(_) => wrong.push(format!("{id}: there is no {path}")),
            }
        }
        for name in named {
            match tests.get(&name) {
                Some(body) if says(body, &id) => {}
                Some(_) => wrong.push(format!("{id}: the test {name} does not say it")),
                None => wrong.push(format!("{id}: there is no test {name}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_source_and_no_prompt_names_a_mechanism_that_is_none() {
    let known: BTreeSet<String> = ids().into_iter().collect();
    let folders = ["server", "prompts"].map(|folder| here("..").join(folder));
    let files = folders.iter().flat_map(|folder| WalkDir::new(folder).into_iter().flatten());
    let is_text =
        |path: &std::path::Path| path.extension().is_some_and(|extension| extension == "rs" || extension == "md");
    let mut wrong = Vec::new();
    for file in files.filter(|file| is_text(file.path())) {
        let text = fs::read_to_string(file.path()).expect("a source can be read");
        for (paper, _) in PAPERS {
            for (at, sign) in text.match_indices(&format!("{paper}-")) {
                let rest = &text[at + sign.len()..];
                let digits = rest.len() - rest.trim_start_matches(|one: char| one.is_ascii_digit()).len();
                let id = format!("{sign}{}", &rest[..digits]);
                let is_word = !text[..at].ends_with(|before: char| before.is_alphanumeric());
                if is_word && digits > 0 && !known.contains(&id) {
                    wrong.push(format!("{}: {id}", file.path().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
