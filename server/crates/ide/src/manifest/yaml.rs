//! YAML by its lines.

use std::ops::Range as Span;

use super::{
    flow::{self, Around, MAX_DEPTH},
    tree::{Kind, Tree},
};

/// Reads a text.
pub(super) fn read(tree: &mut Tree<'_>) {
    let mut reader = Reader { open: vec![0], block: None, tree };
    let text = reader.tree.text;
    let mut start = 0;
    // Brackets may reach over several lines.
    let mut read_up_to = 0;
    for line in text.split_inclusive('\n') {
        let span = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        if span.start >= read_up_to {
            read_up_to = reader.line(span);
        }
    }
    // The last line, which has no end.
    if text.is_empty() || text.ends_with('\n') {
        reader.line(text.len()..text.len());
    }
}

struct Reader<'r, 't> {
    tree: &'r mut Tree<'t>,
    /// The maps and lists that are open, each in the one before.
    open: Vec<usize>,
    /// The column of the key whose text the next lines are.
    block: Option<usize>,
}

impl Reader<'_, '_> {
    /// Reads a line; where what begins in it ends.
    fn line(&mut self, line: Span<usize>) -> usize {
        let text = self.tree.text;
        let body = &text[line.clone()];
        let indent = body.len() - body.trim_start_matches(' ').len();
        let offset = self.tree.offset;
        let is_here = line.start <= offset && offset <= line.end;
        let content = body.trim();
        if let Some(column) = self.block {
            if content.is_empty() || indent > column {
                return line.end;
            }
            self.block = None;
        }
        if content.is_empty() {
            if is_here {
                self.begins_at(offset - line.start, offset..offset);
            }
            return line.end;
        }
        if content.starts_with('#') || content.starts_with("---") {
            return line.end;
        }
        let mut at = line.start + indent;
        while let Some(rest) =
            text[at..line.end].strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with(' '))
            && self.open.len() < MAX_DEPTH
        {
            self.begin_item(at - line.start);
            let blanks = rest.len() - rest.trim_start().len();
            let after = at + 1;
            at = after + blanks;
            if at == line.end || text[at..line.end].starts_with('#') {
                if after <= offset && offset <= at {
                    self.found_item(Kind::Either, offset..offset, false);
                }
                return line.end;
            }
        }
        self.content(at, line)
    }

    /// Reads what stands behind blanks and dashes.
    fn content(&mut self, at: usize, line: Span<usize>) -> usize {
        let text = self.tree.text;
        let offset = self.tree.offset;
        let column = at - line.start;
        let rest = &text[at..line.end];
        if rest.starts_with(['{', '[']) {
            let above = self.top();
            return flow::read(self.tree, at, Some(above), Around::Yaml(self.tree.indent(above))).max(line.end);
        }
        if self.tree.is_list(self.top()) && is_block(rest) {
            self.block = Some(self.tree.indent(self.top()));
            return line.end;
        }
        let key_end = self.key_end(at, line.end);
        let Some(colon) = key_end else {
            let (span, is_quoted) = scalar(text, at, line.end);
            if span.start <= offset && offset <= span.end {
                let is_item = self.tree.is_list(self.top()) && column > self.tree.indent(self.top());
                if is_item {
                    self.found_item(Kind::Either, span, is_quoted);
                } else {
                    self.begins_at(column, span);
                }
            }
            return line.end;
        };
        let map = self.map_at(column);
        let (_, inside) = match rest.starts_with(['"', '\'']) {
            true => flow::quoted(text, at),
            false => (colon, at..at + text[at..colon].trim_end().len()),
        };
        self.tree.add_key(map, &text[inside.clone()], inside.clone());
        if inside.start <= offset && offset <= inside.end {
            self.tree.found_key(map, inside, rest.starts_with(['"', '\'']), true);
        }
        self.value(map, colon + 1, line)
    }

    fn value(&mut self, map: usize, from: usize, line: Span<usize>) -> usize {
        let text = self.tree.text;
        let offset = self.tree.offset;
        let value = text[from..line.end].trim_start();
        let at = line.end - value.len();
        if value.starts_with(['|', '>']) {
            self.block = Some(self.tree.indent(map));
        } else if value.starts_with(['{', '[']) {
            self.tree.set_value(map);
            return flow::read(self.tree, at, Some(map), Around::Yaml(self.tree.indent(map))).max(line.end);
        } else if value.is_empty() || value.starts_with('#') {
            if from < offset && offset <= at {
                self.tree.found_value(map, Kind::Value, offset..offset, false);
            }
            return line.end;
        } else {
            let (span, is_quoted) = scalar(text, at, line.end);
            if span.start <= offset && offset <= span.end {
                self.tree.found_value(map, Kind::Value, span, is_quoted);
            }
        }
        self.tree.set_value(map);
        line.end
    }

    /// Where the colon behind a key stands.
    fn key_end(&self, at: usize, end: usize) -> Option<usize> {
        let text = self.tree.text;
        let is_colon = |colon: usize| matches!(text.as_bytes().get(colon + 1), None | Some(b' ' | b'\n' | b'\r'));
        if text[at..end].starts_with(['"', '\'']) {
            let (after, _) = flow::quoted(text, at);
            let rest = text.get(after..end)?;
            let colon = end - rest.trim_start().len();
            return (text[colon..].starts_with(':') && is_colon(colon)).then_some(colon);
        }
        let comment = text[at..end].find(" #").map_or(end, |length| at + length);
        text[at..comment].match_indices(':').map(|(length, _)| at + length).find(|colon| is_colon(*colon))
    }

    fn top(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    /// Closes what a line that begins in a column is no part of.
    fn close(&mut self, column: usize, keeps_list: bool) {
        while let [.., top] = self.open[..]
            && self.open.len() > 1
        {
            let indent = self.tree.indent(top);
            if indent > column || indent == column && self.tree.is_list(top) && !keeps_list {
                self.open.pop();
            } else {
                break;
            }
        }
    }

    fn begin_item(&mut self, column: usize) {
        self.close(column, true);
        let top = self.top();
        if self.tree.is_list(top) && self.tree.indent(top) == column {
            self.tree.next_item(top);
        } else {
            let list = self.tree.open(top, column, true);
            self.open.push(list);
        }
    }

    fn map_at(&mut self, column: usize) -> usize {
        self.close(column, false);
        let top = self.top();
        if !self.tree.is_list(top) && self.tree.indent(top) == column {
            return top;
        }
        let map = self.tree.open(top, column, false);
        self.open.push(map);
        map
    }

    fn found_item(&mut self, kind: Kind, span: Span<usize>, is_quoted: bool) {
        let top = self.top();
        self.tree.found_value(top, kind, span, is_quoted);
    }

    /// Notes that the place is where a line of its own begins.
    fn begins_at(&mut self, column: usize, span: Span<usize>) {
        self.close(column, false);
        let top = self.top();
        if !self.tree.is_list(top) && self.tree.indent(top) == column {
            self.tree.found_key(top, span, false, false);
        } else if self.tree.is_open(top) && self.tree.indent(top) < column {
            self.tree.found_value(top, Kind::Either, span, false);
        }
    }
}

/// Whether the lines behind this are a text: `|`, `>-`, `|2`.
fn is_block(rest: &str) -> bool {
    let rest = rest.split(" #").next().unwrap_or_default().trim_end();
    rest.strip_prefix(['|', '>'])
        .is_some_and(|more| more.chars().all(|sign| "+-".contains(sign) || sign.is_ascii_digit()))
}

/// The bytes of a single value, without quotes or a comment behind it.
fn scalar(text: &str, at: usize, end: usize) -> (Span<usize>, bool) {
    if text[at..end].starts_with(['"', '\'']) {
        return (flow::quoted(text, at).1, true);
    }
    let comment = text[at..end].find(" #").map_or(end, |length| at + length);
    (at..at + text[at..comment].trim_end().len(), false)
}
