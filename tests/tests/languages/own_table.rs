//! A person's own table, which a folder cannot bring.

use e2e::touchstone::Touchstone;
use testkit::folder::Folder;

const LIMITS: &str = "[limits]\ntime_ms = 2000\nmemory_mb = 256\n";
const TESTS: [(&str, &str); 4] =
    [("tests/1.in", "1 2\n"), ("tests/1.ans", "3\n"), ("tests/2.in", "5 5\n"), ("tests/2.ans", "10\n")];
const SUM: &str =
    "#include <stdio.h>\nint main(void) { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", a + b); }\n";
const AWK: &str = "{ print $1 + $2 }\n";
const OWN: &str = r#"[awk]
title = "AWK"
extensions = ["awk"]
tools = { awk = ["mawk", "gawk"] }
package = "mawk"
version = ["awk", "-W", "version"]
run = ["awk", "-f", "{source}"]
hello = "BEGIN { print 0 }\n"
"#;

fn folder(settings: &str) -> Folder {
    let folder = Folder::of("sum", TESTS);
    folder.write("touchstone.toml", format!("{LIMITS}{settings}"));
    folder.write("sols/main.c", SUM);
    folder.write("sols/ac_lines.awk", AWK);
    folder
}

/// With the person's own `languages.toml`.
fn touchstone_with(own: &str) -> Touchstone {
    let touchstone = Touchstone::new();
    let place = touchstone.home().join(".config/touchstone");
    std::fs::create_dir_all(&place).expect("a home can be written");
    std::fs::write(place.join("languages.toml"), own).expect("a home can be written");
    touchstone
}

#[test]
fn a_language_of_ones_own() {
    if !super::is_on_path("mawk") && !super::is_on_path("gawk") {
        return;
    }
    let folder = folder("");
    let (report, _) = touchstone_with(OWN).check(folder.path());
    assert_eq!(report.verdicts("sols/ac_lines.awk"), ["AC", "AC"], "{:#?}", report.findings());
    // Without it nobody knows what that file is.
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.0["solutions"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_table_that_is_broken_is_said_and_left_out() {
    let folder = folder("");
    let done =
        touchstone_with("[java]\nrun = [\"jaba\"]\n").args(["check", "--format", "json"]).arg(folder.path()).run();
    assert!(done.stderr.contains("languages.toml: [java]: `jaba` is none of its `tools`"), "{}", done.stderr);
    assert_eq!(done.report().verdicts("sols/main.c"), ["AC", "AC"]);
}

#[test]
fn a_folder_has_no_say() {
    let folder = folder("[languages.c]\nrun = [\"sh\"]\n");
    folder.write("languages.toml", OWN);
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.verdicts("sols/main.c"), ["AC", "AC"]);
    assert_eq!(report.0["solutions"].as_array().map(Vec::len), Some(1));
    let said = report.findings();
    assert!(
        said.iter().any(|finding| finding.contains("touchstone.toml") && finding.contains("languages")),
        "{said:#?}"
    );
}

#[test]
fn the_table_is_printed_as_it_is_in_force() {
    let built_in = Touchstone::new().arg("languages").run().expect_code(0).stdout;
    assert!(built_in.starts_with("# The languages that programs"), "with what each key means");
    let own = touchstone_with(OWN).arg("languages").run().expect_code(0).stdout;
    let parsed: toml::Table = own.parse().expect("it is TOML");
    assert_eq!(parsed["awk"]["title"].as_str(), Some("AWK"));
    assert_eq!(parsed["java"]["title"].as_str(), Some("Java"));
}

#[test]
fn a_text_that_only_the_sandbox_has() {
    if !super::is_on_path("mawk") && !super::is_on_path("gawk") {
        return;
    }
    let folder = Folder::of("sum", TESTS);
    folder.write("touchstone.toml", LIMITS);
    folder.write("sols/main.c", SUM);
    // What the text says is added, and there is no such file on any machine.
    folder.write("sols/ac_more.awk", "{ getline more < \"/no/such/place/more\"; print $1 + $2 + more - 7 }\n");
    let own = format!("{OWN}shows_text = {{ \"/no/such/place/more\" = \"7\\n\" }}\n");
    let (report, _) = touchstone_with(&own).check(folder.path());
    assert_eq!(report.verdicts("sols/ac_more.awk"), ["AC", "AC"], "{:#?}", report.findings());
    let broken = format!("{OWN}shows_text = {{ \"more\" = \"7\\n\" }}\n");
    let done = touchstone_with(&broken).args(["check", "--format", "json"]).arg(folder.path()).run();
    assert!(done.stderr.contains("[awk]: `more` is no absolute path of a file"), "{}", done.stderr);
}

/// A compiler that makes its library only for the table's own program, and adds its number to what programs print.
const WITH_LIBRARY: &str = r#"[more]
title = "More"
extensions = ["more"]
tools = { perl = ["perl"] }
version = ["perl", "-v"]
compile = ["perl", "-e", '''
my ($source, $out) = @ARGV;
my $kept = ".tmp/kept";
open IN, "<", $source or die;
my $text = <IN>;
my $is_library = $text =~ /library/;
mkdir $kept if $is_library;
mkdir "$kept/seven" if $is_library;
open(NEW, ">", "$kept/seven/number") && print NEW 7 if $is_library;
close NEW if $is_library;
open NUMBER, "<", "$kept/seven/number" or die "there is no library";
my $seven = <NUMBER>;
mkdir "$kept/own" or die "no room beside it";
open(SHARED, ">", "$kept/seven/number") && die "what is shared can be written to" if !$is_library;
open OUT, ">", $out or die;
print OUT "my \$sum = 0; \$sum += \$_ for split q( ), <STDIN>; print \$sum - 7 + $seven + $text;";
''', "{source}", "{out}"]
makes = "file"
run = ["perl", "{out}"]
build_env = { KEPT = "{box}/.tmp/kept" }
library = { variable = "KEPT", program = "0 # a library" }
hello = "0"
"#;

#[test]
fn a_library_is_compiled_once_and_shared_by_all_builds() {
    if !super::is_on_path("perl") {
        return;
    }
    let folder = Folder::of("sum", TESTS);
    folder.write("touchstone.toml", LIMITS);
    folder.write("sols/main.c", SUM);
    folder.write("sols/ac_same.more", "0 + 0");
    folder.write("sols/wa_more.more", "0 + 1");
    let (report, _) = touchstone_with(WITH_LIBRARY).check(folder.path());
    assert_eq!(report.verdicts("sols/ac_same.more"), ["AC", "AC"], "{:#?}", report.findings());
    assert_eq!(report.verdicts("sols/wa_more.more"), ["WA", "WA"], "{:#?}", report.findings());
    let outside = WITH_LIBRARY.replace("{box}/.tmp/kept", "/tmp/kept");
    let done = touchstone_with(&outside).args(["check", "--format", "json"]).arg(folder.path()).run();
    assert!(done.stderr.contains("[more]: its `library` has no `program`, or `KEPT`"), "{}", done.stderr);
}
