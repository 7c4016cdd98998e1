//! The table is sound, a person's own is laid over it, and languages are told by what the table says.

use std::collections::BTreeMap;

use super::*;

#[test]
fn no_two_languages_have_the_same_files() {
    let languages = Languages::built_in();
    let mut seen = BTreeMap::new();
    for (name, entry) in languages.iter() {
        for extension in &entry.extensions {
            assert_eq!(seen.insert(extension.clone(), name), None, "{extension}");
        }
        assert!(!entry.title.is_empty(), "{name}");
    }
}

#[test]
fn a_persons_own_table() {
    let own = "[java]\ntime_factor = 2.0\n[brain]\ntitle = \"Brain\"\nextensions = [\"bf\"]\ntools = { brain = [\"bf\"] }\nrun = [\"brain\", \"{source}\"]\nhello = \"+\"\n";
    let languages = Languages::with(own).unwrap();
    let java = languages.get("java").unwrap();
    assert_eq!((java.time_factor, java.title.as_str()), (Some(2.0), "Java"));
    assert_eq!(languages.of_path(&RelPath::parse("a/b.bf").unwrap(), false), Some("brain"));
    assert!(languages.get("brain").unwrap().is_run());
    let again = Languages::parse(languages.to_toml(), "").unwrap();
    assert_eq!(again.entries, languages.entries);
    for (own, mistake) in [
        ("java = 3", "`java` is no table; write `[java]` and its keys below it"),
        ("[java]\nrun = [\"jaba\", \"{class}\"]", "[java]: `jaba` is none of its `tools`"),
        ("[java]\nrun = [\"java\", \"{klass}\"]", "[java]: nothing is called `{klass}` here"),
        ("[java]\ntime_factor = 0", "[java]: "),
        ("[java]\ntime = 3", "[java]: unknown field `time`"),
    ] {
        let told = Languages::with(own).unwrap_err();
        assert!(told.starts_with(mistake), "{told}");
    }
}

#[test]
fn what_tells_a_language() {
    let languages = Languages::built_in();
    let of = |path: &str| languages.of_path(&RelPath::parse(path).unwrap(), false);
    assert_eq!(
        (of("A.java"), of("a.pypy3"), of("a.JS"), of("a.m")),
        (Some("java"), Some("pypy3"), Some("javascript"), None)
    );
    assert_eq!(languages.of_path(&RelPath::parse("a.m").unwrap(), true), Some("objectivec"));
    for (line, name) in [
        ("#!/usr/bin/env pypy3", Some("pypy3")),
        ("#!/usr/bin/env -S ruby -w", Some("ruby")),
        ("#!/usr/bin/python3", Some("python")),
        ("#! /usr/bin/perl -w", Some("perl")),
        ("#!/bin/sh", None),
        ("print(1)", None),
    ] {
        assert_eq!(languages.of_interpreter(line), name, "{line}");
    }
    assert_eq!(languages.of_key("kotlin", |keys| &keys.icpc), Some("kotlin"));
    assert_eq!(languages.of_key("pas", |keys| &keys.polygon), Some("pascal"));
}

struct Few;

impl Meanings for Few {
    fn of(&self, name: &str) -> Option<Vec<String>> {
        match name {
            "sources" => Some(vec!["a b.x".to_owned(), "c.x".to_owned()]),
            "out" => Some(vec!["o".to_owned()]),
            _ => None,
        }
    }
}

#[test]
fn words_are_filled_in() {
    let words = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(fill(&words("x|-o{out}.jar|{sources}|{out}"), &Few).unwrap(), words("x|-oo.jar|a b.x|c.x|o"));
    assert_eq!(fill(&words("x|{class}"), &Few), Err(UnknownName("class".to_owned())));
}
