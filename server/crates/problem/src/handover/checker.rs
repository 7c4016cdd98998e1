//! What decides whether an output is right, for a target: a standard checker by its name, or the files of a program.

use checkers::{Standard, kattis::KattisFlags};

use super::{
    Content,
    adapt::{Part, adapted},
    laying::Laying,
    pack::Packed,
};
use crate::model::{CheckerKind, Program, Protocol};

const COMPARE: &str = include_str!("adapters/kattis_compare.cpp");

/// What decides.
pub(super) enum Judge {
    /// A standard checker.
    Standard(Standard),
    /// The default comparison of Kattis packages.
    Kattis(KattisFlags),
    /// A program, called in the way that was asked for.
    Program(Packed),
    /// The interactor alone.
    Interactor,
}

/// The checker, called and answering as `wanted`.
///
/// # Errors
/// Why the target cannot have it.
pub(super) fn judge(laying: &mut Laying<'_>, wanted: Protocol) -> Result<Judge, String> {
    let problem = laying.problem();
    if let Some(path) = &problem.standard_source {
        laying.uses(path);
    }
    Ok(match &problem.checker.kind {
        CheckerKind::Standard(standard) => Judge::Standard(*standard),
        CheckerKind::KattisDefault(flags) => Judge::Kattis(flags.clone()),
        CheckerKind::Interactor => Judge::Interactor,
        CheckerKind::Program { program, .. } if problem.interactor.is_some_and(|one| one.program == *program) => {
            Judge::Interactor
        }
        CheckerKind::Program { program, protocol } => {
            let program = &problem.programs[*program];
            if *protocol == Protocol::Testlib && wanted != Protocol::Testlib {
                refuse_points(laying, program)?;
            }
            let part = match (protocol, wanted) {
                (Protocol::Sinol, Protocol::Cms) => Some("is partly right, and right for SIO2"),
                (Protocol::Sinol, _) => Some("counts as right, with all points"),
                (Protocol::Cms, Protocol::Testlib | Protocol::Kattis) => Some("counts as wrong"),
                (Protocol::Kattis, Protocol::Testlib | Protocol::Cms) if gives_scores(laying, program) => {
                    Some("counts as right, with all points")
                }
                _ => None,
            };
            if let Some(part) = part {
                laying.cannot(format!("a part of the points, where {} gives one: such an output {part}", program.path));
            }
            Judge::Program(adapted(laying, program, (*protocol, wanted), Part::Checker)?)
        }
    })
}

/// Whether a program names the files in which output validators of Kattis tell scores.
fn gives_scores(laying: &Laying<'_>, program: &Program) -> bool {
    let mut texts = program.sources.iter().filter_map(|source| laying.given.folder.text(source));
    texts.any(|text| text.contains("score.txt") || text.contains("score_multiplier.txt"))
}

/// The checker for a target that has no place for its arguments: the flags of a comparison are a part of what decides.
///
/// # Errors
/// Why the target cannot have it.
pub(super) fn without_arguments(laying: &mut Laying<'_>, wanted: Protocol) -> Result<Judge, String> {
    let flags = same_arguments(laying)?;
    match judge(laying, wanted)? {
        Judge::Kattis(stated) => {
            let read = KattisFlags::parse(&flags).ok().filter(|_| !flags.is_empty());
            comparison(laying, &read.unwrap_or(stated))
        }
        _ if !flags.is_empty() => Err(format!("{} has no place for arguments of the checker", laying.target.name())),
        judge => Ok(judge),
    }
}

/// # Errors
/// When a program that uses testlib gives points: what is put around it tells yes and no alone.
pub(super) fn refuse_points(laying: &Laying<'_>, program: &Program) -> Result<(), String> {
    let text = program.sources.first().and_then(|source| laying.given.folder.text(source));
    if text.is_some_and(|text| ["quitp(", "quitpi(", "_pc("].iter().any(|call| text.contains(call))) {
        return Err(format!("{} gives points for outputs, which its wrapper cannot hand on", program.path));
    }
    Ok(())
}

/// A standard checker as a program that is called as testlib's are.
///
/// # Errors
/// When its source is not known.
pub(super) fn standard(laying: &Laying<'_>, standard: Standard) -> Result<Packed, String> {
    let source = (laying.given.standard)(standard);
    let source = source.ok_or_else(|| format!("the source of {} is not known here", standard.name()))?;
    Ok(of_text(laying, &format!("{}.cpp", standard.name()), source))
}

/// The default comparison as a program that is called as testlib's are; a standard checker where one does the same.
///
/// # Errors
/// When white space counts, which no such program sees.
fn comparison(laying: &Laying<'_>, flags: &KattisFlags) -> Result<Judge, String> {
    if flags.space_change_sensitive {
        return Err(format!("{} has no place for a comparison in which white space counts", laying.target.name()));
    }
    let (absolute, relative) = (flags.float_absolute_tolerance, flags.float_relative_tolerance);
    if flags.case_sensitive && absolute.or(relative).is_none() {
        return Ok(Judge::Standard(Standard::Wcmp));
    }
    let text = format!(
        "#define CASE_SENSITIVE {}\n#define HAS_TOLERANCE {}\n#define ABSOLUTE {:e}\n#define RELATIVE {:e}\n\n{COMPARE}",
        flags.case_sensitive,
        absolute.or(relative).is_some(),
        absolute.unwrap_or(-1.0),
        relative.unwrap_or(-1.0)
    );
    Ok(Judge::Program(of_text(laying, "compare.cpp", &text)))
}

fn of_text(laying: &Laying<'_>, name: &str, text: &str) -> Packed {
    let testlib = Content::Text(laying.given.testlib.clone());
    Packed {
        files: [(name.to_owned(), Content::Text(text.into())), ("testlib.h".to_owned(), testlib)].into(),
        main: name.to_owned(),
        sources: vec![name.to_owned()],
        used: Vec::new(),
    }
}

/// The arguments or flags of the checker, where all tests have the same.
///
/// # Errors
/// Where they differ.
fn same_arguments(laying: &Laying<'_>) -> Result<Vec<String>, String> {
    let tests = &laying.problem().tests;
    let first = tests.iter().next().map(|test| test.checker_args.clone()).unwrap_or_default();
    if tests.iter().any(|test| test.checker_args != first) {
        return Err(format!("{} has no place for arguments of the checker that differ by test", laying.target.name()));
    }
    Ok(first)
}

/// A checker that accepts everything, where another program has decided.
pub(super) fn accepting(laying: &Laying<'_>) -> Packed {
    let text = "// The interactor has decided: what it wrote is accepted.\n\n#include \"testlib.h\"\n\nint main(int argc, \
                char **argv) {\n    registerTestlibCmd(argc, argv);\n    while (!ouf.seekEof()) ouf.readToken();\n    \
                quitf(_ok, \"the interactor has accepted\");\n}\n";
    of_text(laying, "accepting.cpp", text)
}
