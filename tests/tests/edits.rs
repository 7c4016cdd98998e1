//! Edits of the small problem, as people make them.

use testkit::{
    random::Random,
    small::{Files, settings, solution, with_number},
};

const SOLUTION_NAMES: [&str; 5] = ["wa_other.c", "ac_other.c", "wa_third.c", "sols/ac_fourth.c", "tle_fifth.c"];
const CAPS: [u32; 5] = [100, 500, 901, 2000, 100_000];
const COMMANDS: [&str; 6] =
    ["gen 3 -seed 1", "gen 5 -seed 2", "gen 7 -seed 3", "gen 2 -seed 4", "gen 9 -seed 4", "gen 12 -seed 5"];
const INPUTS: [&str; 5] = ["1\n900\n", "2\n900 1\n", "3\n1 2 3\n", "1\n100000\n", "0\n"];
const ANSWERS: [&str; 4] = ["900\n", "901\n", "6\n", "none\n"];
const LABELS: [&str; 5] = [
    "",
    "[labels]\n\"wa_*\" = \"wrong_answer\"\n",
    "[labels]\n\"tle_slow.c\" = \"accepted\"\n\"wa_cap.c\" = [\"accepted\", \"wrong_answer\"]\n",
    "[labels]\n\"gone.c\" = \"accepted\"\n",
    "[labels]\n\"sol.c\" = \"nonsense\"\n",
];

/// Edits a folder and tells what it did; `None` where there was nothing to edit.
type Edit = fn(&mut Random, &mut Files) -> Option<String>;

const EDITS: [Edit; 15] = [
    constant, constant, add, remove, rename, validator, checker, generator, script, input, answer, toml, header,
    header, syntax,
];

/// One more edit of the last of these folders; where it changes nothing, a file is written as it is.
pub(crate) fn edited(random: &mut Random, past: &[Files]) -> (String, Files) {
    let mut files = past.last().cloned().unwrap_or_default();
    match random.below(EDITS.len() + 2) {
        kind if kind < EDITS.len() => {
            let words = EDITS[kind](random, &mut files).unwrap_or_else(|| "touch a file".to_owned());
            (words, files)
        }
        kind if kind == EDITS.len() => {
            let back = random.below(past.len());
            (format!("undo back to folder {back}"), past[back].clone())
        }
        _ => ("touch a file".to_owned(), files),
    }
}

fn solutions(files: &Files) -> Vec<String> {
    files.iter().filter(|(_, text)| text.contains("#define CAP")).map(|(path, _)| path.clone()).collect()
}

/// Sets a number of a file to another one of these.
fn define(random: &mut Random, files: &mut Files, path: &str, name: &str, values: &[u32]) -> Option<String> {
    let old = files.get(path)?.clone();
    let others: Vec<u32> = values.iter().copied().filter(|value| with_number(&old, name, *value) != old).collect();
    let value = *random.pick(&others);
    let text = with_number(&old, name, value);
    files.insert(path.to_owned(), text);
    Some(format!("{path}: {name} = {value}"))
}

fn constant(random: &mut Random, files: &mut Files) -> Option<String> {
    let path = random.pick(&solutions(files)).clone();
    define(random, files, &path, "CAP", &CAPS)
}

fn add(random: &mut Random, files: &mut Files) -> Option<String> {
    let (path, cap) = (*random.pick(&SOLUTION_NAMES), *random.pick(&CAPS));
    files.insert(path.to_owned(), solution(cap));
    Some(format!("add {path} with CAP = {cap}"))
}

fn remove(random: &mut Random, files: &mut Files) -> Option<String> {
    // A folder without any solution is another story.
    let mut paths = solutions(files).split_off(1);
    paths.extend(["bounds.h", "val.c", "tests/2.ans", "samples/1.in"].map(str::to_owned));
    let path = random.pick(&paths);
    files.remove(path)?;
    Some(format!("remove {path}"))
}

fn rename(random: &mut Random, files: &mut Files) -> Option<String> {
    let (from, to) = (random.pick(&solutions(files)).clone(), *random.pick(&SOLUTION_NAMES));
    let text = files.remove(&from)?;
    files.insert(to.to_owned(), text);
    Some(format!("rename {from} to {to}"))
}

fn validator(random: &mut Random, files: &mut Files) -> Option<String> {
    define(random, files, "val.c", "MAX", &[2, 5, 9, 20])
}

fn checker(random: &mut Random, files: &mut Files) -> Option<String> {
    define(random, files, "check.c", "TOLERANCE", &[0, 1, 400, 100_000])
}

fn generator(random: &mut Random, files: &mut Files) -> Option<String> {
    define(random, files, "gen.c", "TWIST", &[0, 3, 5, 7])
}

fn header(random: &mut Random, files: &mut Files) -> Option<String> {
    let (name, values) = *random.pick(&[("LOW", [1, 2]), ("HIGH", [1000, 950])]);
    define(random, files, "bounds.h", name, &values)
}

fn script(random: &mut Random, files: &mut Files) -> Option<String> {
    let mut lines: Vec<String> = files.get("script.txt")?.lines().map(str::to_owned).collect();
    let command = format!("{} > $", random.pick(&COMMANDS));
    let place = random.below(lines.len().max(1)).min(lines.len());
    match random.below(4) {
        0 => lines.insert(place, command),
        1 if lines.len() > 1 => drop(lines.remove(place)),
        2 if lines.len() > 1 => lines.rotate_left(1),
        _ if !lines.is_empty() => lines[place] = command,
        _ => lines.push(command),
    }
    let text = lines.join("\n") + "\n";
    files.insert("script.txt".to_owned(), text.clone());
    Some(format!("script: {text:?}"))
}

fn input(random: &mut Random, files: &mut Files) -> Option<String> {
    let (path, text) = (*random.pick(&["tests/2.in", "samples/1.in", "tests/3.in"]), *random.pick(&INPUTS));
    files.insert(path.to_owned(), text.to_owned());
    Some(format!("{path}: {text:?}"))
}

fn answer(random: &mut Random, files: &mut Files) -> Option<String> {
    let (path, text) = (*random.pick(&["tests/2.ans", "samples/1.ans"]), *random.pick(&ANSWERS));
    files.insert(path.to_owned(), text.to_owned());
    Some(format!("{path}: {text:?}"))
}

fn toml(random: &mut Random, files: &mut Files) -> Option<String> {
    let (time_ms, memory_mb) = (*random.pick(&[200, 2000, 6000]), *random.pick(&[20, 64, 256]));
    let labels = *random.pick(&LABELS);
    files.insert("touchstone.toml".to_owned(), settings(time_ms, memory_mb, labels));
    Some(format!("limits {time_ms} ms and {memory_mb} MB, labels {labels:?}"))
}

/// Breaks a program, or repairs it.
fn syntax(random: &mut Random, files: &mut Files) -> Option<String> {
    const BROKEN: &str = "int broken(\n";
    let mut paths = solutions(files);
    paths.extend(["val.c", "check.c", "gen.c", "bounds.h"].map(str::to_owned));
    let path = random.pick(&paths);
    let text = files.get(path)?;
    let (word, text) = match text.strip_suffix(BROKEN) {
        Some(text) => ("repair", text.to_owned()),
        None => ("break", format!("{text}{BROKEN}")),
    };
    files.insert(path.clone(), text);
    Some(format!("{word} {path}"))
}
