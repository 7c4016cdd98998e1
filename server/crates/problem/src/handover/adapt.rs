//! Programs for another way to be called and to answer: what goes beside them, or before them.

use super::{
    Content,
    laying::{Laying, plain},
    pack::Packed,
};
use crate::{
    language::Language,
    model::{Program, Protocol},
};

/// What a tool decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Checker,
    Validator,
    Interactor,
}

const TO_KATTIS_CPP: &str = include_str!("adapters/to_kattis.cpp");
const TO_KATTIS_PYTHON: &str = include_str!("adapters/to_kattis.py");
const FROM_KATTIS_CPP: &str = include_str!("adapters/from_kattis.cpp");
const FROM_KATTIS_PYTHON: &str = include_str!("adapters/from_kattis.py");

/// The program of a tool that is called and answers in one way, for a target that wants `wanted`.
///
/// # Errors
/// Why there is none.
pub(super) fn adapted(
    laying: &mut Laying<'_>,
    program: &Program,
    (has, wanted): (Protocol, Protocol),
    part: Part,
) -> Result<Packed, String> {
    let packed = laying.packed(program)?;
    if has == wanted {
        return Ok(packed);
    }
    let no_way = || {
        let words = |protocol| match protocol {
            Protocol::Testlib => "testlib",
            Protocol::Kattis => "Kattis",
            Protocol::Cms => "CMS",
            Protocol::Sinol => "SIO2",
        };
        let language = program.language.name();
        format!(
            "{} is called in the way of {}, and in {language} it is not adapted to that of {}",
            program.path,
            words(has),
            words(wanted)
        )
    };
    let uses_testlib = packed.files.contains_key("testlib.h");
    match (has, wanted, &program.language) {
        (Protocol::Testlib, Protocol::Kattis, Language::Cpp) => Ok(beside(packed, part, uses_testlib)),
        (Protocol::Kattis, Protocol::Testlib, Language::Cpp) if packed.is_one_source() => Ok(before(packed, part)),
        (Protocol::Testlib, Protocol::Kattis, Language::Python) if part != Part::Interactor => {
            Ok(around(packed, part, TO_KATTIS_PYTHON, "__main__.py"))
        }
        (Protocol::Kattis, Protocol::Testlib, Language::Python) if part != Part::Interactor => {
            let name = format!("adapted_{}", packed.main);
            Ok(around(packed, part, FROM_KATTIS_PYTHON, &name))
        }
        _ => Err(no_way()),
    }
}

/// Macros in front of a part in C++.
fn macros(part: Part, is_no: Option<&str>) -> String {
    let mut text = format!(
        "#define IS_CHECKER {}\n#define IS_INTERACTOR {}\n",
        u8::from(part == Part::Checker),
        u8::from(part == Part::Interactor)
    );
    if let Some(is_no) = is_no {
        text += &format!("#define IS_NO ({is_no})\n");
    }
    text
}

/// A further source that is linked with the program.
fn beside(mut packed: Packed, part: Part, uses_testlib: bool) -> Packed {
    // testlib's own failure is one of the judge.
    let is_no = match (part, uses_testlib) {
        (Part::Checker | Part::Interactor, true) => "status == 1 || status == 2 || status == 4 || status == 8",
        (Part::Validator, _) | (_, false) => "status != 0",
    };
    let text = format!("{}{TO_KATTIS_CPP}", macros(part, Some(is_no)));
    packed.files.insert("exit_codes.cpp".to_owned(), Content::Text(text.into()));
    packed.sources.push("exit_codes.cpp".to_owned());
    packed
}

/// A source that has a part of ours in front of the program, which becomes a header.
fn before(mut packed: Packed, part: Part) -> Packed {
    let original = packed.files.remove(&packed.main);
    let header = plain(&format!("{}_original.h", packed.stem()));
    packed.files.extend(original.map(|original| (header.clone(), original)));
    let text = format!("{}{FROM_KATTIS_CPP}#include \"{header}\"\n", macros(part, None));
    packed.files.insert(packed.main.clone(), Content::Text(text.into()));
    packed
}

/// A program in Python that runs the other one.
fn around(mut packed: Packed, part: Part, template: &str, name: &str) -> Packed {
    let is_checker = if part == Part::Checker { "True" } else { "False" };
    if packed.main == name {
        let other = format!("program{name}");
        let original = packed.files.remove(name);
        packed.files.extend(original.map(|original| (other.clone(), original)));
        packed.main = other;
    }
    let program = serde_json::Value::String(packed.main.clone()).to_string();
    let text = template.replace("IS_CHECKER", is_checker).replace("PROGRAM", &program);
    packed.files.insert(name.to_owned(), Content::Text(text.into()));
    packed.main = name.to_owned();
    packed
}

/// A standard checker as an output validator.
pub(super) fn for_kattis(packed: Packed) -> Packed {
    beside(packed, Part::Checker, true)
}
