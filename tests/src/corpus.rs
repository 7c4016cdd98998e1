//! Problem folders made of the programs of the hostile corpus.

use std::{fmt::Write as _, fs, path::Path};

use crate::report::Report;
use testkit::hostile::Level;

/// The level at which a folder was judged.
pub fn level_of(report: &Report) -> Level {
    let name = report.0["problem"]["sandbox"]["level"].as_str().expect("a report has a level");
    Level::named(name).unwrap_or_else(|| panic!("{name} is no level"))
}

/// Settings of a problem with standard streams.
pub fn settings(time_ms: u64) -> String {
    format!(
        "[limits]\ntime_ms = {time_ms}\nmemory_mb = 256\noutput_mb = 8\n\n[labels]\n\"*.c\" = \"accepted\"\n\
         \"*.cpp\" = \"accepted\"\n\"*.py\" = \"accepted\"\n"
    )
}

/// A solution that does its work, and some more of it, and writes to `output`.
pub fn bystander(number: usize, output: &str) -> String {
    format!(
        "#include <stdio.h>\n\nint main(void) {{\n    int n = 0;\n    if (scanf(\"%d\", &n) != 1) return 1;\n    \
         for (volatile int i = 0; i < 3000000 + {number}; i++) {{\n    }}\n    FILE *output = {output};\n    \
         fprintf(output, \"%d\\n\", n);\n}}\n"
    )
}

/// The manifest of a problem whose output is a file.
pub fn manifest(n_tests: usize, time_ms: u64, solutions: &[String]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<problem revision=\"1\" short-name=\"file\">\n\
         <judging input-file=\"\" output-file=\"out.txt\"><testset name=\"tests\">\n\
         <time-limit>{time_ms}</time-limit><memory-limit>268435456</memory-limit>\n",
    );
    let mut line = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    line(format!("<test-count>{n_tests}</test-count>"));
    line("<input-path-pattern>tests/%02d</input-path-pattern>".to_owned());
    line("<answer-path-pattern>tests/%02d.a</answer-path-pattern>\n<tests>".to_owned());
    (0..n_tests).for_each(|_| line("<test method=\"manual\"/>".to_owned()));
    line("</tests></testset></judging>\n<assets><checker name=\"std::wcmp.cpp\" type=\"testlib\"/>".to_owned());
    line("<solutions>".to_owned());
    for (idx, path) in solutions.iter().enumerate() {
        let tag = if idx == 0 { "main" } else { "accepted" };
        line(format!("<solution tag=\"{tag}\"><source path=\"{path}\" type=\"c.gcc\"/></solution>"));
    }
    line("</solutions></assets>\n</problem>".to_owned());
    text
}

/// Writes a file, in directories that are made as needed.
pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}
