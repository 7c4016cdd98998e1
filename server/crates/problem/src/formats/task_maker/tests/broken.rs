//! Manifests that are broken, and tasks that are made to take long.

use expect_test::expect;

use super::{TASK, Task};
use crate::folder::MemoryFolder;

fn task(manifest: &str) -> Task {
    Task(MemoryFolder::new("a"))
        .file("task.yaml", manifest)
        .file("gen/GEN", "#ST: 100\n1\n")
        .files(&["gen/generator.cpp", "sol/solution.cpp"])
}

#[test]
fn keys_and_values() {
    task(
        "name: [a]\ntime_limit: -1\nmemory_limit: much\ninfile: ../input.txt\noutfile: 5\noutput_only: maybe\nn_input: 7\n\
         time_limits: 3\ntoken_gen_max: 2\nfavourite_colour: blue\n",
    )
    .check(expect![[r#"
        a | Fixed(2000), 262144 KiB from assumed
        checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
        main sol/solution.cpp
        generator gen/generator.cpp cpp
        solution sol/solution.cpp cpp ["official solution"] permits {Ac} requires {}
        test 000 of ["subtask1"]: `generator 1` is gen/generator.cpp ["1"]
        group all Min 0 of 100, 1 items
        group subtask1 Min 100 of 100, 1 items
        ! limits-assumed task.yaml:0:0-0:0 no `time_limit` and `memory_limit` is stated, so the usual one is assumed: 2 s, 256 MB
        ! manifest-broken task.yaml:0:6-0:9 a text is wanted here, not a list
        ! manifest-broken task.yaml:1:12-1:14 a number above zero is wanted here, not `-1`
        ! manifest-broken task.yaml:2:14-2:18 a number is wanted here, not `much`
        ! manifest-broken task.yaml:3:8-3:20 `../input.txt` is no name of a file beside a solution, so the standard stream is taken
        ! manifest-broken task.yaml:5:13-5:18 true or false is wanted here, not `maybe`
        ! manifest-stale task.yaml:6:9-6:10 `n_input` is 7, and there are 1 tests; CMS imports a task only if they agree
        ! manifest-stale task.yaml:7:0-7:11 the key `time_limits` is not known, so it changes nothing here; perhaps `time_limit` is meant
        ! manifest-stale task.yaml:9:0-9:16 the key `favourite_colour` is not known, so it changes nothing here; remove it if it has no meaning to you
    "#]]);
    task("name: a\n  title: [\n").check_findings(expect![[r#"
        ! limits-assumed task.yaml:0:0-0:0 no `time_limit` and `memory_limit` is stated, so the usual one is assumed: 2 s, 256 MB
        ! manifest-broken task.yaml:1:2-1:10 this is no valid YAML: mapping values are not allowed in this context
    "#]]);
    task("- a\n").check_findings(expect![[r#"
        ! limits-assumed task.yaml:0:0-0:0 no `time_limit` and `memory_limit` is stated, so the usual one is assumed: 2 s, 256 MB
        ! manifest-broken task.yaml:0:0-0:3 a map of keys and values is wanted here, not a list
    "#]]);
    task("").check_findings(expect![[r#"
        ! limits-assumed task.yaml:0:0-0:0 no `time_limit` and `memory_limit` is stated, so the usual one is assumed: 2 s, 256 MB
    "#]]);
}

/// However a text breaks off, it gives a task and no panic.
#[test]
fn broken_off_anywhere() {
    let texts = [
        ("task.yaml", format!("{TASK}score_type_parameters: [[30, '000|001'], [70, '.*']]\n")),
        ("gen/GEN", "#ST: 0\n#STNAME: é\n#COPY: att/input0.txt\n#ST: 100\n#STDEP: é\n1 2 # c\n".to_owned()),
        (
            "gen/cases.gen",
            ": GEN a gen/a.py N\n: VAL v gen/v.py $INPUT\n: CONSTRAINT 1<=$N\n: SUBTASK 3 é\n: RUN a '1'\n: COPY x\n".to_owned(),
        ),
        (
            "gen/gen.toml",
            "samples = { num = 1 }\nK = 1\n[group.a]\ntestcases = [{ args = \"$K é\", repeat = 2 }]\n[subtask.b]\ninclude = ['*']\n".to_owned(),
        ),
        ("sol/a.cpp", "// é @check-accepted: * é\n".to_owned()),
    ];
    for (path, text) in texts {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let base =
                Task::new().files(&["gen/GEN", "gen/a.py", "gen/v.py", "gen/generator.py", "sol/solution.cpp", "x"]);
            let _ = base.file(path, &text[..end]).read();
        }
    }
}

/// Texts that are made to take long are read no further than they have to be.
#[test]
fn made_to_take_long() {
    let n = 3000;
    let subtasks: String = (0..n).map(|one| format!("#ST: 1\n#STNAME: s{one}\n#STDEP: s{}\n1\n", one + 1)).collect();
    let problem = Task::new().file("gen/GEN", &subtasks).files(&["gen/generator.cpp", "gen/validator.cpp"]).read();
    assert_eq!(problem.tests.len(), 200);
    let many: String = (0..150).map(|one| format!("#ST: 1\n#STNAME: s{one}\n#STDEP: s{}\n", one + 1)).collect();
    let problem = Task::new().file("gen/GEN", &(many + &"1\n".repeat(10_000))).files(&["gen/generator.cpp"]).read();
    assert!(problem.tests.iter().all(|test| test.further_groups.is_empty()), "150 subtasks of 10 000 tests");
    let constraints =
        format!(": GEN a gen/a.py N\n{}: SUBTASK 100\n{}", ": CONSTRAINT $N < 5\n".repeat(n), "1\n".repeat(n));
    let problem = Task::new().file("gen/cases.gen", &constraints).files(&["gen/a.py"]).read();
    assert_eq!(problem.tests.len(), n);
    let long = format!(
        ": GEN a gen/a.py A\n: VAL v gen/v.py {}\n: SUBTASK 100\n{}",
        "$A ".repeat(900),
        format!("{}\n", "1".repeat(1000)).repeat(100)
    );
    let problem = Task::new().file("gen/cases.gen", &long).files(&["gen/a.py", "gen/v.py"]).read();
    // Each has 901 arguments of 1001 bytes, and the name of the generator, and all have 2^26 bytes together.
    assert_eq!(problem.tests.len(), (1 << 26) / (901 * 1001 + 1));
    let words = "$A ".repeat(20_000);
    let calls = format!(
        ": GEN a gen/a.py A\n: VAL v gen/v.py {words}\n: SUBTASK 100\n{}",
        format!("{}\n", "1".repeat(100)).repeat(n)
    );
    let problem = Task::new().file("gen/cases.gen", &calls).files(&["gen/a.py", "gen/v.py"]).read();
    assert!(problem.tests.len() < 64, "each asks in vain for 1 MB");
    let stars = format!("[subtask.a]\nscore = 100\ntestcases = ['1']\ninclude = [{}]\n", "'*', ".repeat(n * 10));
    let groups: String = (0..399).map(|one| format!("[group.g{one}]\ninclude = [{}]\n", "'*', ".repeat(300))).collect();
    let problem = Task::new().file("gen/gen.toml", &(stars + &groups)).files(&["gen/generator.py"]).read();
    assert_eq!(problem.tests.len(), 1);
    let repeated = format!("[subtask.a]\nscore = 100\ntestcases = [{}]\n", "{ args = '1', repeat = 9999 }, ".repeat(n));
    let problem = Task::new().file("gen/gen.toml", &repeated).files(&["gen/generator.py"]).read();
    assert_eq!(problem.tests.len(), 100_000);
    let patterns = format!("// @check-accepted: {}\n", format!("{}b ", "*a".repeat(30)).repeat(n));
    let task = Task::new().file("gen/GEN", &subtasks).files(&["gen/generator.cpp"]).file("sol/a.cpp", &patterns);
    let problem = task.read();
    assert!(problem.programs.iter().any(|program| program.path.as_str() == "sol/a.cpp"));
    let beyond = problem.findings.iter().filter(|one| one.message.starts_with("more than 256 patterns")).count();
    assert_eq!(beyond, 1);
}
