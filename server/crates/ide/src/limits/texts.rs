//! Numbers in texts of several formats: in place of those that are there, else in new lines. All else stays.

use std::ops::Range as Span;

use problem::{formats, path::RelPath, text::LineIndex};

/// The text with the values of keys set that stand at no indent, each under its first name unless its second one is there.
pub(super) fn at_top(text: &str, values: &[(&str, &str, String)]) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for (name, other, value) in values {
        let place = [name, other]
            .into_iter()
            .find_map(|key| lines.iter().enumerate().find_map(|(at, line)| Some((at, value_of(line, "", key, ":")?))));
        match place {
            Some((at, span)) => lines[at].replace_range(span, value),
            None => {
                if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
                    last.push_str(end);
                }
                lines.push(format!("{name}: {value}{end}"));
            }
        }
    }
    lines.concat()
}

/// The text with the values of keys set in a mapping between braces, of JSON or YAML, to which other keys lead; `None` where
/// there are no braces.
pub(super) fn in_braces(file: &str, text: &str, keys: &[&str], numbers: &[(&str, String)]) -> Option<String> {
    let path = RelPath::parse(file)?;
    let mut changed = text.to_owned();
    // What is new comes first, in the order that was asked for.
    for (key, value) in numbers.iter().rev() {
        if let Some(set) = with_value(&path, &changed, &[keys, &[*key]].concat(), value) {
            changed = set;
            continue;
        }
        let start = LineIndex::new(&changed).offset(formats::place_of(&path, &changed, keys)?.start);
        let inside = changed[start..].strip_prefix('{')?;
        let blanks = &inside[..inside.len() - inside.trim_start().len()];
        let entry = if file.ends_with(".json") { format!("\"{key}\": {value}") } else { format!("{key}: {value}") };
        let (before, behind) = match (inside.trim_start().starts_with('}'), blanks) {
            (true, _) => ("", ""),
            (false, "") => ("", ", "),
            (false, blanks) => (blanks, ","),
        };
        changed.insert_str(start + 1, &format!("{before}{entry}{behind}"));
    }
    Some(changed)
}

/// The text with the value set to which keys lead; `None` where there is none.
fn with_value(path: &RelPath, text: &str, keys: &[&str], value: &str) -> Option<String> {
    let range = formats::place_of(path, text, keys)?;
    let index = LineIndex::new(text);
    Some(format!("{}{value}{}", &text[..index.offset(range.start)], &text[index.offset(range.end)..]))
}

/// The text with a number set before the first table of TOML.
pub(super) fn first_in_toml(text: &str, key: &str, number: &str) -> String {
    let path = RelPath::root().with_file_name("info.toml");
    let number = if number.contains('.') { number.to_owned() } else { format!("{number}.0") };
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    with_value(&path, text, &[key], &number).unwrap_or_else(|| format!("{key} = {number}{end}{text}"))
}

/// The text with the number behind a key and its sign set, in quotes where it is; `None` where the key is not there.
pub(super) fn in_ini(text: &str, key: &str, number: &str) -> Option<String> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((name, value)) = line.split_once('=')
            && name.trim().eq_ignore_ascii_case(key)
        {
            let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
            let begin = value.find(is_of_number)?;
            let length = value[begin..].find(|c| !is_of_number(c)).unwrap_or(value.len() - begin);
            let from = start + name.len() + 1 + begin;
            let mut changed = text.to_owned();
            changed.replace_range(from..from + length, number);
            return Some(changed);
        }
        start += line.len();
    }
    None
}

/// The text with the values of keys set in the block below a head: a table of TOML, or a mapping of YAML. `None` where the
/// same is written in another way.
pub(super) fn in_block(text: &str, head: &str, sign: &str, indent: &str, numbers: &[(&str, String)]) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let said = |line: &str| line.split('#').next().unwrap_or_default().trim_end().to_owned();
    let head_at = lines.iter().position(|line| said(line).replace(' ', "") == head && line.starts_with(&head[..1]));
    let first = match head_at {
        Some(at) => at + 1,
        None => {
            let word = head.trim_matches(['[', ']', ':']);
            let names_it = |line: &String| line.trim_start_matches(['[', '"', '\'', ' ', '\t']).starts_with(word);
            if lines.iter().any(names_it) {
                return None;
            }
            if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
                last.push_str(end);
            }
            lines.push(format!("{head}{end}"));
            lines.len()
        }
    };
    if let Some(last) = lines.get_mut(first - 1).filter(|last| !last.ends_with('\n')) {
        last.push_str(end);
    }
    let goes_on = |line: &str| {
        let said = said(line);
        said.is_empty() || if indent.is_empty() { !said.starts_with('[') } else { said.starts_with([' ', '\t']) }
    };
    let n_lines = lines[first..].iter().take_while(|line| goes_on(line)).count();
    let own_indent = lines[first..first + n_lines].iter().find(|line| !said(line).is_empty());
    let own_indent: String =
        own_indent.map_or(indent.to_owned(), |line| line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect());
    let mut new = Vec::new();
    for (key, value) in numbers {
        let place = lines[first..first + n_lines].iter_mut().find_map(|line| {
            let span = value_of(line, &own_indent, key, sign)?;
            Some((line, span))
        });
        match place {
            Some((line, span)) => line.replace_range(span, value),
            None if sign == ":" => new.push(format!("{own_indent}{key}: {value}{end}")),
            None => new.push(format!("{own_indent}{key} {sign} {value}{end}")),
        }
    }
    lines.splice(first..first, new);
    Some(lines.concat())
}

/// Where the value of a key stands on a line.
fn value_of(line: &str, indent: &str, key: &str, sign: &str) -> Option<Span<usize>> {
    let rest = line.strip_prefix(indent)?.strip_prefix(key)?.trim_start_matches(' ').strip_prefix(sign)?;
    let written = rest.trim_start_matches([' ', '\t']);
    let start = line.len() - written.len();
    let length = written.find(|c: char| c.is_whitespace() || c == '#').unwrap_or(written.len());
    Some(start..start + length)
}

/// The text with the contents of elements set wherever they stand, comments aside; `None` where one of them stands nowhere.
pub(super) fn in_elements(text: &str, numbers: &[(&str, String)]) -> Option<String> {
    let mut changed = String::new();
    let mut rest = text;
    let mut n_found = vec![0_usize; numbers.len()];
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        changed.push_str(before);
        let length = if tag.starts_with("<!--") { tag.find("-->")? + 3 } else { tag.find('>')? + 1 };
        changed.push_str(&tag[..length]);
        rest = &tag[length..];
        let name = tag[1..length - 1].trim();
        if let Some(which) = numbers.iter().position(|(element, _)| *element == name) {
            changed.push_str(&numbers[which].1);
            n_found[which] += 1;
            rest = &rest[rest.find('<')?..];
        }
    }
    changed.push_str(rest);
    n_found.iter().all(|&n| n > 0).then_some(changed)
}
