//! How long the questions are that the recorded answers belong to: `prompts/README.md` says what they were at first and what
//! they are now.

use std::{collections::BTreeMap, fs};

use e2e::{answers::asking, touchstone::Touchstone};
use testkit::{answers::server, examples, folder::Folder, model_server::Request};

/// Recorded answers, the problem that they are for, files that are taken away before, and the command.
type Session = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

/// The tests that stop the wrong solutions of one of the problems.
const LARGE: [&str; 6] = [
    "data/secret/2-large/01-random.in",
    "data/secret/2-large/01-random.ans",
    "data/secret/2-large/02-full.in",
    "data/secret/2-large/02-full.ans",
    "data/secret/2-large/04-odd.in",
    "data/secret/2-large/04-odd.ans",
];

const SESSIONS: [Session; 15] = [
    ("two-parcels", "two-parcels", &[], &["hack"]),
    ("hostile", "two-parcels", &[], &["hack", "--rounds", "1"]),
    ("clinking-glasses", "clinking-glasses", &LARGE, &["hack", "--rounds", "1"]),
    ("one-projector", "one-projector", &[], &["hack", "--rounds", "1"]),
    ("two-parcels-feedback", "two-parcels", &[], &["hack", "--method", "codecontests-o"]),
    ("two-parcels-harm", "two-parcels", &[], &["hack", "--method", "codecontests-o", "--rounds", "1"]),
    ("badge-race-agent", "badge-race", &["tests"], &["hack", "--method", "codecontests-plus", "--seeds", "3", "--all"]),
    ("badge-race-kinds", "badge-race", &["tests", "val.cpp"], &["hack", "--method", "hardtestgen"]),
    ("two-parcels-kinds", "two-parcels", &[], &["hack", "--method", "hardtestgen"]),
    ("two-parcels-no-oracle", "two-parcels", &["sol.cpp", "ac_alt.py"], &["hack", "--method", "hardtestgen"]),
    ("two-parcels-validator", "two-parcels", &["val.cpp"], &["write", "validator", "--attempts", "5"]),
    ("two-parcels-checker", "two-parcels", &["check.cpp"], &["write", "checker", "--attempts", "5"]),
    ("two-parcels-generator", "two-parcels", &["gen.cpp", "script.txt"], &["write", "generator", "--attempts", "5"]),
    ("two-parcels-brute-force", "two-parcels", &[], &["write", "brute-force", "--attempts", "5"]),
    ("two-parcels-fix", "two-parcels", &[], &["fix", "validator-rejects-test", "--attempts", "4"]),
];

/// The kind of a question, and how many bytes the model gets to read; `None` for one that asks for no schema, which is how
/// a server is asked again that has refused a question.
fn size(request: &Request) -> Option<(String, usize)> {
    let messages = request.json()["messages"].clone();
    let texts =
        messages.as_array().expect("messages").iter().map(|message| message["content"].as_str().expect("a text"));
    Some((request.schema_name()?, texts.map(str::len).sum()))
}

/// Makes of a problem what the answers are about.
fn spoil(answers: &str, folder: &Folder) {
    let text = |path: &str| fs::read_to_string(folder.path().join(path)).expect("it is there");
    match answers {
        "two-parcels-fix" => folder.write("val.cpp", text("val.cpp").replace("50000", "100")),
        "one-projector" => {
            let is_kept = |line: &&str| {
                !["gen_bridge --", "gen_random 15", "gen_random 5000"].iter().any(|cut| line.contains(cut))
            };
            let manifest: String = text("problem.xml").split_inclusive('\n').filter(is_kept).collect();
            folder.write("problem.xml", manifest.replace("<test-count>11</test-count>", "<test-count>5</test-count>"));
        }
        _ => {}
    }
}

/// The questions of all sessions by kind: how many, and their bytes together.
fn measured() -> BTreeMap<String, (usize, usize)> {
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (answers, problem, without, command) in SESSIONS {
        let folder = Folder::copy_of(&examples::folder(problem));
        without.iter().for_each(|file| folder.remove(file));
        spoil(answers, &folder);
        let model = server(answers);
        let done = asking(Touchstone::new().args(command).arg("--yes").arg(folder.path()), &model).run();
        let questions = model.requests();
        let sizes: Option<Vec<_>> = questions.iter().map(size).collect();
        let sizes = sizes.filter(|sizes| !sizes.is_empty());
        for (kind, n_bytes) in sizes.unwrap_or_else(|| panic!("{answers}: {done:#?}")) {
            let (n, sum) = kinds.entry(kind).or_default();
            (*n, *sum) = (*n + 1, *sum + n_bytes);
        }
    }
    kinds
}

/// The table of the page: kind, how many questions and bytes at first, how many and bytes now.
fn written() -> BTreeMap<String, [usize; 4]> {
    let page = fs::read_to_string(examples::here("../prompts/README.md")).expect("it is there");
    let (_, behind) = page.split_once("\n## How long they are\n").expect("the section is there");
    let rows = behind.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let number = |at: usize| cells[at].parse().expect("a number");
        (cells[0].trim_matches('`').to_owned(), [number(1), number(2), number(3), number(4)])
    };
    rows.take_while(|line| line.starts_with('|')).map(row).collect()
}

#[test]
fn the_page_says_how_long_questions_were_and_are() {
    let measured = measured();
    let rows = measured.iter().map(|(kind, (n, n_bytes))| format!("| `{kind}` | {n} | {n_bytes} |\n"));
    let table: String = rows.collect();
    let written = written();
    assert!(measured.keys().eq(written.keys()), "{table}");
    for (kind, (n, n_bytes)) in &measured {
        let [_, _, n_now, now] = written[kind];
        // What programs used is told where it is much of a limit, which a busy machine makes more often.
        let is_near = n_bytes.abs_diff(now) * 100 <= 3 * now;
        assert!(
            *n == n_now && is_near,
            "{kind}: {n} with {n_bytes} bytes, and the page has {n_now} with {now}\n{table}"
        );
    }
    let at_first: usize = written.values().map(|row| row[1]).sum();
    let now: usize = measured.values().map(|(_, n_bytes)| n_bytes).sum();
    assert!(now * 3 <= at_first * 2, "{now} of {at_first} bytes\n{table}");
}
