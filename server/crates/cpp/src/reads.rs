//! What a validator, checker or interactor reads: streams, names, bounds.

use problem::facts::{ReadBound, ReadCall};

use crate::{
    call::Call,
    constants::Constants,
    literal,
    readers::{Reader, Reads as Kind},
    source::Source,
};

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
                bounds,
                range: self.source.range(call.span.clone()),
            }
        };
        self.calls.iter().map(read).collect()
    }
}

/// A name as it is written, or the format that it is made with: `format("a[%d]", i)`.
pub(crate) fn name(text: &str) -> Option<String> {
    literal::string(text).or_else(|| {
        let inside = text.split_once('(')?.1;
        literal::string(inside.split([',', ')']).next()?)
    })
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
