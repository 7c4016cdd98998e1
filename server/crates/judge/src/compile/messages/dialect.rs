//! What a compiler is asked to write, and what to ask of which compiler.

/// The form of messages that a compiler was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// SARIF 2.1.0 on the error output.
    Sarif,
    /// GCC's own JSON.
    GccJson,
    /// Text, as people read it. The only form of Clang and Python.
    Text,
}

/// Who made the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// GCC.
    Gcc,
    /// Clang, also where it is called g++, as Apple does.
    Clang,
}

/// The options that ask a compiler for a dialect.
///
/// Clang has no SARIF that is fit for use and no JSON; it is always asked for text. GCC is asked for text with the
/// source quoted: the quote has the ranges, and it tells in which unit the columns are.
pub fn flags(dialect: Dialect, family: Family) -> &'static [&'static str] {
    match (family, dialect) {
        (Family::Gcc, Dialect::Sarif) => &["-fdiagnostics-format=sarif-stderr"],
        (Family::Gcc, Dialect::GccJson) => &["-fdiagnostics-format=json"],
        (Family::Gcc, Dialect::Text) => {
            &["-fdiagnostics-color=never", "-fmessage-length=0", "-fdiagnostics-parseable-fixits"]
        }
        (Family::Clang, Dialect::Sarif | Dialect::GccJson | Dialect::Text) => {
            &["-fno-caret-diagnostics", "-fdiagnostics-print-source-range-info", "-fno-color-diagnostics"]
        }
    }
}

/// The family of a compiler and the dialect that tells most, from what it answers to `--version`.
///
/// | compiler     | dialect | why |
/// | ------------ | ------- | --- |
/// | GCC 15 on    | SARIF   | the first whose SARIF has the includes |
/// | GCC 11 to 14 | text    | JSON and SARIF have neither the includes nor the places a template is used from |
/// | GCC 9 and 10 | JSON    | the columns of their text cannot be told from those of GCC 11 |
/// | other        | text    | there is nothing else |
///
/// A compiler that does not know the option after all is found with [`refuses_flags`].
pub fn dialect_from_probe(version_output: &str) -> (Family, Dialect) {
    if version_output.contains("clang") {
        return (Family::Clang, Dialect::Text);
    }
    let dialect = match gcc_major_version(version_output) {
        Some(15..) => Dialect::Sarif,
        Some(9 | 10) => Dialect::GccJson,
        Some(_) | None => Dialect::Text,
    };
    (Family::Gcc, dialect)
}

/// Whether a compiler did nothing because it does not know the options of a dialect.
///
/// Then text is asked for, and a compiler that refuses even that (GCC before version 7) is given no options: what it
/// writes is read all the same.
pub fn refuses_flags(stderr: &str) -> bool {
    stderr.lines().any(|line| line.contains("error: ") && line.contains("-fdiagnostics-"))
}

/// The first line is `g++ (Debian 12.2.0-14) 12.2.0`, sometimes with a date or a vendor behind the version.
fn gcc_major_version(version_output: &str) -> Option<u32> {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for character in version_output.lines().next()?.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(character),
            _ => {}
        }
    }
    let version = outside.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_compilers_by_their_version() {
        let dialect = |version| dialect_from_probe(version);
        assert_eq!(dialect("g++ (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright"), (Family::Gcc, Dialect::Text));
        assert_eq!(dialect("g++ (GCC) 14.2.1 20240912 (Red Hat 14.2.1-3)"), (Family::Gcc, Dialect::Text));
        assert_eq!(dialect("g++-15 (Homebrew GCC 15.1.0) 15.1.0"), (Family::Gcc, Dialect::Sarif));
        assert_eq!(dialect("g++ (Ubuntu 9.4.0-1ubuntu1~20.04.2) 9.4.0"), (Family::Gcc, Dialect::GccJson));
        assert_eq!(dialect("Debian clang version 14.0.6"), (Family::Clang, Dialect::Text));
        assert_eq!(dialect("Apple clang version 15.0.0 (clang-1500.3.9.4)"), (Family::Clang, Dialect::Text));
        assert_eq!(dialect(""), (Family::Gcc, Dialect::Text));
    }

    #[test]
    fn sees_a_refusal() {
        assert!(refuses_flags("g++: error: unrecognized command line option '-fdiagnostics-format=json'"));
        assert!(!refuses_flags("a.cpp:1:1: error: expected declaration"));
    }
}
