//! Patterns that people and folders write.
//!
//! Invariant: none is so long or so deep that the library which reads them runs out of stack, or takes long.

use globset::{GlobBuilder, GlobMatcher};

/// The most a pattern may hold, bytes.
const MAX_BYTES: usize = 4096;
/// How deep braces may be nested.
const MAX_NESTED: usize = 16;

/// Compiles a pattern in which `*` and `?` stop at `/`; whether a backslash lets the next character stand for itself
/// otherwise depends on the system.
///
/// # Errors
/// What is wrong with it, as half a sentence.
pub(crate) fn compile(pattern: &str) -> Result<GlobMatcher, String> {
    build(GlobBuilder::new(pattern).literal_separator(true), pattern)
}

/// The same where a backslash always does.
pub(crate) fn compile_escaped(pattern: &str) -> Result<GlobMatcher, String> {
    build(GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true), pattern)
}

fn build(builder: &GlobBuilder<'_>, pattern: &str) -> Result<GlobMatcher, String> {
    if pattern.len() > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    let mut depth = 0_usize;
    for byte in pattern.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTED {
            return Err(format!("its braces are nested more than {MAX_NESTED} deep"));
        }
    }
    builder.build().map(|glob| glob.compile_matcher()).map_err(|error| error.kind().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_and_long_ones_are_refused() {
        let nested = |depth: usize| format!("{}a{}", "{".repeat(depth), "}".repeat(depth));
        assert!(compile(&nested(MAX_NESTED)).is_ok_and(|glob| glob.is_match("a")));
        for pattern in [nested(MAX_NESTED + 1), nested(5000), "{".repeat(4000), "a".repeat(100_000)] {
            assert!(compile(&pattern).is_err());
        }
        assert_eq!(compile("[a").unwrap_err(), "unclosed character class; missing ']'");
    }
}
