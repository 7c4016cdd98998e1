//! The function that runs become, and what stands in their places then.

use std::{collections::HashSet, ops::Range};

use problem::fix::Edit;

use super::{
    Function, MAX_PARAMETERS, Run, Runs,
    names::{Meaning, is_name},
};
use crate::scan::is_word;

/// A parameter of the function.
struct Parameter {
    /// As it is declared.
    declared: String,
    /// What each run hands over.
    given: Vec<String>,
}

/// What gives way in the first run, and to what.
type Replaced = (Range<usize>, String);

/// A variable of a run that is used behind it: how far behind the beginning of a run it is declared, and its type.
type Out<'s> = (usize, &'s str);

/// What stands in the file already, and the names that were made beside it.
struct Fresh<'s> {
    words: HashSet<&'s str>,
    made: HashSet<String>,
}

impl Fresh<'_> {
    fn name(&mut self, base: &str) -> String {
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let mut names = std::iter::once(base.to_owned()).chain(numbered);
        let name = names.find(|name| !self.words.contains(name.as_str()) && !self.made.contains(name));
        let name = name.unwrap_or_default();
        self.made.insert(name.clone());
        name
    }
}

/// The edits that write the function and call it, in the order of the text.
pub(super) fn edits(function: &Function<'_, '_>, runs: &Runs) -> Option<Vec<Edit>> {
    let text = function.source.text();
    let words = text.split(|one: char| !one.is_ascii() || !is_word(one as u8)).collect();
    let mut fresh = Fresh { words, made: HashSet::new() };
    let outs = outs(function, runs)?;
    let reads_answers = runs.stream.is_some();
    let name = fresh.name(if reads_answers { "readAns" } else { "readPart" });
    let (parameters, replaced) = parameters(function, runs, &mut fresh)?;
    let record = (outs.len() > 1).then(|| fresh.name(if reads_answers { "Answer" } else { "Part" }));
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let returned = match (&record, outs.first()) {
        (Some(record), _) => record.as_str(),
        (None, Some((_, type_name))) => type_name,
        (None, None) => "void",
    };
    let mut written = String::new();
    if let Some(record) = &record {
        let field =
            |&(offset, type_name): &Out<'_>| format!("    {type_name} {};\n", variable(function, &runs.all[0], offset));
        written += &format!("struct {record} {{\n{}}};\n\n", outs.iter().map(field).collect::<String>());
    }
    let declared: Vec<&str> = parameters.iter().map(|one| &*one.declared).collect();
    written +=
        &format!("{returned} {name}({}) {{\n{}}}\n\n", declared.join(", "), body(function, runs, &outs, &replaced));
    let at = beginning(function);
    let mut edits = vec![Edit { range: function.source.range(at..at), text: written.replace('\n', newline) }];
    for (number, run) in runs.all.iter().enumerate() {
        let given: Vec<&str> = parameters.iter().map(|one| &*one.given[number]).collect();
        let call = format!("{name}({})", given.join(", "));
        let span = function.span(&run.nodes);
        let declared = |offset: usize, value: &str| -> Option<String> {
            let (type_name, name) = (own_type(function, run, offset)?, variable(function, run, offset));
            Some(format!("{type_name} {name} = {value};"))
        };
        let text = match (&record, outs.first()) {
            (None, None) => format!("{call};"),
            (None, Some((offset, _))) => declared(*offset, &call)?,
            (Some(record), _) => {
                let got = fresh.name("got");
                let mut lines = vec![format!("{record} {got} = {call};")];
                for (offset, _) in &outs {
                    lines.push(declared(*offset, &format!("{got}.{}", variable(function, &runs.all[0], *offset)))?);
                }
                lines.join(&format!("{newline}{}", indentation(text, span.start)))
            }
        };
        edits.push(Edit { range: function.source.range(span), text });
    }
    edits.sort_by_key(|edit| edit.range.start);
    Some(edits)
}

/// What is used behind some run; `None` where that has no plain type.
fn outs<'s>(function: &Function<'_, 's>, runs: &Runs) -> Option<Vec<Out<'s>>> {
    let mut offsets: Vec<usize> = Vec::new();
    for run in &runs.all {
        let behind = run.nodes.end..function.nodes.within(run.block).end;
        let used: HashSet<&str> =
            behind.filter(|&at| is_name(function.nodes.kind(at))).map(|at| function.text(at)).collect();
        let own = function.names.all.iter().filter(|one| run.nodes.contains(&one.at) && one.scope == run.block);
        offsets.extend(own.filter(|one| used.contains(one.name)).map(|one| one.at - run.nodes.start));
    }
    offsets.sort_unstable();
    offsets.dedup();
    let first = &runs.all[0];
    let plain = |offset: usize| {
        let one = function.names.all.iter().find(|one| one.at == first.nodes.start + offset)?;
        let type_name = one.type_name?;
        Some((offset, type_name.strip_prefix("const ").map_or(type_name, str::trim_start)))
    };
    offsets.into_iter().map(plain).collect()
}

/// The type that a run itself declares a variable with.
fn own_type<'s>(function: &Function<'_, 's>, run: &Run, offset: usize) -> Option<&'s str> {
    function.names.all.iter().find(|one| one.at == run.nodes.start + offset)?.type_name
}

fn variable<'s>(function: &Function<'_, 's>, run: &Run, offset: usize) -> &'s str {
    function.text(run.nodes.start + offset)
}

/// The parameters, and what of the first run gives way to them.
fn parameters(
    function: &Function<'_, '_>,
    runs: &Runs,
    fresh: &mut Fresh<'_>,
) -> Option<(Vec<Parameter>, Vec<Replaced>)> {
    let first = &runs.all[0];
    let (mut parameters, mut replaced) = (Vec::new(), Vec::new());
    let meaning = |at: usize| function.names.meaning(function.source, function.nodes, &first.nodes, at);
    let names: Vec<usize> = first.nodes.clone().filter(|&at| is_name(function.nodes.kind(at))).collect();
    if let Some(stream) = runs.stream {
        let name = fresh.name("stream");
        let streams: Vec<usize> = names
            .iter()
            .copied()
            .filter(|&at| meaning(at) == Some(Meaning::Stream) && function.text(at) == stream)
            .collect();
        let offset = streams.first()? - first.nodes.start;
        replaced.extend(streams.iter().map(|&at| (function.span(&(at..at + 1)), name.clone())));
        let given = runs.all.iter().map(|run| variable(function, run, offset).to_owned()).collect();
        parameters.push(Parameter { declared: format!("InStream& {name}"), given });
    }
    let mut outer: Vec<usize> = Vec::new();
    for &at in &names {
        if let Some(Meaning::Outer(number)) =
            meaning(at).filter(|one| !outer.iter().any(|&it| *one == Meaning::Outer(it)))
        {
            outer.push(number);
        }
    }
    for number in outer {
        let one = &function.names.all[number];
        let mut places = names.iter().copied().filter(|&at| meaning(at) == Some(Meaning::Outer(number)));
        let is_number = |name: &str| {
            name.split(' ').all(|word| matches!(word, "int" | "long" | "unsigned" | "double" | "char" | "bool" | "ll"))
        };
        let by_value = is_number(one.type_name?) && places.all(|at| is_only_read(function, at));
        let mark = if by_value { "" } else { "&" };
        let declared = format!("{}{mark} {}", one.type_name?, one.name);
        parameters.push(Parameter { declared, given: vec![one.name.to_owned(); runs.all.len()] });
    }
    for &offset in &runs.literals {
        let (type_name, base) = function.literal(first.nodes.start + offset)?;
        let name = fresh.name(base);
        let at = first.nodes.start + offset;
        replaced.push((function.span(&(at..at + 1)), name.clone()));
        let given = runs.all.iter().map(|run| variable(function, run, offset).to_owned()).collect();
        parameters.push(Parameter { declared: format!("{type_name} {name}"), given });
    }
    (parameters.len() <= MAX_PARAMETERS).then_some((parameters, replaced))
}

/// Whether the value of a number is all that its place needs.
fn is_only_read(function: &Function<'_, '_>, at: usize) -> bool {
    let parent = function.nodes.parent(at);
    match function.nodes.kind(parent) {
        "binary_expression" => !function.text(parent).contains(">>"),
        "subscript_argument_list" | "parameter_declaration" => true,
        "argument_list" => {
            let call = function.nodes.parent(parent);
            let is_read = || {
                let text = function.text(call);
                ["inf.read", "ouf.read", "ans.read"].iter().any(|start| text.starts_with(start))
            };
            // Of other types nobody knows what is done with what they are made of.
            let is_sized = || {
                let text = function.text(function.nodes.parent(call));
                ["vector<", "std::vector<", "string ", "std::string "].iter().any(|start| text.starts_with(start))
            };
            function.nodes.kind(call) == "init_declarator" && is_sized() || is_read()
        }
        _ => false,
    }
}

/// The lines of the function.
fn body(function: &Function<'_, '_>, runs: &Runs, outs: &[Out<'_>], replaced: &[Replaced]) -> String {
    let first = &runs.all[0];
    let span = function.span(&first.nodes);
    let (mut replaced, mut end) = (replaced.to_vec(), String::new());
    match outs {
        [] => {}
        [(offset, _)] => match only_value(function, first, *offset) {
            Some(declaration) => replaced.push((declaration, "return ".to_owned())),
            None => end = format!("    return {};\n", variable(function, first, *offset)),
        },
        _ => {
            let names: Vec<&str> = outs.iter().map(|(offset, _)| variable(function, first, *offset)).collect();
            end = format!("    return {{{}}};\n", names.join(", "));
        }
    }
    let text = function.source.text();
    let mut written = text[span.clone()].to_owned();
    replaced.sort_by_key(|(place, _)| place.start);
    for (place, new) in replaced.iter().rev() {
        written.replace_range(place.start - span.start..place.end - span.start, new);
    }
    let margin = indentation(text, span.start);
    let line = |line: &str| {
        let line = line.strip_prefix(margin).unwrap_or(line).trim_end();
        if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }
    };
    written.lines().map(line).collect::<String>() + &end
}

/// What stands before the value that a run ends with and returns, `int n = `, where that is all that it declares last.
fn only_value(function: &Function<'_, '_>, run: &Run, offset: usize) -> Option<Range<usize>> {
    let nodes = function.nodes;
    let at = run.nodes.start + offset;
    let one = function.names.all.iter().find(|one| one.at == at)?;
    let declarator = nodes.parent(at);
    let is_last = nodes.within(one.declaration).end == run.nodes.end;
    let mut declared = nodes.named_children(one.declaration).filter(|&child| nodes.kind(child).ends_with("declarator"));
    let is_alone = declared.next() == Some(declarator) && declared.next().is_none();
    let mut parts = nodes.children(declarator);
    let (Some(name), Some(sign), Some(value)) = (parts.next(), parts.next(), parts.next()) else { return None };
    let is_value = name == at && nodes.kind(sign) == "=" && nodes.kind(value) == "call_expression";
    let names_itself = nodes.within(value).any(|at| function.text(at) == one.name);
    let start = nodes.get(one.declaration)?.visit.start();
    (is_last && is_alone && is_value && !names_itself).then_some(start..nodes.get(value)?.visit.start())
}

/// The blanks that the line of a place begins with.
fn indentation(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Where the function begins, with the comments above it.
fn beginning(function: &Function<'_, '_>) -> usize {
    let text = function.source.text();
    let mut at = function.nodes.get(function.at).map_or(0, |item| item.visit.start());
    for comment in function.source.comments().iter().rev() {
        if comment.start >= at {
            continue;
        }
        let between = &text[comment.end..at];
        let begins_line = text[..comment.start].trim_end_matches([' ', '\t']);
        let is_above = between.trim().is_empty() && between.matches('\n').count() <= 1;
        if !is_above || !(begins_line.is_empty() || begins_line.ends_with('\n')) {
            break;
        }
        at = comment.start;
    }
    at
}
