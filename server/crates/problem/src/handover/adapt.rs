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
const TO_CMS_CPP: &str = include_str!("adapters/to_cms.cpp");
const FROM_KATTIS_CPP: &str = include_str!("adapters/from_kattis.cpp");
const WORDS: &str = include_str!("adapters/words.h");
const TO_WORDS: &str = include_str!("adapters/to_words.cpp");
const FROM_PRINTED: &str = include_str!("adapters/from_printed.cpp");
const FROM_PRINTED_PYTHON: &str = include_str!("adapters/from_printed.py");
/// How both run the other program, and what it ends with.
const RUN_PYTHON: &str = include_str!("adapters/run.py");
const OTHERWISE_PYTHON: &str = include_str!("adapters/called_otherwise.py");

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
    let of_several = match program.language {
        Language::Python if part != Part::Interactor && packed.files.len() > 1 => " of several files",
        Language::Cpp | Language::C if !packed.is_one_source() => " of several sources",
        _ => "",
    };
    let no_way = || {
        let words = |protocol| match protocol {
            Protocol::Testlib => "testlib",
            Protocol::Kattis => "Kattis",
            Protocol::Cms => "CMS",
            Protocol::Sinol => "SIO2",
        };
        let kind = match part {
            Part::Checker => "a checker",
            Part::Validator => "a validator",
            Part::Interactor => "an interactor",
        };
        let language = program.language.name();
        format!(
            "{} is called in the way of {}, and {kind}{of_several} in {language} is not adapted to that of {}",
            program.path,
            words(has),
            words(wanted)
        )
    };
    let uses_testlib = packed.files.contains_key("testlib.h");
    match (has, wanted, &program.language) {
        (Protocol::Testlib, Protocol::Kattis, Language::Cpp) => Ok(beside(packed, part, uses_testlib)),
        (Protocol::Kattis, Protocol::Testlib, Language::Cpp) if packed.is_one_source() => {
            Ok(before(packed, part, &format!("{WORDS}{FROM_KATTIS_CPP}")))
        }
        // Interactors of Kattis want an answer, which managers are not given.
        (Protocol::Kattis, Protocol::Cms, Language::Cpp) if part != Part::Interactor && packed.is_one_source() => {
            Ok(before(packed, part, &format!("#define IS_KATTIS 1\n{TO_CMS_CPP}")))
        }
        (Protocol::Testlib, Protocol::Cms, Language::Cpp) if packed.is_one_source() => Ok(for_cms(packed, part)),
        (Protocol::Cms | Protocol::Sinol, _, Language::Cpp | Language::C)
            if part == Part::Checker && packed.is_one_source() =>
        {
            Ok(before(packed, part, &from_printed(has, wanted)))
        }
        (Protocol::Testlib, Protocol::Kattis, Language::Python) if part != Part::Interactor => {
            Ok(around(packed, part, TO_KATTIS_PYTHON, "__main__.py"))
        }
        (Protocol::Kattis, Protocol::Testlib | Protocol::Cms, Language::Python)
        | (Protocol::Testlib, Protocol::Cms, Language::Python)
            if part != Part::Interactor && packed.files.len() == 1 =>
        {
            let ways = [
                ("IS_CHECKER", part == Part::Checker),
                ("WANTS_CMS", wanted == Protocol::Cms),
                ("HAS_KATTIS", has == Protocol::Kattis),
            ];
            otherwise(laying, packed, OTHERWISE_PYTHON, ways).ok_or_else(no_way)
        }
        (Protocol::Cms | Protocol::Sinol, _, Language::Python) if part == Part::Checker && packed.files.len() == 1 => {
            let ways = [
                ("WANTS_KATTIS", wanted == Protocol::Kattis),
                ("WANTS_CMS", wanted == Protocol::Cms),
                ("IS_SIO2", has == Protocol::Sinol),
            ];
            // A number that is not meant would be read as one of Kattis.
            let (yes, no, failed) = codes(wanted);
            let template =
                FROM_PRINTED_PYTHON.replace("YES_CODE", yes).replace("NO_CODE", no).replace("FAILED_CODE", failed);
            otherwise(laying, packed, &template, ways).ok_or_else(no_way)
        }
        _ => Err(no_way()),
    }
}

/// A checker or an interactor that is called as testlib's are, for a target that believes what stands first on standard error:
/// one that does not use testlib is made to say it there. `None` where there is no way.
pub(super) fn with_words(laying: &Laying<'_>, program: &Program, packed: Packed, part: Part) -> Option<Packed> {
    if packed.files.contains_key("testlib.h") {
        return Some(packed);
    }
    match program.language {
        Language::Cpp | Language::C if packed.is_one_source() => {
            Some(before(packed, part, &format!("{WORDS}{TO_WORDS}")))
        }
        Language::Python if packed.files.len() == 1 && part == Part::Checker => {
            let ways = [("IS_CHECKER", true), ("WANTS_CMS", false), ("HAS_KATTIS", false)];
            otherwise(laying, packed, OTHERWISE_PYTHON, ways)
        }
        _ => None,
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

/// The exit codes for yes, no, and a failure of the checker.
fn codes(wanted: Protocol) -> (&'static str, &'static str, &'static str) {
    if wanted == Protocol::Kattis { ("42", "43", "1") } else { ("0", "1", "3") }
}

/// The part of ours for a checker that prints what it thinks.
fn from_printed(has: Protocol, wanted: Protocol) -> String {
    let (yes, no, failed) = codes(wanted);
    let is = |so: bool| u8::from(so);
    let words = if wanted == Protocol::Testlib { WORDS } else { "" };
    format!(
        "#define IS_SIO2 {}\n#define WANTS_KATTIS {}\n#define WANTS_CMS {}\n#define YES {yes}\n#define NO {no}\n#define \
         FAILED {failed}\n{words}{FROM_PRINTED}",
        is(has == Protocol::Sinol),
        is(wanted == Protocol::Kattis),
        is(wanted == Protocol::Cms)
    )
}

/// A source that has a part of ours in front of the program, which becomes a header.
fn before(mut packed: Packed, part: Part, ours: &str) -> Packed {
    let original = packed.files.remove(&packed.main);
    let header = plain(&format!("{}_original.h", packed.stem()));
    packed.files.extend(original.map(|original| (header.clone(), original)));
    let text = format!("{}{ours}#include \"{header}\"\n", macros(part, None));
    packed.files.insert(packed.main.clone(), Content::Text(text.into()));
    packed
}

/// A program in Python in one file, with the source of the other one, made of a template with what is so and what is not.
/// `None` where the other one is no text.
fn otherwise(laying: &Laying<'_>, mut packed: Packed, template: &str, ways: [(&str, bool); 3]) -> Option<Packed> {
    let source = match &packed.files[&packed.main] {
        Content::File(file) => laying.given.folder.text(file)?,
        Content::Text(text) => text.to_string(),
        Content::Input(_) | Content::Answer(_) => return None,
    };
    let mut text = template.replace("DEF_RUN", RUN_PYTHON);
    for (name, is_so) in ways {
        text = text.replace(name, if is_so { "True" } else { "False" });
    }
    // A text in JSON is one in Python.
    let text = text.replace("SOURCE", &serde_json::Value::String(source).to_string());
    packed.files.insert(packed.main.clone(), Content::Text(text.into()));
    Some(packed)
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

/// A program of testlib's convention for CMS.
pub(super) fn for_cms(packed: Packed, part: Part) -> Packed {
    before(packed, part, &format!("#define IS_KATTIS 0\n{TO_CMS_CPP}"))
}

/// A standard checker as an output validator.
pub(super) fn for_kattis(packed: Packed) -> Packed {
    beside(packed, Part::Checker, true)
}
