//! What sanitizers write about a run, read line by line.
//!
//! Reports come from programs of the folder, so that anything may stand in them: whatever does not look like a report is passed
//! over, and what is read is bounded. What stands in standard error may come from another program, too, such as a solution whose
//! output a checker repeats.

/// The most reports of one run that are read.
const MAX_REPORTS: usize = 64;
/// The most calls of a stack that are read.
const MAX_FRAMES: usize = 32;
/// The longest line that is looked at, bytes.
const MAX_LINE: usize = 4096;
/// Stands behind the process in a report of memory.
const MEMORY: &str = "ERROR: AddressSanitizer: ";
/// Stands behind the place in a report of other undefined behaviour.
const UNDEFINED: &str = ": runtime error: ";
/// Said before the stack may look otherwise than it is.
const STACK_IN_DOUBT: &str = "ASan is ignoring requested __asan_handle_no_return";

/// A report as it was written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// About memory; else about other undefined behaviour.
    pub(super) is_memory: bool,
    /// What happened, without addresses, which differ from run to run.
    pub(super) message: String,
    /// The path and the line that it names itself.
    pub(super) place: Option<(String, u32)>,
    /// The addresses of the calls that led there, the innermost first.
    pub(super) frames: Vec<u64>,
}

/// Whether a file that a run left is a log of a sanitizer by its name.
pub(super) fn is_log(name: &str) -> bool {
    let process = name.strip_prefix("report.");
    process.is_some_and(|process| !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Adds what a log of the sanitizers says to what is known of the run, as far as there is room. `stderr` is for the words of
/// the standard library, whose assertions end a program.
pub(super) fn read_log(log: &str, stderr: &str, reports: &mut Vec<Written>) {
    let stack_is_in_doubt = log.contains(STACK_IN_DOUBT);
    read(log, reports, |line| match (line.split_once(MEMORY), line.split_once(UNDEFINED)) {
        (Some((_, words)), _) => Some(of_memory(words, stderr, stack_is_in_doubt)),
        (None, Some((place, words))) => Some(Some(Written { place: placed(place), ..undefined(words) })),
        (None, None) => None,
    });
}

/// The same with standard error, in which only undefined behaviour is told. `is_file` says whether all that stands before the
/// line and the column is a file that the program can have been built from.
pub(super) fn read_stderr(stderr: &str, is_file: impl Fn(&str) -> bool, reports: &mut Vec<Written>) {
    read(stderr, reports, |line| {
        let (place, words) = line.split_once(UNDEFINED)?;
        let place = placed(place).filter(|(file, _)| is_file(file));
        Some(place.map(|place| Written { place: Some(place), ..undefined(words) }))
    });
}

/// Reads reports. `begun` says what a line begins: nothing, a report, or one that is passed over.
fn read(text: &str, reports: &mut Vec<Written>, begun: impl Fn(&str) -> Option<Option<Written>>) {
    // Calls belong to the last report as long as they come without a gap.
    let mut is_open = false;
    for line in text.lines().filter(|line| line.len() <= MAX_LINE) {
        if let Some(address) = frame(line) {
            if let Some(report) = reports.last_mut().filter(|report| is_open && report.frames.len() < MAX_FRAMES) {
                report.frames.push(address);
            }
            continue;
        }
        is_open &= reports.last().is_some_and(|report| report.frames.is_empty());
        let Some(new) = begun(line) else {
            if let Some(report) = reports.last_mut().filter(|report| is_open && report.is_memory) {
                report.message.extend(access(line));
            }
            continue;
        };
        // Of what is passed over the calls are, too.
        is_open = new.is_some() && reports.len() < MAX_REPORTS;
        reports.extend(new.filter(|_| is_open));
    }
}

/// Why a sanitizer itself gave up, if it did.
pub(super) fn trouble(log: &str) -> Option<String> {
    let words = ["AddressSanitizer: CHECK failed", "AddressSanitizer failed to ", "ASan cannot proceed"];
    let is_it = |line: &&str| line.len() <= MAX_LINE && words.iter().any(|words| line.contains(words));
    let line = log.lines().find(is_it)?;
    Some(without_addresses(line.trim_start_matches(|char: char| char == '=' || char.is_ascii_digit())))
}

fn undefined(words: &str) -> Written {
    Written { message: without_addresses(words), ..Written::default() }
}

/// What the address sanitizer ended a program for; `None` where a usual build might have done well.
fn of_memory(words: &str, stderr: &str, stack_is_in_doubt: bool) -> Option<Written> {
    let ends = [" on ", " (", ": ", ", ", ";"];
    let kind =
        ends.iter().filter_map(|end| words.find(end)).min().map_or(words, |at| &words[..at]).trim_end_matches(':');
    let memory = |message: &str| Some(Written { is_memory: true, message: message.to_owned(), ..Written::default() });
    match kind {
        // The frames of a build with sanitizers are larger, and so is what it allocates.
        "stack-overflow" | "out-of-memory" | "odr-violation" | "initialization-order-fiasco" | "ILL" | "TRAP" => None,
        "ABRT" => failed_assertion(stderr),
        "FPE" => Some(undefined("the processor refused to calculate (FPE)")),
        "SEGV" | "BUS" => memory(&format!("access to memory that the program does not have ({kind})")),
        kind if kind.starts_with("stack-") && stack_is_in_doubt => None,
        kind if kind.starts_with("requested allocation size") => memory("allocation of more than there can be"),
        kind => memory(&without_addresses(kind)),
    }
}

/// The words of an assertion of the standard library, which are the only ones that say more than that a program gave up.
fn failed_assertion(stderr: &str) -> Option<Written> {
    let line = stderr
        .lines()
        .find(|line| line.len() <= MAX_LINE && line.contains("Assertion '") && line.ends_with("failed."))?;
    let condition = line.rsplit_once("Assertion '")?.1.trim_end_matches("' failed.");
    Some(undefined(&format!("an assertion of the standard library failed: {condition}")))
}

/// `READ of size 4 at …`, as words behind a report's.
fn access(line: &str) -> Option<String> {
    let (what, rest) = line.split_once(" of size ")?;
    let size: u64 = rest.split(' ').next()?.parse().ok()?;
    let what = match what {
        "READ" => "read",
        "WRITE" => "write",
        _ => return None,
    };
    Some(format!(", {what} of {}", problem::words::quantity(usize::try_from(size).ok()?, "byte")))
}

/// `path:line:column` or `path:line`.
fn placed(text: &str) -> Option<(String, u32)> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    let (rest, last) = text.rsplit_once(':')?;
    let last = number(last)?;
    match rest.rsplit_once(':').and_then(|(path, line)| Some((path, number(line)?))) {
        Some((path, line)) => Some((path.to_owned(), line)),
        None => Some((rest.to_owned(), last)),
    }
}

/// The address in a line of a stack: `    #3 0x401432  (program+0x401432)`.
fn frame(line: &str) -> Option<u64> {
    let (number, rest) = line.trim_start().strip_prefix('#')?.split_once(" 0x")?;
    number.parse::<u32>().ok()?;
    let digits = rest.find(|char: char| !char.is_ascii_hexdigit()).map_or(rest, |end| &rest[..end]);
    u64::from_str_radix(digits, 16).ok()
}

/// Words without those that are addresses.
fn without_addresses(words: &str) -> String {
    let is_address =
        |word: &&str| word.trim_end_matches([',', ':']).strip_prefix("0x").is_some_and(|digits| digits.len() > 5);
    let kept: Vec<&str> = words.split_whitespace().filter(|word| !is_address(word)).collect();
    kept.join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &str, stderr: &str) -> Vec<Written> {
        let mut reports = Vec::new();
        read_log(log, stderr, &mut reports);
        reports
    }

    #[test]
    fn standard_error_tells_only_of_the_files_of_the_program() {
        let lines = |stderr: &str| {
            let mut reports = Vec::new();
            read_stderr(stderr, |file| file == "check.cpp", &mut reports);
            reports.into_iter().filter_map(|report| Some(report.place?.1)).collect::<Vec<_>>()
        };
        assert_eq!(lines("check.cpp:8:1: runtime error: x\n    #0 0x1  (a)\n"), [8]);
        for repeated in [
            "wrong answer expected 1, found /check.cpp:8:1: runtime error: x",
            "wrong answer check.cpp:8:1: runtime error: x",
            "/check.cpp:8:1: runtime error: x",
            "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1",
        ] {
            assert!(lines(&format!("{repeated}\n    #0 0x1  (a)\n")).is_empty(), "{repeated}");
        }
    }

    #[test]
    fn logs_have_the_names_that_sanitizers_give_them() {
        assert!(is_log("report.26401"));
        for other in ["report.", "report.1x", "report", "x.1", "report.1/2", ".empty"] {
            assert!(!is_log(other), "{other}");
        }
    }

    /// As g++ 12 writes it, with paths of its libraries cut.
    const OVERFLOWS: &str = "\
sols/my a.cpp:5:25: runtime error: signed integer overflow: 2 + 2147483647 cannot be represented in type 'int'
    #0 0x401432  (program+0x401432)
    #1 0x7fbb4f045249  (/lib/libc.so.6+0x27249)

=================================================================
==26401==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200000003c at pc 0x0000004015d9 bp 0x7ffcd9500c20 sp 0x7ffcd9500c18
WRITE of size 4 at 0x60200000003c thread T0
    #0 0x4015d8  (program+0x4015d8)
    #1 0x7fbb4f045249  (/lib/libc.so.6+0x27249)

0x60200000003c is located 0 bytes to the right of 12-byte region [0x602000000030,0x60200000003c)
allocated by thread T0 here:
    #0 0x7fbb4feb9628  (/lib/libasan.so.8+0xb9628)
    #1 0x4014f0  (program+0x4014f0)
";

    #[test]
    fn two_reports_of_one_run() {
        let undefined = Written {
            is_memory: false,
            message: "signed integer overflow: 2 + 2147483647 cannot be represented in type 'int'".to_owned(),
            place: Some(("sols/my a.cpp".to_owned(), 5)),
            frames: vec![0x0040_1432, 0x7fbb_4f04_5249],
        };
        let memory = Written {
            is_memory: true,
            message: "heap-buffer-overflow, write of 4 bytes".to_owned(),
            place: None,
            frames: vec![0x0040_15d8, 0x7fbb_4f04_5249],
        };
        assert_eq!(read(OVERFLOWS, ""), [undefined, memory]);
    }

    #[test]
    fn an_abort_counts_only_as_an_assertion_of_the_library() {
        let log = "==26397==ERROR: AddressSanitizer: ABRT on unknown address 0x00000000671d (pc 0x7fd7 T0)\n    #0 0x40172f  (a)\n";
        assert_eq!(read(log, "terminate called\n"), []);
        let stderr = "/usr/include/c++/12/bits/stl_vector.h:1123: constexpr reference operator[](size_type): \
                      Assertion '__n < this->size()' failed.\n";
        let reports = read(log, stderr);
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].message, "an assertion of the standard library failed: __n < this->size()");
        assert_eq!((reports[0].is_memory, &reports[0].frames[..]), (false, &[0x0040_172f][..]));
    }

    #[test]
    fn what_is_passed_over() {
        let error = |words: &str| read(&format!("==1==ERROR: AddressSanitizer: {words}\n    #0 0x40172f  (a)\n"), "");
        for words in [
            "stack-overflow on address 0x7fff00000000 (pc 0x1 bp 0x2 sp 0x3 T0)",
            "out-of-memory: allocator is trying to allocate 0x10 bytes",
            "ILL on unknown address 0x000000401136",
        ] {
            assert_eq!(error(words), [], "{words}");
        }
        let messages = |log: &str| read(log, "").into_iter().map(|report| report.message).collect::<Vec<_>>();
        assert_eq!(
            messages("==1==ERROR: AddressSanitizer: attempting double-free on 0x602000000010 in thread T0:\n"),
            ["attempting double-free"]
        );
        assert_eq!(
            messages(
                "a.cpp:3:7: runtime error: load of misaligned address 0x7ffe12345679 for type 'int', which requires 4 byte alignment\n"
            ),
            ["load of misaligned address for type 'int', which requires 4 byte alignment"]
        );
        let doubted = "==1==WARNING: ASan is ignoring requested __asan_handle_no_return: stack type: default\n\
                       ==1==ERROR: AddressSanitizer: stack-buffer-underflow on address 0x7fff00000000\n";
        assert_eq!(messages(doubted), Vec::<String>::new(), "an exception may have left the stack so");
    }

    #[test]
    fn hostile_logs_cost_little() {
        let many = "a:1:1: runtime error: x\n".repeat(100_000);
        let mut reports = Vec::new();
        (0..3).for_each(|_| read_log(&many, "", &mut reports));
        assert_eq!(reports.len(), MAX_REPORTS, "of all logs together");
        let deep = format!("a:1:1: runtime error: x\n{}", "    #0 0x1  (a)\n".repeat(100_000));
        assert_eq!(read(&deep, "")[0].frames.len(), MAX_FRAMES);
        let long = format!("a:1:1: runtime error: {}\n", "x".repeat(MAX_LINE));
        assert_eq!(read(&long, ""), []);
        assert_eq!(read(": runtime error: \n==ERROR: AddressSanitizer: \n#0 0x\n#x 0x1\n", "").len(), 2);
    }

    #[test]
    fn a_sanitizer_that_gave_up() {
        let log =
            "==2==WARNING: reading executable name failed\nAddressSanitizer: CHECK failed: sanitizer_linux.cpp:123\n";
        assert_eq!(trouble(log).as_deref(), Some("AddressSanitizer: CHECK failed: sanitizer_linux.cpp:123"));
        assert_eq!(trouble(OVERFLOWS), None);
    }
}
