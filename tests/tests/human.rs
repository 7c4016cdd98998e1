//! What people see, and what programs see instead.

use e2e::touchstone::Touchstone;
use testkit::{examples::folder, temporary};

const ESCAPE: char = '\x1b';

#[test]
fn colour_only_where_it_is_wanted() {
    // A cache of its own: what another test measures at the same moment would be shown the second time.
    let cache = temporary::folder();
    let check = |color: &[&str]| {
        let command = Touchstone::new().with_cache(cache.path()).args(color).arg("check");
        command.arg(folder("badge-race")).run().expect_code(0)
    };
    let plain = check(&[]);
    assert!(!plain.stdout.contains(ESCAPE) && !plain.stderr.contains(ESCAPE), "{plain:?}");
    assert_eq!(plain.stderr, "", "progress is for terminals");
    for part in ["badge-race", "wa_stale.cpp", "....W..W", "TPR 100%", "TNR 100%"] {
        assert!(plain.stdout.contains(part), "{}", plain.stdout);
    }
    let coloured = check(&["--color", "always"]);
    assert!(coloured.stdout.contains(ESCAPE), "{coloured:?}");
    assert_eq!(without_colour(&coloured.stdout), plain.stdout);
    assert_eq!(check(&["--color", "never"]).stdout, plain.stdout);
}

#[test]
fn lines_are_not_too_wide() {
    let done = Touchstone::new().arg("check").arg(folder("firmware-order")).run().expect_code(0);
    let widest = done.stdout.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(120), "{}", done.stdout);
}

#[test]
fn one_object_and_nothing_else() {
    for color in ["auto", "always"] {
        let args = ["check", "--color", color, "--format", "json"];
        let done = Touchstone::new().args(args).arg(folder("badge-race")).run().expect_code(0);
        assert_eq!(done.stderr, "");
        assert!(done.stdout.starts_with('{') && done.stdout.ends_with("}\n") && !done.stdout.contains(ESCAPE));
        assert_eq!(done.report().0["version"], 1);
    }
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe can be made");
    drop(reader);
    let done = Touchstone::new().arg("check").arg(folder("badge-race")).run_into(writer).expect_code(0);
    assert_eq!(done.stderr, "");
}

#[test]
fn help_names_the_commands() {
    let done = Touchstone::new().arg("--help").run().expect_code(0);
    for command in ["check", "run", "gen", "new", "doctor", "explain", "cache", "completions"] {
        assert!(done.stdout.contains(&format!("\n  {command} ")), "{}", done.stdout);
    }
}

#[test]
fn fewer_solutions_and_tests() {
    let args = ["check", "--solution", "wa_*", "--test", "0[1-3]", "--format", "json"];
    let report = Touchstone::new().args(args).arg(folder("badge-race")).run().report();
    assert_eq!(report.verdicts("sols/wa_stale.cpp"), ["SK", "SK", "AC", "AC", "WA", "SK", "SK", "SK"]);
    assert_eq!(report.verdicts("sols/ac_dict.py"), ["SK"; 8]);
    let args = ["check", "--fail-fast", "--format", "json"];
    let report = Touchstone::new().args(args).arg(folder("badge-race")).run().report();
    // Which test comes first depends on what was found before.
    let mut verdicts = report.verdicts("sols/wa_format.cpp");
    verdicts.sort_unstable();
    assert_eq!(verdicts, ["SK", "SK", "SK", "SK", "SK", "SK", "SK", "WA"]);
    assert_eq!(report.verdicts("sols/ac_dict.py"), ["AC"; 8]);
}

/// The text without escape sequences of colour.
fn without_colour(text: &str) -> String {
    let mut pieces = text.split(ESCAPE);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |kept, piece| kept + piece.split_once('m').map_or("", |(_, rest)| rest))
}
