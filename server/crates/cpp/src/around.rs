//! The call that a compiler's place lies in.

use problem::text::{LineIndex, Range};

use crate::{api::api, call::Call, source::Source};

/// The innermost call around a place as compilers name it: line and column, in bytes, from 1 on.
///
/// Compilers differ in which byte stands for a call: its parenthesis, its name, or the first argument. That argument may
/// be a call itself, so one of testlib's functions goes before others.
pub(crate) fn call_at(source: &Source, line: u32, column: u32) -> Option<Range> {
    let line = LineIndex::new(source.text()).lf_line_span(line.checked_sub(1)?)?;
    let at = line.start + column.checked_sub(1)? as usize;
    let around: Vec<Call<'_>> = source.calls().filter(|call| call.span.contains(&at)).collect();
    let of_testlib = around.iter().rev().find(|call| is_of_testlib(call.name));
    of_testlib.or(around.last()).map(|call| source.range(call.span.clone()))
}

fn is_of_testlib(name: &str) -> bool {
    api().entries().iter().any(|entry| entry.names().any(|known| known == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "#include \"testlib.h\"
void check(int n) {
    int a = inf.readInt(1, n, \"a\"); inf.readSpace(); int b = inf.readInt(1, 9, \"b\");
    ensuref(std::max(a, b) < 5, \"too big\");
    /* é */ READ(c);
    inf
        .readInts(3,
                  1, 5);
    if (a == b) ++a;
}
";

    /// The call around the byte at which `place` begins, moved by `shift`.
    fn around(place: &str, shift: usize) -> Option<&'static str> {
        let at = SOURCE.find(place).unwrap() + shift;
        let before = &SOURCE[..at];
        let line = before.matches('\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let range = call_at(&Source::parse(SOURCE), line as u32, column as u32)?;
        let index = LineIndex::new(SOURCE);
        Some(&SOURCE[index.offset(range.start)..index.offset(range.end)])
    }

    #[test]
    fn one_of_several_on_a_line() {
        let first = "inf.readInt(1, n, \"a\")";
        assert_eq!(around(first, 0), Some(first));
        assert_eq!(around(first, "inf.readInt".len()), Some(first));
        assert_eq!(around("inf.readSpace", 13), Some("inf.readSpace()"));
        assert_eq!(around("inf.readInt(1, 9", 4), Some("inf.readInt(1, 9, \"b\")"));
    }

    #[test]
    fn an_argument_that_is_a_call() {
        let whole = "ensuref(std::max(a, b) < 5, \"too big\")";
        for place in ["ensuref(", "(std", "std::max", "max(a"] {
            assert_eq!(around(place, 0), Some(whole), "{place}");
        }
    }

    #[test]
    fn macros_and_calls_over_lines() {
        assert_eq!(around("READ(c)", 0), Some("READ(c)"));
        assert_eq!(around("READ(c)", 6), Some("READ(c)"));
        assert!(around(".readInts", 9).is_some_and(|call| call.starts_with("inf\n") && call.ends_with("5)")));
    }

    #[test]
    fn no_call_there() {
        assert_eq!(around("++a", 0), None);
        let source = Source::parse(SOURCE);
        for (line, column) in [(0, 1), (3, 0), (99, 1), (3, 999), (u32::MAX, u32::MAX)] {
            assert_eq!(call_at(&source, line, column), None, "{line}:{column}");
        }
    }
}
