//! What linkers write: GNU ld, gold, lld, mold and Apple's.

use super::model::{CompilerMessage, MessageSeverity, SourcePlace};

/// Reads a linker's lines and leaves the others alone.
#[derive(Default)]
pub(super) struct LinkerReader {
    /// The function whose faults are being named.
    function: Option<String>,
    /// Apple's list of missing symbols has begun.
    in_symbol_list: bool,
}

impl LinkerReader {
    /// The messages of a line; nothing when it is not the linker's.
    pub(super) fn read(&mut self, line: &str) -> Option<Vec<CompilerMessage>> {
        if let Some(message) = self.read_symbol_list(line) {
            return Some(message);
        }
        let (is_linker, said) = match strip_linker(line) {
            Some(said) => (true, said),
            None => (false, line),
        };
        if let Some(function) = function_named(said) {
            self.function = Some(function);
            return Some(Vec::new());
        }
        if let Some(message) = self.symbol_fault(said)
            && (is_linker || !line.contains(": error: "))
        {
            return Some(vec![message]);
        }
        match is_linker {
            true => Some(general(said).into_iter().collect()),
            false => line.starts_with(">>> ").then(Vec::new),
        }
    }

    /// `Undefined symbols for architecture arm64:`, then `  "_main", referenced from:` for each.
    fn read_symbol_list(&mut self, line: &str) -> Option<Vec<CompilerMessage>> {
        if line.starts_with("Undefined symbols for architecture ") {
            self.in_symbol_list = true;
            return Some(Vec::new());
        }
        if !self.in_symbol_list {
            return None;
        }
        self.in_symbol_list = line.starts_with(' ');
        let symbol = line.trim().strip_suffix(", referenced from:")?;
        Some(vec![CompilerMessage::without_place(MessageSeverity::Error, format!("undefined symbol {symbol}"))])
    }

    /// `a.cpp:(.text+0x5): undefined reference to 'f()'`. With debug information there is a line instead of a section.
    fn symbol_fault(&self, said: &str) -> Option<CompilerMessage> {
        let starts = ["undefined reference to ", "multiple definition of ", "undefined symbol: "];
        let at = starts.iter().filter_map(|start| said.find(start)).min()?;
        let fault = said[at..].split("; ").next().unwrap_or(&said[at..]).trim();
        let text = match &self.function {
            Some(function) if function != "_start" && fault.starts_with("undefined") => {
                format!("{fault}, used in `{function}'")
            }
            Some(_) | None => fault.to_owned(),
        };
        let place = file_and_line(said[..at].trim_end_matches([' ', ':']));
        Some(CompilerMessage { place, ..CompilerMessage::without_place(MessageSeverity::Error, text) })
    }
}

/// The line without the name of the linker.
fn strip_linker(line: &str) -> Option<&str> {
    let (program, said) = line.split_once(": ")?;
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let is_linker = ["ld", "ld64", "lld", "mold", "collect2"].contains(&name)
        || ["-ld", "ld.bfd", "ld.gold", "ld.lld", "ld64.lld"].iter().any(|ending| name.ends_with(ending));
    is_linker.then_some(said)
}

/// "a.o: in function `f()':", with a quote of either kind.
fn function_named(said: &str) -> Option<String> {
    let lower = said.find("in function `").or_else(|| said.find("In function `"))?;
    let name = said[lower..].split_once('`')?.1.trim_end_matches(':');
    Some(name.trim_end_matches('\'').to_owned())
}

fn file_and_line(text: &str) -> Option<SourcePlace> {
    let (file, line) = text.rsplit_once(':')?;
    Some(SourcePlace::line(file, line.parse().ok()?))
}

/// Any other line of a linker; endings that only repeat that there was an error are nothing.
fn general(said: &str) -> Option<CompilerMessage> {
    let echoes = ["ld returned 1 exit status", "symbol(s) not found", "NOTE: "];
    if echoes.iter().any(|echo| said.contains(echo)) {
        return None;
    }
    match said.split_once("warning: ") {
        Some((_, text)) => Some(CompilerMessage::without_place(MessageSeverity::Warning, text)),
        None => {
            let text = said.strip_prefix("fatal ").unwrap_or(said);
            Some(CompilerMessage::without_place(MessageSeverity::Error, text.strip_prefix("error: ").unwrap_or(text)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(stderr: &str) -> Vec<String> {
        let mut reader = LinkerReader::default();
        stderr.lines().filter_map(|line| reader.read(line)).flatten().map(|message| message.text).collect()
    }

    #[test]
    fn reads_gnu_ld() {
        let stderr = "/usr/bin/ld: /usr/lib/Scrt1.o: in function `_start':\n\
            (.text+0x17): undefined reference to `main'\n\
            /usr/bin/ld: b.o: in function `f()':\n\
            b.cpp:(.text+0x0): multiple definition of `f()'; a.o:a.cpp:(.text+0x0): first defined here\n\
            /usr/bin/ld: cannot find -lfoo: No such file or directory\n\
            collect2: error: ld returned 1 exit status\n";
        assert_eq!(
            texts(stderr),
            [
                "undefined reference to `main'",
                "multiple definition of `f()'",
                "cannot find -lfoo: No such file or directory"
            ]
        );
    }

    #[test]
    fn takes_the_line_that_debug_information_gives() {
        let mut reader = LinkerReader::default();
        let messages = reader.read("/usr/bin/ld: src/a.cpp:7: undefined reference to `f()'").unwrap();
        assert_eq!(messages[0].place, Some(SourcePlace::line("src/a.cpp", 7)));
    }

    #[test]
    fn reads_other_linkers() {
        let lld = "ld.lld: error: undefined symbol: f()\n>>> referenced by a.cpp\n>>>   a.o:(main)\n";
        assert_eq!(texts(lld), ["undefined symbol: f()"]);
        let apple = "Undefined symbols for architecture arm64:\n  \"_main\", referenced from:\n     implicit entry\n\
            ld: symbol(s) not found for architecture arm64\n";
        assert_eq!(texts(apple), ["undefined symbol \"_main\""]);
    }

    #[test]
    fn leaves_other_lines_alone() {
        assert_eq!(LinkerReader::default().read("a.cpp:1:2: error: undefined x"), None);
        assert_eq!(LinkerReader::default().read("a.cpp: In function ‘int main()’:"), None);
    }
}
