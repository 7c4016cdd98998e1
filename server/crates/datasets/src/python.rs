//! Programs around functions in Python, as HardTests has them: Python functions are taken beside testlib programs
//! (HTG-25).
//!
//! They are written into a folder like any other program; to run them is the matter of a check, in its sandbox.

use super::{Functions, Kind, names::plain};

/// Answers what a validator answers: the function gets the whole input.
const VALIDATOR: &str = r#"

if __name__ == "__main__":
    import sys as _sys

    _is_valid = NAME(_sys.stdin.read())
    if not _is_valid:
        print("FAIL NAME rejects the input", file=_sys.stderr)
    _sys.exit(0 if _is_valid else 3)
"#;

/// Answers what a checker answers: the function gets input, output and answer.
const CHECKER: &str = r#"

if __name__ == "__main__":
    import sys as _sys

    _texts = [open(_path, encoding="utf-8", errors="replace").read() for _path in _sys.argv[1:4]]
    _is_right = NAME(*_texts)
    print("ok" if _is_right else "wrong answer NAME says no", file=_sys.stderr)
    _sys.exit(0 if _is_right else 1)
"#;

/// Calls the function that the first argument names; all arguments together are the seed, as testlib has it (CCP-3).
const GENERATOR: &str = r#"

if __name__ == "__main__":
    import random as _random
    import sys as _sys

    _random.seed(" ".join(_sys.argv[1:]))
    _made = globals()[_sys.argv[1]]()
    if isinstance(_made, (list, tuple)):
        _made = _made[_random.randrange(len(_made))]
    _sys.stdout.write(str(_made))
"#;

/// A validator out of a source with a function.
pub(super) fn validator(code: &str) -> Option<String> {
    around(code, VALIDATOR)
}

/// A checker out of a source with a function.
pub(super) fn checker(code: &str) -> Option<String> {
    around(code, CHECKER)
}

/// A generator out of functions, with the commands that run each of them so often (HTG-4, HTG-5, HTG-7).
pub(super) fn generator(functions: &Functions) -> (&'static str, String, Vec<String>) {
    let (name, times) = match functions.kind {
        Kind::Random => ("gen_rp", 20),
        Kind::Special => ("gen_sp", 10),
        Kind::Hack => ("gen_hack", 10),
    };
    let known = functions.names.iter().filter(|function| is_name(function) && defines(&functions.code, function));
    let commands = known.flat_map(|function| (1..=times).map(move |label| format!("{name} {function} s{label}")));
    (name, format!("{}{GENERATOR}", functions.code.trim_end()), commands.collect())
}

/// The source with a program behind it that calls its last function; of a source that is a program already, itself.
fn around(code: &str, program: &str) -> Option<String> {
    if code.contains("__main__") {
        return Some(code.to_owned());
    }
    let functions = code.lines().filter_map(|line| line.strip_prefix("def ")?.split('(').next());
    let name = functions.map(str::trim).rfind(|name| is_name(name))?;
    Some(format!("{}{}", code.trim_end(), program.replace("NAME", name)))
}

fn defines(code: &str, function: &str) -> bool {
    code.lines().any(|line| line.strip_prefix("def ").is_some_and(|rest| rest.split('(').next() == Some(function)))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.is_ascii() && plain(name, name.len()) == name && !name.contains(['-', '.'])
}
