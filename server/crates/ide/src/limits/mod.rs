//! Sets the limits of a problem, where its format has them.
//!
//! Invariant: a text is handed out only when the folder, read again with it, has the limits that were asked for. Everything but
//! the numbers, and lines that are new, stays.

mod texts;

use problem::{
    folder::Folder,
    formats::{self, statement},
    model::{Format, Problem},
    path::RelPath,
    settings::parse,
    text::LineIndex,
};

use self::texts::{at_top, first_in_toml, in_block, in_braces, in_elements, in_ini};
use crate::{Edit, FileEdit, label::Overlay};

const SETTINGS: &str = "touchstone.toml";
/// Where legacy packages have their time limit.
const DOT_TIMELIMIT: &str = ".timelimit";

/// A file and what it is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitsEdit {
    /// The file.
    pub path: RelPath,
    /// Its new text.
    pub text: String,
}

/// The files that state these limits, milliseconds and mebibytes, in place of those of the problem; without one for memory that
/// stays as it is.
///
/// # Errors
/// One sentence with what to write by hand, where this version cannot write it.
pub fn set_limits(
    folder: &dyn Folder,
    problem: &Problem,
    time_ms: u64,
    memory_mb: Option<u64>,
) -> Result<Vec<LimitsEdit>, String> {
    let source = problem.limits.source.as_str();
    let memory_mb = memory_mb.filter(|_| problem.format.has_memory_limit());
    let by_hand = || {
        let file = match (source, &problem.manifest) {
            ("assumed" | "submissions" | "accepted submissions", Some(manifest)) => manifest.as_str(),
            ("assumed", None) => SETTINGS,
            _ => source,
        };
        let memory = memory_mb.map(|memory_mb| format!(" and a memory limit of {memory_mb} MB")).unwrap_or_default();
        format!(
            "limits are not written into {file} from here; write a time limit of {time_ms} ms{memory} there by hand"
        )
    };
    let seconds = (time_ms as f64 / 1000.0).to_string();
    let memory = memory_mb.map(|memory_mb| ("memory", memory_mb.to_string()));
    let with_memory = |time, memory| [Some(time), memory].into_iter().flatten().collect::<Vec<(&str, String)>>();
    let in_toml = |numbers: &[_]| in_block(&text(folder, SETTINGS)?, "[limits]", "=", "", numbers);
    let in_yaml = |numbers: &[_]| match numbers {
        [] => text(folder, "problem.yaml"),
        numbers => {
            let text = text(folder, "problem.yaml")?;
            in_block(&text, "limits:", ":", "  ", numbers)
                .or_else(|| in_braces("problem.yaml", &text, &["limits"], numbers))
        }
    };
    let changed = match (problem.format, source) {
        (_, SETTINGS) | (Format::Plain, "assumed") => {
            let memory = memory.map(|(_, memory)| ("memory_mb", memory));
            in_toml(&with_memory(("time_ms", time_ms.to_string()), memory)).map(|text| vec![(SETTINGS, text)])
        }
        (Format::Polygon, _) => {
            let memory = memory_mb.map(|memory_mb| ("memory-limit", (memory_mb << 20).to_string()));
            let numbers = with_memory(("time-limit", time_ms.to_string()), memory);
            let manifest = text(folder, "problem.xml").and_then(|text| in_elements(&text, &numbers));
            manifest.map(|text| vec![("problem.xml", text)])
        }
        (Format::Icpc, "problem.yaml" | "submissions") => {
            in_yaml(&with_memory(("time_limit", seconds), memory)).map(|text| vec![("problem.yaml", text)])
        }
        (Format::Icpc, ".timelimit" | "accepted submissions") if problem.manifest.is_some() => {
            let manifest = in_yaml(&Vec::from_iter(memory));
            manifest.map(|text| vec![("problem.yaml", text), (DOT_TIMELIMIT, format!("{seconds}\n"))])
        }
        (Format::Icpc, ini @ "domjudge-problem.ini") if problem.manifest.is_some() => {
            let manifest = in_yaml(&Vec::from_iter(memory));
            let beside = text(folder, ini).and_then(|text| in_ini(&text, "timelimit", &seconds));
            // Other tools look there.
            let other = RelPath::parse(DOT_TIMELIMIT).filter(|path| folder.has(path));
            let other = other.map(|_| (DOT_TIMELIMIT, format!("{seconds}\n")));
            let all = |(text, beside)| [("problem.yaml", text), (ini, beside)].into_iter().chain(other).collect();
            manifest.zip(beside).map(all)
        }
        (Format::Hydro | Format::TaskMaker | Format::Sinol | Format::Rbx, file) if is_yaml(file) => {
            let (time, [name, other], memory) = match problem.format {
                Format::Hydro => {
                    (("time", "time", format!("{time_ms}ms")), ["memory"; 2], memory_mb.map(|mb| format!("{mb}m")))
                }
                Format::TaskMaker => (
                    ("time_limit", "timeout", seconds),
                    ["memory_limit", "memlimit"],
                    memory_mb.map(|mb| mb.to_string()),
                ),
                Format::Sinol => {
                    let kilobytes = memory_mb.map(|mb| (mb << 10).to_string());
                    (("time_limit", "time_limit", time_ms.to_string()), ["memory_limit"; 2], kilobytes)
                }
                _ => {
                    let time = ("timeLimit", "timeLimit", time_ms.to_string());
                    (time, ["memoryLimit"; 2], memory_mb.map(|mb| mb.to_string()))
                }
            };
            let memory = memory.map(|memory| (name, other, memory));
            let values: Vec<_> = [Some(time), memory].into_iter().flatten().collect();
            text(folder, file).map(|text| vec![(file, at_top(&text, &values))])
        }
        (Format::Tps, "problem.json" | "assumed") => {
            let numbers = with_memory(("time_limit", seconds), memory.map(|(_, memory)| ("memory_limit", memory)));
            let manifest =
                text(folder, "problem.json").and_then(|text| in_braces("problem.json", &text, &[], &numbers));
            manifest.map(|text| vec![("problem.json", text)])
        }
        (Format::LibraryChecker, "info.toml" | "assumed") => {
            text(folder, "info.toml").map(|text| vec![("info.toml", first_in_toml(&text, "timelimit", &seconds))])
        }
        (Format::Plain, file) => {
            let memory_mb = memory_mb.unwrap_or(problem.limits.memory_bytes >> 20);
            let statement = text(folder, file).and_then(|text| statement::with_limits(&text, time_ms, memory_mb));
            statement.map(|text| vec![(file, text)])
        }
        _ => None,
    };
    let edits = changed
        .ok_or_else(by_hand)?
        .into_iter()
        .filter_map(|(name, text)| Some(LimitsEdit { path: RelPath::parse(name)?, text }));
    let edits: Vec<LimitsEdit> = edits.collect();
    let memory_bytes = memory_mb.map_or(problem.limits.memory_bytes, |memory_mb| memory_mb << 20);
    if is_proved(folder, &edits, time_ms, memory_bytes) { Ok(edits) } else { Err(by_hand()) }
}

/// What a file of the root holds, nothing where there is none; `None` where it is too long or no text.
fn text(folder: &dyn Folder, name: &str) -> Option<String> {
    let path = RelPath::parse(name)?;
    if !folder.has(&path) {
        return Some(String::new());
    }
    let bytes = folder.bytes(&path)?;
    folder.text(&path).filter(|text| *text.as_bytes() == *bytes)
}

fn is_yaml(file: &str) -> bool {
    file.ends_with(".yaml") || file.ends_with(".yml")
}

/// Whether the folder says with these texts what was asked for.
fn is_proved(folder: &dyn Folder, edits: &[LimitsEdit], time_ms: u64, memory_bytes: u64) -> bool {
    let Some((LimitsEdit { path, text }, rest)) = edits.split_first() else {
        let settings_path = RelPath::root().with_file_name(SETTINGS);
        let stated = folder.text(&settings_path).map(|text| parse(&settings_path, &text).0);
        let limits = formats::read(folder, &stated.unwrap_or_default(), &settings_path).limits;
        return limits.time.fixed_ms() == Some(time_ms) && limits.memory_bytes == memory_bytes;
    };
    let old = folder.text(path).unwrap_or_default();
    let range = LineIndex::new(&old).range(0..old.len());
    let edit = FileEdit { path: path.clone(), edits: vec![Edit { range, text: text.clone() }] };
    is_proved(&Overlay::new(folder, &edit), rest, time_ms, memory_bytes)
}

#[cfg(test)]
mod tests {
    use testkit::fixture;

    use super::*;

    const CODE: &str =
        "-- submissions/accepted/a.py --\nprint(1)\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n";

    /// What the files that change hold then, for 600 ms and 48 MB.
    fn set(text: &str) -> Result<Vec<(String, String)>, String> {
        set_with(text, Some(48))
    }

    fn set_with(text: &str, memory_mb: Option<u64>) -> Result<Vec<(String, String)>, String> {
        let folder = fixture::folder("demo", text);
        let settings_path = RelPath::root().with_file_name(SETTINGS);
        let stated = folder.text(&settings_path).map(|text| parse(&settings_path, &text).0);
        let problem = formats::read(&folder, &stated.unwrap_or_default(), &settings_path);
        let edits = set_limits(&folder, &problem, 600, memory_mb)?;
        Ok(edits.into_iter().map(|edit| (edit.path.to_string(), edit.text)).collect())
    }

    fn file(path: &str, text: &str) -> (String, String) {
        (path.to_owned(), text.to_owned())
    }

    #[test]
    fn memory_stays_where_nothing_follows_for_it() {
        let new = "problem_format_version: 2023-07-draft\nname: x\n";
        assert_eq!(
            set_with(&format!("-- problem.yaml --\n{new}{CODE}"), None),
            Ok(vec![file("problem.yaml", &format!("{new}limits:\n  time_limit: 0.6\n"))])
        );
        let legacy = "name: x\n";
        assert_eq!(
            set_with(&format!("-- problem.yaml --\n{legacy}-- .timelimit --\n2\n{CODE}"), None),
            Ok(vec![file("problem.yaml", legacy), file(".timelimit", "0.6\n")])
        );
        let settings = "[limits]\ntime_ms = 5\nmemory_mb = 7\n";
        assert_eq!(
            set_with(&format!("-- touchstone.toml --\n{settings}-- sol.cpp --\nint main() {{}}\n"), None),
            Ok(vec![file(SETTINGS, "[limits]\ntime_ms = 600\nmemory_mb = 7\n")])
        );
    }

    #[test]
    fn each_format_has_its_place() {
        let new = "problem_format_version: 2023-07-draft\nname: x\n";
        assert_eq!(
            set(&format!("-- problem.yaml --\n{new}{CODE}")),
            Ok(vec![file("problem.yaml", &format!("{new}limits:\n  time_limit: 0.6\n  memory: 48\n"))])
        );
        let legacy = "name: x\nlimits:\n  memory: 1024 # MiB\n";
        assert_eq!(
            set(&format!("-- problem.yaml --\n{legacy}-- .timelimit --\n2\n{CODE}")),
            Ok(vec![file("problem.yaml", "name: x\nlimits:\n  memory: 48 # MiB\n"), file(".timelimit", "0.6\n"),])
        );
        let ini = |seconds| format!("name = \"1\"\nTimeLimit='{seconds}' ; s\ncolor=red\n");
        assert_eq!(
            set(&format!("-- problem.yaml --\nname: x\n-- domjudge-problem.ini --\n{}{CODE}", ini("2.5"))),
            Ok(vec![
                file("problem.yaml", "name: x\nlimits:\n  memory: 48\n"),
                file("domjudge-problem.ini", &ini("0.6"))
            ])
        );
        assert_eq!(
            set("-- main.cpp --\nint main() {}\n"),
            Ok(vec![file(SETTINGS, "[limits]\ntime_ms = 600\nmemory_mb = 48\n")])
        );
    }

    #[test]
    fn olympiads_have_them_at_the_top() {
        let hydro = "-- std.cpp --\nint main() {}\n-- testdata/1.in --\n1\n-- testdata/1.out --\n1\n";
        assert_eq!(
            set(&format!("{hydro}-- testdata/config.yaml --\ntime: 1s # now\nmemory: 256m\nchecker_type: default\n")),
            Ok(vec![file("testdata/config.yaml", "time: 600ms # now\nmemory: 48m\nchecker_type: default\n")])
        );
        let task = "-- gen/GEN --\n1\n-- gen/generator.py --\nprint(1)\n-- sol/solution.py --\nprint(1)\n";
        assert_eq!(
            set(&format!("{task}-- task.yaml --\nname: x\ntimeout: 2.5\nmemory_limit: 64\n")),
            Ok(vec![file("task.yaml", "name: x\ntimeout: 0.6\nmemory_limit: 48\n")])
        );
    }

    #[test]
    fn braces_stay_braces() {
        let flow = |limits: &str| format!("name: x\nlimits: {limits} # of ours\n");
        assert_eq!(
            set(&format!("-- problem.yaml --\n{}-- .timelimit --\n2\n{CODE}", flow("{output: 8, memory: 1024}"))),
            Ok(vec![file("problem.yaml", &flow("{output: 8, memory: 48}")), file(".timelimit", "0.6\n")])
        );
        let new = |limits: &str| format!("problem_format_version: 2023-07-draft\n{}", flow(limits));
        for (before, after) in [
            ("{}", "{time_limit: 0.6, memory: 48}"),
            ("{memory: 5}", "{time_limit: 0.6, memory: 48}"),
            ("{ output: 8 }", "{ time_limit: 0.6, memory: 48, output: 8 }"),
        ] {
            let set = set(&format!("-- problem.yaml --\n{}{CODE}", new(before)));
            assert_eq!(set, Ok(vec![file("problem.yaml", &new(after))]), "{before}");
        }
        let task = |limits: &str| format!("{{\n\t\"name\": \"x\",\n{limits}\t\"type\": \"Batch\"\n}}\n");
        let tps = |limits: &str| {
            format!(
                "-- problem.json --\n{}-- gen/data --\nmanual 1\n-- solution/sol.cpp --\nint main() {{}}\n\
                 -- solutions.json --\n{{\"sol.cpp\": {{\"verdict\": \"model_solution\"}}}}\n",
                task(limits)
            )
        };
        assert_eq!(
            set(&tps("\t\"time_limit\": 2.0,\n\t\"memory_limit\": 256,\n")),
            Ok(vec![file("problem.json", &task("\t\"time_limit\": 0.6,\n\t\"memory_limit\": 48,\n"))])
        );
        let both = "{\n\t\"time_limit\": 0.6,\n\t\"memory_limit\": 48,\n\t\"name\"";
        assert_eq!(set(&tps("")), Ok(vec![file("problem.json", &task("").replacen("{\n\t\"name\"", both, 1))]));
    }

    #[test]
    fn a_library_has_a_time_limit_alone() {
        let info = |time: &str| format!("title = 'x'\n{time}[[tests]]\n    name = \"a.in\"\n    number = 1\n");
        let folder = |time: &str| format!("-- info.toml --\n{}-- sol/correct.cpp --\nint main() {{}}\n", info(time));
        assert_eq!(set(&folder("timelimit = 5 # s\n")), Ok(vec![file("info.toml", &info("timelimit = 0.6 # s\n"))]));
        let new = format!("timelimit = 0.6\n{}", info(""));
        assert_eq!(set(&folder("")), Ok(vec![file("info.toml", &new)]));
    }

    #[test]
    fn what_cannot_be_written_is_said_with_its_place() {
        let stated = "-- main.cpp --\nint main() {}\n-- statement.md --\nTime limit: 2 seconds\n";
        let why = "limits are not written into statement.md from here; write a time limit of 600 ms and a memory limit of 48 MB there by hand";
        assert_eq!(set(stated), Err(why.to_owned()));
    }

    #[test]
    fn a_statement_that_states_both_is_changed() {
        let stated =
            |time, memory| format!("# Sums\n\n**Time limit:** {time}\nMemory limit: {memory}.\n\nAdd 2 numbers.\n");
        let folder =
            format!("-- main.cpp --\nint main() {{}}\n-- statement.md --\n{}", stated("2 seconds", "64 megabytes"));
        assert_eq!(set(&folder), Ok(vec![file("statement.md", &stated("0.6 seconds", "48 MB"))]));
    }

    #[test]
    fn numbers_are_set_and_all_else_stays() {
        let numbers = [("time_limit", "0.6".to_owned()), ("memory", "48".to_owned())];
        let set = |text: &str| in_block(text, "limits:", ":", "  ", &numbers).expect("it is a block");
        assert_eq!(
            set("name: x\nlimits:  # of ours\n    memory: 512  # large\n    output: 8\nauthor: me\n"),
            "name: x\nlimits:  # of ours\n    time_limit: 0.6\n    memory: 48  # large\n    output: 8\nauthor: me\n"
        );
        assert_eq!(in_block("limits: {memory: 5}\n", "limits:", ":", "  ", &numbers), None);
        assert_eq!(set("name: x"), "name: x\nlimits:\n  time_limit: 0.6\n  memory: 48\n");
        let numbers = [("time_ms", "600".to_owned())];
        let set = |text: &str| in_block(text, "[limits]", "=", "", &numbers).expect("it is a table");
        assert_eq!(set("[limits]\n# why\ntime_ms=1 # s\n[labels]\n"), "[limits]\n# why\ntime_ms=600 # s\n[labels]\n");
        assert_eq!(set(""), "[limits]\ntime_ms = 600\n");
        assert_eq!(set("[a]\r\ntime_ms = 5\r\n"), "[a]\r\ntime_ms = 5\r\n[limits]\r\ntime_ms = 600\r\n");
    }

    #[test]
    fn elements_are_set_wherever_they_stand() {
        let numbers = [("time-limit", "600".to_owned())];
        let text = "<a><!-- <time-limit>1</time-limit> --><time-limit>2</time-limit> <time-limit>3</time-limit></a>";
        let set = "<a><!-- <time-limit>1</time-limit> --><time-limit>600</time-limit> <time-limit>600</time-limit></a>";
        assert_eq!(in_elements(text, &numbers).as_deref(), Some(set));
        assert_eq!(in_elements("<a/>", &numbers), None);
        assert_eq!(in_elements("<a", &numbers), None);
    }
}
