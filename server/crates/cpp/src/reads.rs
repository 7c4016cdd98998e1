//! What a validator, checker or interactor reads: streams, names, bounds.

use problem::facts::{ReadBound, ReadCall};

use crate::{
    call::Call,
    constants::Constants,
    literal,
    readers::{Reader, Reads as Kind},
    scan::is_word,
    source::Source,
};

/// So far before a read its variable is looked for, bytes.
const MAX_BEFORE: usize = 200;
/// Names of testlib's streams.
const STREAMS: [&str; 3] = ["inf", "ouf", "ans"];

/// What the walk has passed so far.
pub(crate) struct Reads<'s> {
    source: &'s Source,
    calls: Vec<(Call<'s>, Reader)>,
}

impl<'s> Reads<'s> {
    pub(crate) fn new(source: &'s Source) -> Reads<'s> {
        Reads { source, calls: Vec::new() }
    }

    pub(crate) fn see_call(&mut self, call: &Call<'s>) {
        if let Some(reader) = Reader::of(call.name).filter(|_| call.on_object) {
            self.calls.push((call.clone(), reader));
        }
    }

    /// The reads in the order of the source.
    pub(crate) fn finish(self, constants: &Constants<'s>) -> Vec<ReadCall> {
        let read = |(call, reader): &(Call<'s>, Reader)| {
            let object = self.source.slice(call.span.start..call.name_start);
            let object = object.trim_end_matches(['.', '>', '-', ' ']);
            let bound = |index: usize| {
                let argument = call.arguments.get(index)?;
                let (text, range) = (argument.text.trim(), self.source.range(argument.span.clone()));
                Some(ReadBound { text: text.to_owned(), value: constants.integer(text), range })
            };
            let has_bounds =
                matches!(reader.reads, Kind::Number | Kind::Numbers) && call.arguments.len() >= reader.n_before + 2;
            let bounds = has_bounds.then(|| bound(reader.n_before).zip(bound(reader.n_before + 1))).flatten();
            ReadCall {
                stream: STREAMS.iter().find(|stream| **stream == object).map(|stream| (*stream).to_owned()),
                function: call.name.to_owned(),
                name: reader.name_argument(&call.arguments).and_then(|argument| name(argument.text)),
                receiver: receiver(self.source, call, *reader).map(|receiver| receiver.name.to_owned()),
                bounds,
                range: self.source.range(call.span.clone()),
            }
        };
        self.calls.iter().map(read).collect()
    }
}

/// A name as it is written, the format that it is made with, as in `format("a[%d]", i)`, or what others are added to, as in
/// `"a[" + std::to_string(i) + "]"`.
pub(crate) fn name(text: &str) -> Option<String> {
    let of_format = || literal::string(text.split_once('(')?.1.split([',', ')']).next()?);
    let first = || {
        let (first, rest) = text.trim_start_matches(['(', ' ']).strip_prefix('"')?.split_once('"')?;
        (rest.trim_start().starts_with('+') && !first.contains('\\')).then(|| first.to_owned())
    };
    literal::string(text).or_else(of_format).or_else(first)
}

/// The variable that takes what a call reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Receiver<'s> {
    pub(crate) name: &'s str,
    /// Whether it takes it whole, as `a` of `a = …` and not of `a[i] = …` or `a.push_back(…)` does.
    pub(crate) is_single: bool,
}

/// The variable that takes what a call reads, by what stands around the call.
pub(crate) fn receiver<'s>(source: &'s Source, call: &Call<'s>, reader: Reader) -> Option<Receiver<'s>> {
    if !reader.returns(call.name) {
        let into = call.arguments.first()?;
        let is_name = into.node.is_some_and(|node| node.kind() == "identifier");
        return is_name.then_some(Receiver { name: into.text, is_single: true });
    }
    let text = source.text();
    let mut start = call.span.start.saturating_sub(MAX_BEFORE);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let before = text[start..call.span.start].trim_end();
    if let Some(object) = before.strip_suffix('(') {
        let adds = ["push_back", "emplace_back", "push_front", "insert", "emplace", "push"];
        let object = adds.iter().find_map(|name| object.trim_end().strip_suffix(name)?.trim_end().strip_suffix('.'))?;
        return taker(object).map(|receiver| Receiver { is_single: false, ..receiver });
    }
    let left = before.strip_suffix('=')?;
    (!left.ends_with(['=', '<', '>', '!', '+', '-', '*', '/', '%', '&', '|', '^'])).then(|| taker(left)).flatten()
}

/// What of an expression at the end of a text takes a value: `a` of `int a`, `a[i]` and `x.a`.
fn taker(text: &str) -> Option<Receiver<'_>> {
    let mut text = text.trim_end();
    let mut is_single = true;
    while let Some(inside) = text.strip_suffix(']') {
        let mut depth = 1_usize;
        let open = inside.rfind(|one| {
            depth = match one {
                ']' => depth + 1,
                '[' => depth - 1,
                _ => depth,
            };
            depth == 0
        })?;
        (text, is_single) = (&inside[..open], false);
    }
    let length = text.bytes().rev().take_while(|byte| is_word(*byte)).count();
    let (before, name) = text.split_at(text.len() - length);
    is_single &= !before.ends_with(['.', '>', ':', '*']);
    // Members that every pair has, and `auto [a, b]`.
    let says_nothing = matches!(name, "first" | "second" | "auto" | "operator");
    let is_name = name.bytes().next().is_some_and(|first| !first.is_ascii_digit()) && !says_nothing;
    is_name.then_some(Receiver { name, is_single })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::source::Source;

    #[test]
    fn of_a_validator() {
        let source = Source::parse(
            "#define MAXN 200000\nconst long long INF = 1e18;\nint main() {\n  int n = inf.readInt(1, MAXN, \"n\");\n  \
             inf.readSpace();\n  auto a = inf.readLongs(n, -INF, INF, \"a\");\n  \
             for (int i = 0; i < n; i++) inf.readInt(1, n, format(\"p[%d]\", i));\n  inf.readToken(\"[a-z]{1,9}\", \"s\");\n  \
             ouf.readInt(0, 1);\n  inf.readInt();\n  stream.readInt(1, 2, \"x\");\n}\n",
        );
        let lines: Vec<String> = source.facts().reads.iter().map(shown).collect();
        expect![[r#"
            inf readInt n: 1 = 1 .. MAXN = 200000
            inf readLongs a: -INF = -1000000000000000000 .. INF = 1000000000000000000
            inf readInt p[%d]: 1 = 1 .. n
            inf readToken s
            ouf readInt -: 0 = 0 .. 1 = 1
            inf readInt -
            - readInt x: 1 = 1 .. 2 = 2
        "#]]
        .assert_eq(&format!("{}\n", lines.join("\n")));
    }

    #[test]
    fn names_and_receivers() {
        for (statement, name, receiver) in [
            ("int n = inf.readInt(1, 2);", None, Some(("n", true))),
            ("int n = inf.readInt(1, 2), m=inf.readInt(3, 4);", None, Some(("n", true))),
            ("a[i + b[0]] = inf.readInt(1, 2, \"a[\" + to_string(i) + \"]\");", Some("a["), Some(("a", false))),
            ("x.size = inf.readInt(1, 2, (\"c\" + to_string(i)).c_str());", Some("c"), Some(("size", false))),
            ("p[i].first = inf.readInt(1, 2, name);", None, None),
            ("v.push_back(inf.readInt());", None, Some(("v", false))),
            ("g[u].emplace_back(inf.readInt());", None, Some(("g", false))),
            ("inf.readTokenTo(s);", None, Some(("s", true))),
            ("if (n == inf.readInt()) f();", None, None),
            ("n += inf.readInt();", None, None),
            ("f(inf.readInt());", None, None),
            ("inf.readInt(1, 2, \"a\\\"\" + s);", None, None),
            ("auto [a, b] = inf.readInts(2, 1, 2);", None, None),
        ] {
            let source = Source::parse(&format!("int main() {{ {statement} }}"));
            let call = source.calls().find(|call| call.name.starts_with("read")).expect("a read");
            let reader = Reader::of(call.name).expect("a reader");
            let found = super::receiver(&source, &call, reader).map(|one| (one.name, one.is_single));
            assert_eq!(found, receiver, "{statement}");
            assert_eq!(source.facts().reads[0].name.as_deref(), name, "{statement}");
        }
    }

    fn shown(read: &ReadCall) -> String {
        let dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let bound = |bound: &ReadBound| match bound.value {
            Some(value) => format!("{} = {value}", bound.text),
            None => bound.text.clone(),
        };
        let bounds = read.bounds.as_ref().map(|(lo, hi)| format!(": {} .. {}", bound(lo), bound(hi)));
        format!("{} {} {}{}", dash(&read.stream), read.function, dash(&read.name), bounds.unwrap_or_default())
    }
}
