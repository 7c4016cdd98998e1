//! What the pages promise: each code of the reference page is given, each command and option that is named is there.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use e2e::{archive, touchstone::Touchstone};
use testkit::examples::here;

use crate::codes;

/// Folders with what `check` finds in them, and folders with what it makes of runs that no machine repeats.
const FIXTURES: [&str; 2] = ["fixtures/findings", "fixtures/findings-told"];

/// Codes that `probe` alone gives; its tests raise them.
const OF_PROBES: [&str; 2] = ["interactor-accepts-junk", "interactor-rejects-right"];

/// Tools that are not ours, as the pages begin what they say of their options.
const OTHERS: [&str; 3] = ["cargo ", "isolate ", "sio2jail "];

/// Every code that a fixture raises, with the severities that it has there.
fn raised() -> BTreeMap<String, BTreeSet<String>> {
    let of_probes = OF_PROBES.map(|code| (code.to_owned(), BTreeSet::from(["warning".to_owned()])));
    let mut raised: BTreeMap<String, BTreeSet<String>> = of_probes.into();
    for directory in FIXTURES {
        for entry in fs::read_dir(here(directory)).expect("the fixtures are there") {
            let text = fs::read_to_string(entry.expect("they can be listed").path()).expect("a fixture can be read");
            let (_, members) = archive::parse(&text);
            // Where nothing is found there is no such section.
            let findings = members.last().filter(|last| last.path == "findings").map_or("", |last| &last.text);
            for line in findings.lines() {
                let mut words = line.split(' ').map(str::to_owned);
                let (severity, code) = words.next().zip(words.next()).expect("a finding has a severity and a code");
                raised.entry(code).or_default().insert(severity);
            }
        }
    }
    raised
}

#[test]
fn a_code_is_in_the_page_exactly_when_a_fixture_raises_it() {
    let page: BTreeSet<String> = codes::of_the_page().into_iter().map(|section| section.code).collect();
    let raised: BTreeSet<String> = raised().into_keys().collect();
    let difference =
        |one: &BTreeSet<String>, other: &BTreeSet<String>| -> Vec<String> { one.difference(other).cloned().collect() };
    assert_eq!(difference(&page, &raised), [""; 0], "no fixture raises what the page has");
    assert_eq!(difference(&raised, &page), [""; 0], "the page lacks what a fixture raises");
}

#[test]
fn a_section_states_a_severity_that_its_code_has() {
    let raised = raised();
    for section in codes::of_the_page() {
        let known = &raised[&section.code];
        let is_stated = known.iter().any(|severity| section.first.contains(severity));
        assert!(is_stated, "{} was seen as {known:?}, and the page says {}", section.code, section.first);
    }
}

/// The inline code of a page, in backticks.
fn code_spans(page: &str) -> Vec<String> {
    let mut spans = Vec::new();
    for (idx, text) in page.split("```").enumerate() {
        let inline = text.split('`').skip(1).step_by(2);
        spans.extend(inline.filter(|_| idx % 2 == 0).map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    spans
}

/// The words of a text that begin with two dashes.
fn options(text: &str) -> BTreeSet<String> {
    let is_of_word = |character: char| character.is_ascii_lowercase() || character == '-';
    let words = text.split(|character: char| !is_of_word(character));
    let long = words.filter(|word| word.starts_with("--") && word.len() > 2);
    long.map(|word| word.trim_end_matches('-').to_owned()).collect()
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let named = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    named.filter_map(|line| line.split_whitespace().next()).filter(|word| *word != "help").map(str::to_owned).collect()
}

/// The options of every command, and of its own commands, by its first word.
fn real() -> BTreeMap<String, BTreeSet<String>> {
    let help = |words: &[&str]| Touchstone::new().args(words).arg("--help").run().expect_code(0).stdout;
    let of_command = |command: String| {
        let own = help(&[&command]);
        let deeper = commands(&own).into_iter().map(|inner| options(&help(&[&command, &inner])));
        let all = deeper.fold(options(&own), |mut all, more| {
            all.extend(more);
            all
        });
        (command, all)
    };
    commands(&help(&[])).into_iter().map(of_command).collect()
}

/// The pages that a user reads.
fn pages() -> Vec<String> {
    let mut pages = ["../server/crates/problem/src/finding/reference.md", "../README.md"].map(str::to_owned).to_vec();
    let docs = fs::read_dir(here("../server/docs")).expect("the pages are there");
    let names = docs.map(|entry| entry.expect("they can be listed").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name")).filter(|name| name.ends_with(".md"));
    pages.extend(names.map(|name| format!("../server/docs/{name}")));
    pages
}

/// Where the links of a page lead that lead to files, without the place in the file.
fn links(page: &str) -> Vec<String> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter_map(|target| target.split('#').next()).filter(|file| !file.is_empty());
    files.filter(|file| !file.contains("://")).map(str::to_owned).collect()
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut n_links = 0;
    for page in pages() {
        let path = here(&page);
        for link in links(&fs::read_to_string(&path).expect("the page is there")) {
            let target = path.parent().expect("a page lies in a folder").join(&link);
            assert!(target.exists(), "{page} links to {link}, which is not there");
            n_links += 1;
        }
    }
    assert!(n_links > 20, "the pages link to each other");
}

#[test]
fn commands_and_options_that_pages_name_exist() {
    let real = real();
    assert!(real.len() > 10 && real["check"].contains("--watch"), "{real:?}");
    let everywhere: BTreeSet<String> = real.values().flatten().cloned().chain(["--version".to_owned()]).collect();
    let mut n_commands = 0;
    for page in pages() {
        let text = fs::read_to_string(here(&page)).expect("the page is there");
        for span in code_spans(&text).iter().filter(|span| !OTHERS.iter().any(|tool| span.starts_with(tool))) {
            let named = span.strip_prefix("touchstone ").and_then(|rest| rest.split(' ').next());
            let known = match named.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase())) {
                Some(command) => real.get(command).unwrap_or_else(|| panic!("{page} names `touchstone {command}`")),
                None => &everywhere,
            };
            n_commands += usize::from(named.is_some());
            let unknown: Vec<String> = options(span).difference(known).cloned().collect();
            assert_eq!(unknown, [""; 0], "{page} names `{span}`");
        }
    }
    assert!(n_commands > 20, "the pages name commands");
}

/// Names that follow one of these beginnings in the sources of a client, which are letters and figures.
fn sent_by(directory: &str, extension: &str, beginnings: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in walkdir::WalkDir::new(here(directory)) {
        let path = entry.expect("the sources can be listed").into_path();
        if path.extension().is_none_or(|found| found != extension) {
            continue;
        }
        let source = fs::read_to_string(&path).expect("a source can be read");
        for rest in beginnings.iter().flat_map(|beginning| source.split(beginning).skip(1)) {
            names.extend(rest.split(|letter: char| !letter.is_ascii_alphanumeric()).next().map(str::to_owned));
        }
    }
    names
}

#[test]
fn commands_that_clients_send_are_the_servers() {
    let protocol = fs::read_to_string(here("../server/crates/lsp/PROTOCOL.md")).expect("the page is there");
    let known: BTreeSet<String> =
        protocol.lines().filter_map(|line| line.strip_prefix("### touchstone.")).map(str::to_owned).collect();
    let typed = ["unknown", "string", "number", "ShownTest"].map(|kind| format!("command<{kind}>(\"touchstone."));
    let mut calls: Vec<&str> = typed.iter().map(String::as_str).collect();
    calls.extend(["command(\"touchstone.", "problem, \"touchstone.", ", \"touchstone.explain"]);
    let by_code = sent_by("../editors/code/src", "ts", &calls);
    let by_nvim = sent_by("../editors/nvim/lua", "lua", &["client.command(problem, '", "M.make(problem, '"]);
    for (client, sent) in [("VS Code", by_code), ("Neovim", by_nvim)] {
        let unknown: Vec<&String> = sent.iter().filter(|name| !name.is_empty() && !known.contains(*name)).collect();
        assert!(unknown.is_empty(), "{client} sends {unknown:?}, and the server knows {known:?}");
        assert!(sent.len() >= 4, "{client} sends commands: {sent:?}");
    }
}
