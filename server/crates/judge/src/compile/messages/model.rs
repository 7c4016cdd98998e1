//! What a compiler said, the same for every compiler.
//!
//! Invariant: a place is kept in the columns its compiler counts in; only [`super::to_range`], which sees the source,
//! turns it into a range.

/// How bad a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessageSeverity {
    /// The program was not built.
    Error,
    /// The program was built, perhaps not as meant.
    Warning,
    /// Said in passing.
    Note,
}

/// What one column of a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnUnit {
    /// A byte of UTF-8: GCC's JSON, all of Clang, GCC's text before version 11.
    Byte,
    /// A Unicode scalar value.
    CodePoint,
    /// A UTF-16 code unit, which is what SARIF means when it says nothing else.
    Utf16,
    /// A cell of a terminal: a tab goes to the next multiple of 8, a wide character takes two. GCC's text and SARIF.
    Display,
    /// A Unicode scalar value, counted from the line's first character that is not blank: Python.
    AfterIndent,
}

/// A place in a source, as a compiler names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourcePlace {
    /// The file as the compiler wrote it.
    pub file: String,
    /// 1-based line of the first character.
    pub line: u32,
    /// 1-based column of the first character in `unit`; 0 stands for the whole line.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column after the last character in `unit`. The same as the start when the compiler gave a point only.
    pub end_column: u32,
    /// What the columns count.
    pub unit: ColumnUnit,
}

impl SourcePlace {
    /// A whole line.
    pub fn line(file: &str, line: u32) -> SourcePlace {
        SourcePlace::point(file, line, 0, ColumnUnit::Byte)
    }

    /// A point whose end the compiler did not give.
    pub fn point(file: &str, line: u32, column: u32, unit: ColumnUnit) -> SourcePlace {
        SourcePlace { file: file.to_owned(), line, column, end_line: line, end_column: column, unit }
    }
}

/// One message of a compiler, a linker or an interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompilerMessage {
    /// How bad it is.
    pub severity: MessageSeverity,
    /// What is wrong, without the place and the option.
    pub text: String,
    /// The option that switches a warning, such as `-Wunused-variable`.
    pub option: Option<String>,
    /// Where; nothing for a linker and for a compiler that broke down.
    pub place: Option<SourcePlace>,
    /// Notes, the places a template is used from, and repairs, in the order they were given.
    pub related: Vec<(SourcePlace, String)>,
    /// The `#include` lines that lead to the file of `place`, the innermost first. GCC's JSON never says them; see
    /// [`super::include_line`].
    pub included_from: Vec<SourcePlace>,
}

impl CompilerMessage {
    /// A message that has no place.
    pub(super) fn without_place(severity: MessageSeverity, text: impl Into<String>) -> CompilerMessage {
        CompilerMessage {
            severity,
            text: text.into(),
            option: None,
            place: None,
            related: Vec::new(),
            included_from: Vec::new(),
        }
    }
}

/// The severity a compiler means by `fatal error`, `sorry, unimplemented`, `warning` and the like.
pub(super) fn severity_of(kind: &str) -> MessageSeverity {
    if kind.contains("warning") {
        MessageSeverity::Warning
    } else if kind.contains("note") || kind.contains("remark") || kind.contains("anachronism") {
        MessageSeverity::Note
    } else {
        MessageSeverity::Error
    }
}

/// The option without what only says that it was made an error: `-Werror=parentheses` is `-Wparentheses`.
pub(super) fn plain_option(option: &str) -> String {
    match option.strip_prefix("-Werror=") {
        Some(name) => format!("-W{name}"),
        None => option.to_owned(),
    }
}

/// A repair in words.
pub(super) fn describe_fix(is_insertion: bool, content: &str) -> String {
    let content = content.trim_end_matches('\n');
    match (is_insertion, content.is_empty()) {
        (true, _) => format!("insert `{content}`"),
        (false, true) => "remove this".to_owned(),
        (false, false) => format!("replace this with `{content}`"),
    }
}
