//! How a manifest comes to say more.
//!
//! Invariant: what stands there stays, its comments too; only the value of a key that has to change is another.

/// A change of the manifest.
pub(super) enum Entry {
    /// Keys with their values, at the top.
    Keys(Vec<(&'static str, String)>),
    /// An item of a list at the top.
    Item(&'static str, [(&'static str, String); 2]),
    /// Elements in each other, and what comes into the innermost.
    Element(&'static [&'static str], String),
    /// One more kind beside those that `type` names, at the top.
    Kind(&'static str),
    /// A line at the end.
    End(String),
    /// A rule for the program in a table of `touchstone.toml`, which is no text of the format's.
    Rule(&'static str, String),
    Nothing,
}

/// The text with the change.
pub(super) fn entered(entry: Entry, text: &str) -> Result<String, String> {
    match entry {
        Entry::Keys(keys) => Ok(keys.iter().fold(text.to_owned(), |text, (key, value)| with_key(&text, key, value))),
        Entry::Kind(kind) => Ok(with_kind(text, kind)),
        Entry::Item(list, pairs) => with_item(text, list, &pairs),
        Entry::Element(path, element) => with_element(text, path, &element),
        Entry::End(lines) => Ok(ended(text) + &lines),
        Entry::Rule(..) | Entry::Nothing => Ok(text.to_owned()),
    }
}

/// A text whose last line has an end.
fn ended(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}

/// The lines of a text with the places where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    })
}

/// The value of a key at the top of a YAML text, as far as it stands in the key's line.
pub(super) fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let of_line = |line: &'a str| line.strip_prefix(key)?.strip_prefix(':');
    let value = text.lines().find_map(of_line)?;
    Some(value.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']))
}

/// A YAML text with a key at its top; its value gives way, in the line of the key and in the lines below it.
fn with_key(text: &str, key: &str, value: &str) -> String {
    let is_its = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let Some((at, line)) = lines(text).find(|(_, line)| is_its(line)) else {
        return format!("{}{key}: {value}\n", ended(text));
    };
    let start = at + key.len() + 1;
    let rest = &line[key.len() + 1..];
    let end = start + rest.find(" #").unwrap_or_else(|| rest.trim_end().len());
    let behind = at + line.len();
    format!("{} {value}{}{}", &text[..start], &text[end..behind], &text[behind + n_below(&text[behind..])..])
}

/// A YAML text whose `type`, at its top, is one more kind.
fn with_kind(text: &str, kind: &str) -> String {
    const KEY: &str = "type";
    let stated = value(text, KEY).unwrap_or_default();
    let kinds: Vec<&str> = stated.split([',', '[', ']']).map(|one| one.trim().trim_matches(['"', '\''])).collect();
    let kinds: Vec<&str> = kinds.into_iter().filter(|one| !one.is_empty()).collect();
    if kinds.contains(&kind) {
        return text.to_owned();
    }
    let begin = lines(text).find(|(_, line)| line.starts_with("type:")).map(|(at, line)| at + line.len());
    if let (Some(begin), []) = (begin, &kinds[..]) {
        // A list in block style.
        let below = &text[begin..begin + n_below(&text[begin..])];
        let items: Vec<(usize, &str)> = lines(below).filter(|(_, line)| line.trim_start().starts_with("- ")).collect();
        let is_there = |(_, line): &(usize, &str)| {
            line.trim_start().trim_start_matches("- ").split(" #").next().unwrap_or_default().trim() == kind
        };
        if items.iter().any(is_there) {
            return text.to_owned();
        }
        if let Some((at, last)) = items.last() {
            let indent = &last[..last.len() - last.trim_start().len()];
            let behind = begin + at + last.len();
            let end = if last.ends_with('\n') { "" } else { "\n" };
            return format!("{}{end}{indent}- {kind}\n{}", &text[..behind], &text[behind..]);
        }
    }
    // Whoever states nothing but the usual kind states it for nothing.
    let kept: Vec<&str> = kinds.into_iter().filter(|one| *one != "pass-fail").collect();
    match &kept[..] {
        [] => with_key(text, KEY, kind),
        kept => with_key(text, KEY, &format!("[{}, {kind}]", kept.join(", "))),
    }
}

/// How many bytes at the beginning of these lines belong to the value of the key above them: what is indented, and items of a
/// list. Comments and empty lines behind it do not.
fn n_below(text: &str) -> usize {
    let is_item = |line: &str| line.starts_with("- ") || line.trim_end() == "-";
    let is_empty = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let is_below = |line: &str| is_empty(line) || is_item(line) || line.starts_with([' ', '\t']);
    let below = lines(text).take_while(|(_, line)| is_below(line)).filter(|(_, line)| !is_empty(line));
    below.last().map_or(0, |(at, line)| at + line.len())
}

/// A YAML text with one more item of a list in block style.
fn with_item(text: &str, list: &str, pairs: &[(&str, String)]) -> Result<String, String> {
    let item = |indent: &str| {
        let line = |(number, (key, value)): (usize, &(&str, String))| {
            format!("{indent}{} {key}: {value}\n", if number == 0 { "-" } else { " " })
        };
        pairs.iter().enumerate().map(line).collect::<String>()
    };
    let is_its = |line: &str| line.strip_prefix(list).is_some_and(|rest| rest.starts_with(':'));
    let Some((at, line)) = lines(text).find(|(_, line)| is_its(line)) else {
        return Ok(format!("{}{list}:\n{}", ended(text), item("  ")));
    };
    let behind = at + line.len();
    let first = text[behind..].lines().find(|line| line.trim_start().starts_with("- "));
    let is_block = value(line, list).is_some_and(str::is_empty) && line.ends_with('\n');
    match first.filter(|_| is_block) {
        Some(first) => {
            let indent = &first[..first.len() - first.trim_start().len()];
            Ok(format!("{}{}{}", &text[..behind], item(indent), &text[behind..]))
        }
        None => Err(format!("`{list}` is no list with an item in each line; write it so, and ask again")),
    }
}

/// An XML text with one more element; a checker that stands there gives way.
fn with_element(text: &str, path: &[&str], element: &str) -> Result<String, String> {
    let document = roxmltree::Document::parse(text).map_err(|error| format!("the manifest cannot be read: {error}"))?;
    let mut node = document.root_element();
    let mut missing = path.iter();
    while let Some(name) = missing.as_slice().first() {
        let Some(child) = node.children().find(|child| child.has_tag_name(*name)) else { break };
        node = child;
        missing.next();
    }
    let wrapped = missing.rev().fold(element.to_owned(), |inner, name| format!("<{name}>{inner}</{name}>"));
    let named = |name: &str| node.children().find(|child| child.has_tag_name(name));
    if let Some(old) = named("checker").filter(|_| element.starts_with("<checker")) {
        return Ok(format!("{}{wrapped}{}", &text[..old.range().start], &text[old.range().end..]));
    }
    let range = node.range();
    let written = &text[range.clone()];
    if let Some(open) = written.strip_suffix("/>") {
        let name = node.tag_name().name();
        return Ok(format!("{}{}>{wrapped}</{name}>{}", &text[..range.start], open.trim_end(), &text[range.end..]));
    }
    let end = written.rfind("</").ok_or("the manifest has an element without an end")?;
    // Behind the last line that is written out, with its indent.
    let at = range.start + written[..end].trim_end().len();
    Ok(format!("{}\n{wrapped}{}", &text[..at], &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_yaml_and_their_comments() {
        let text = "name: A # ours\nvalidation: default # as ever\ntype: default";
        assert_eq!(with_key(text, "validation", "custom"), text.replace("default # as", "custom # as"));
        assert_eq!(with_key(text, "type", "x"), text.replace("type: default", "type: x"));
        assert_eq!(with_key(text, "checker", "c.cpp"), format!("{text}\nchecker: c.cpp\n"));
        assert_eq!((value(text, "name"), value(text, "validator")), (Some("A"), None));
    }

    #[test]
    fn a_value_in_the_lines_below_its_key_gives_way_as_a_whole() {
        let text = "checker: # theirs\n  path: \"ncmp.cpp\"\n\n# The next.\nvalidator:\n  path: \"validator.cpp\"\n";
        let new = "checker: { path: check.cpp } # theirs\n\n# The next.\nvalidator:\n  path: \"validator.cpp\"\n";
        assert_eq!(with_key(text, "checker", "{ path: check.cpp }"), new);
        let last = "checker: { path: check.cpp } # theirs\n\n# The next.\nvalidator: { path: val.cpp }\n";
        assert_eq!(with_key(new, "validator", "{ path: val.cpp }"), last);
        assert_eq!(with_key("a:\n- b\n- c\nd: 1\n", "a", "x"), "a: x\nd: 1\n");
    }

    #[test]
    fn one_more_kind_of_a_problem() {
        for (text, new) in [
            ("name: A\n", "name: A\ntype: interactive\n"),
            ("type: pass-fail # as ever\n", "type: interactive # as ever\n"),
            ("type: scoring\n", "type: [scoring, interactive]\n"),
            ("type: [scoring, multi-pass] # both\n", "type: [scoring, multi-pass, interactive] # both\n"),
            (
                "type:\n  - scoring # with points\nname: A\n",
                "type:\n  - scoring # with points\n  - interactive\nname: A\n",
            ),
            ("type:\n- scoring", "type:\n- scoring\n- interactive\n"),
            ("type: [interactive]\n", "type: [interactive]\n"),
            ("type:\n- interactive # it is\n", "type:\n- interactive # it is\n"),
        ] {
            assert_eq!(with_kind(text, "interactive"), new, "{text}");
        }
    }

    #[test]
    fn items_of_lists() {
        let pairs = [("name", "gen".to_owned()), ("path", "gen.cpp".to_owned())];
        let new = with_item("a: 1\n", "generators", &pairs);
        assert_eq!(new.as_deref(), Ok("a: 1\ngenerators:\n  - name: gen\n    path: gen.cpp\n"));
        let more = with_item("generators: # all\n- name: old\n", "generators", &pairs);
        assert_eq!(more.as_deref(), Ok("generators: # all\n- name: gen\n  path: gen.cpp\n- name: old\n"));
        assert!(with_item("generators: []\n", "generators", &pairs).is_err());
    }

    #[test]
    fn elements_of_xml() {
        let text = "<problem><!-- a --><assets>\n  <checker name=\"std::wcmp.cpp\"><source/></checker>\n  <validators/>\n</assets></problem>";
        let validator = with_element(text, &["assets", "validators"], "<validator/>").unwrap();
        assert_eq!(validator, text.replace("<validators/>", "<validators><validator/></validators>"));
        let checker = with_element(text, &["assets"], "<checker><s/></checker>").unwrap();
        assert_eq!(
            checker,
            text.replace("<checker name=\"std::wcmp.cpp\"><source/></checker>", "<checker><s/></checker>")
        );
        let generator = with_element(text, &["files", "executables"], "<executable/>").unwrap();
        let files = "\n<files><executables><executable/></executables></files></problem>";
        assert_eq!(generator, text.replace("</problem>", files));
        let solution = with_element(&validator, &["assets", "validators"], "<v/>").unwrap();
        assert!(solution.contains("<validator/>\n<v/></validators>"), "{solution}");
    }
}
