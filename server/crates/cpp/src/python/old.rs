//! Sources in Python 2, which share their extension with those in Python 3.
//!
//! Invariant: what Python 3 can run is never taken for one: `print` as a statement is a mistake there, and a name of old
//! counts only where nothing in the text gives it a meaning.

use super::{current_line_before, words};

/// Functions that Python 3 does not have.
const GONE: [&str; 2] = ["raw_input", "xrange"];

/// Words behind which an expression goes on, so that `print if a else b` is one.
const OPERATORS: [&str; 8] = ["if", "else", "in", "is", "and", "or", "not", "for"];

/// Whether a source is in Python 2; `code` is the text without what is in its strings and comments.
pub(super) fn is_python_2(text: &str, code: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("#!") && first.contains("python") {
        let version = first.rsplit("python").next().unwrap_or_default();
        if version.starts_with(['2', '3']) {
            return version.starts_with('2');
        }
    }
    has_print_statement(code) || GONE.iter().any(|name| calls_what_is_gone(code, name))
}

/// `print "a"`, `print n`
fn has_print_statement(code: &str) -> bool {
    let prints = words(code).filter(|word| &code[word.clone()] == "print");
    prints.into_iter().any(|word| {
        let before = current_line_before(code, word.start).trim_end();
        let line = code[word.end..].lines().next().unwrap_or_default();
        let rest = line.trim_start();
        let next = rest.split(|character: char| !character.is_alphanumeric() && character != '_').next();
        let is_operator = next.is_some_and(|next| OPERATORS.contains(&next));
        let begins_value = rest.starts_with(|one: char| one.is_alphanumeric() || "_'\"".contains(one));
        let is_statement = before.is_empty() || before.ends_with([':', ';']);
        is_statement && rest.len() < line.len() && begins_value && !is_operator
    })
}

fn calls_what_is_gone(code: &str, name: &str) -> bool {
    // What catches that they are gone, asks for the version, or also uses what took their place, runs in both.
    const FOR_BOTH: [&str; 5] = ["except", "version", "PY2", "PY3", " input("];
    if FOR_BOTH.iter().any(|word| code.contains(word)) || code.contains("=input(") || code.contains("(input(") {
        return false;
    }
    let mut uses = words(code).filter(|word| &code[word.clone()] == name).peekable();
    let is_call = |word: std::ops::Range<usize>| {
        let before = current_line_before(code, word.start).trim_end();
        let is_own = before.ends_with('.') || before.ends_with("def");
        !is_own && code[word.end..].trim_start().starts_with('(')
    };
    uses.peek().is_some() && uses.all(is_call)
}

#[cfg(test)]
mod tests {
    use super::super::facts;

    #[test]
    fn of_old() {
        for text in [
            "print 1",
            "n = int(raw_input())\nprint(n)\n",
            "for i in xrange(3):\n    print(i)\n",
            "if a: print 'b'",
            "while True:\n\tprint n, m",
            "#!/usr/bin/env python2\nprint(1)\n",
            "#!/usr/bin/python2.7\nprint(1)\n",
        ] {
            assert!(facts(text).python_2, "{text}");
        }
    }

    #[test]
    fn of_today() {
        for text in [
            "print(1)",
            "print (1)",
            "print -1",
            "print\n",
            "x = print if a else b",
            "print if a else b",
            "# print 1\ns = '''\nprint 2\n'''\n",
            "f(1,\n  print)",
            "try:\n    input = raw_input\nexcept NameError:\n    pass\n",
            "if sys.version_info[0] == 2:\n    n = raw_input()\n",
            "try:\n    n = int(raw_input())\nexcept:\n    n = int(input())\n",
            "if sys.version < '3':\n    n = raw_input()\nelse:\n    n = input()\n",
            "def old():\n    return raw_input()\nprint(input())\n",
            "def xrange(n):\n    return range(n)\nxrange(3)\n",
            "xrange = range\nxrange(3)\n",
            "import os.print as p",
            "#!/usr/bin/env python3\nprint(1)\n",
            "#!/usr/bin/env python\nprint(1)\n",
        ] {
            assert!(!facts(text).python_2, "{text}");
        }
    }
}
