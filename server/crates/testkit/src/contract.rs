//! What every [`Executor`] does, wherever its programs run: one list of cases, for all that there are.
//!
//! No case looks at what a run costs, and none at how soon it comes back.

use std::{collections::BTreeMap, fs, process::Command};

use problem::{
    digest::Digest,
    executor::{
        Action, Attempt, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, Fed, InputFile, Requirements,
        RunLimits, RunResult, Task, TaskResult, Timing,
    },
};

use crate::temporary;

/// Does what its first argument says.
const PROGRAM: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char line[1000];

int main(int argc, char **argv) {
    const char *way = argc > 1 ? argv[1] : "";
    if (!strcmp(way, "say")) return puts(argv[2]) < 0;
    if (!strcmp(way, "echo")) while (fgets(line, sizeof line, stdin)) fputs(line, stdout), fflush(stdout);
    if (!strcmp(way, "code")) return fputs("some words\n", stderr), 3;
    if (!strcmp(way, "abort")) abort();
    if (!strcmp(way, "spin")) for (volatile int x = 1; x;) {}
    if (!strcmp(way, "idle")) for (;;) pause();
    if (!strcmp(way, "flood")) for (;;) puts("and on and on");
    if (!strcmp(way, "memory")) for (;;) memset(malloc(1 << 20), 1, 1 << 20);
    if (!strcmp(way, "large")) for (int i = 0; i < 50000; i++) printf("%d\n", i);
    if (!strcmp(way, "many")) {
        if (mkdir("made", 0777) || chdir("made")) return 8;
        for (int depth = 0; depth < 4; depth++) {
            sprintf(line, "%0200d", depth);
            if (mkdir(line, 0777) || chdir(line)) return 8;
        }
        for (int i = 0; i < 700; i++) {
            sprintf(line, "%d", i);
            FILE *to = fopen(line, "w");
            if (!to || fputs("x", to) < 0 || fclose(to)) return 9;
        }
    }
    if (!strcmp(way, "copy")) {
        FILE *from = fopen("data/in.txt", "r"), *to = fopen("out.txt", "w");
        if (!from || !to || !fgets(line, sizeof line, from)) return 9;
        fprintf(to, "%s%s", line, getenv("WORD"));
    }
    if (!strcmp(way, "ask")) {
        for (int i = 0; i < 3; i++) {
            printf("%d\n", i);
            fflush(stdout);
            if (!fgets(line, sizeof line, stdin) || atoi(line) != i) return 1;
        }
        puts("bye");
    }
    return 0;
}
"#;

/// The wall-clock bound is far away, so that a busy machine does not matter.
const LIMITS: RunLimits = RunLimits { cpu_ms: 300, wall_ms: 20_000, memory_bytes: 64 << 20, output_bytes: 1 << 20 };
/// Limits of programs that wait for ever.
const SHORT: RunLimits = RunLimits { wall_ms: 500, ..LIMITS };

/// A case, for an executor that holds the program.
pub type Case = fn(&Program, &dyn Executor);

/// The cases, with their names.
pub const CASES: [(&str, Case); 7] = [
    ("contents", contents),
    ("results", results),
    ("long_lists", long_lists),
    ("chains", chains),
    ("talks", talks),
    ("requirements", requirements),
    ("equal_tasks", equal_tasks),
];

/// The program that the cases run.
pub struct Program(Vec<u8>);

impl Program {
    /// Built with gcc, so that it runs by itself.
    pub fn build() -> Program {
        let place = temporary::folder();
        let (source, built) = (place.path().join("program.c"), place.path().join("program"));
        fs::write(&source, PROGRAM).expect("a file can be written");
        let gcc = Command::new("gcc").arg("-static").arg(&source).arg("-o").arg(&built).status();
        assert!(gcc.expect("gcc can be started").success());
        Program(fs::read(&built).expect("gcc wrote it"))
    }

    /// Hands it over.
    pub fn put(&self, executor: &dyn Executor) {
        executor.put(&self.0).expect("contents can be kept");
    }

    /// One run of it.
    pub fn action(&self, args: &[&str]) -> Action {
        let program = InputFile { blob: Blob::of(&self.0), executable: true };
        Action {
            args: std::iter::once("./program").chain(args.iter().copied()).map(str::to_owned).collect(),
            inputs: BTreeMap::from([("program".to_owned(), program)]),
            stdin: None,
            outputs: Vec::new(),
            pipes: Vec::new(),
            env: BTreeMap::from([("WORD".to_owned(), "word".to_owned())]),
            limits: LIMITS,
            requires: None,
            attempt: Attempt::Only,
        }
    }

    /// Runs of it that say these words.
    pub fn say(&self, words: &[&str]) -> Batch {
        let tasks = words.iter().map(|word| Task::Single(self.action(&["say", word]))).collect();
        Batch { tasks, timing: Timing::Final }
    }
}

/// What must be the same wherever a program runs: all but its costs.
pub fn seen(executor: &dyn Executor, result: &RunResult) -> String {
    let text = |blob: &Blob| {
        let bytes = executor.get(blob.digest).expect("an output is held");
        assert_eq!(Blob::of(&bytes), *blob);
        String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned()
    };
    let files: BTreeMap<&String, String> = result.files.iter().map(|(path, blob)| (path, text(blob))).collect();
    format!("{:?} {:?} {:?} {files:?}", result.status, text(&result.stdout), text(&result.stderr))
}

/// The result of a program that ran by itself.
pub fn single(result: &TaskResult) -> &RunResult {
    let TaskResult::Single(result) = result else { panic!("one program ran") };
    result
}

/// The results of a batch, each of which comes once.
pub fn run(executor: &dyn Executor, batch: &Batch) -> Vec<TaskResult> {
    let mut results = vec![None; batch.tasks.len()];
    let ran = executor.run(batch, &mut |idx, result| assert!(results[idx].replace(result).is_none(), "twice"));
    ran.expect("the executor does its job");
    results.into_iter().map(|result| result.expect("every task has a result")).collect()
}

fn contents(_: &Program, executor: &dyn Executor) {
    let bytes = b"nobody else puts these";
    let (digest, other) = (Digest::of(bytes), Digest::of(b"nobody puts these"));
    assert_eq!(executor.missing(&[digest, other]), [digest, other]);
    assert_eq!(executor.get(digest), None);
    assert_eq!(executor.put(bytes), Ok(Blob::of(bytes)));
    assert_eq!(executor.missing(&[digest, other]), [other]);
    assert_eq!(executor.get(digest).as_deref(), Some(&bytes[..]));
    assert_eq!(executor.put_all(&mut &bytes[..]), Ok(Blob::of(bytes)));
}

fn results(program: &Program, executor: &dyn Executor) {
    let put = |bytes: &[u8]| executor.put(bytes).expect("contents can be kept");
    let bare = |status: ExitStatus| format!("{status:?} \"\" \"\" {{}}");
    let mut copies = program.action(&["copy"]);
    copies.inputs.insert("data/in.txt".to_owned(), InputFile { blob: put(b"a line\n"), executable: false });
    copies.outputs = ["out.txt", "missing.txt"].map(str::to_owned).to_vec();
    let flood: String = "and on and on\n".chars().cycle().take(200).collect();
    let cases = [
        (program.action(&["code"]), r#"Exited(3) "" "some words\n" {}"#.to_owned()),
        (program.action(&["abort"]), bare(ExitStatus::Signalled(6))),
        (program.action(&["spin"]), bare(ExitStatus::Killed(Exceeded::Cpu))),
        (Action { limits: SHORT, ..program.action(&["idle"]) }, bare(ExitStatus::Killed(Exceeded::Wall))),
        (program.action(&["flood"]), format!("Killed(Output) {flood:?} \"\" {{}}")),
        (program.action(&["memory"]), bare(ExitStatus::Killed(Exceeded::Memory))),
        (program.action(&["say", "two words"]), r#"Exited(0) "two words\n" "" {}"#.to_owned()),
        (
            Action { stdin: Some(put(b"1\n2\nno end")), ..program.action(&["echo"]) },
            r#"Exited(0) "1\n2\nno end" "" {}"#.to_owned(),
        ),
        (copies, r#"Exited(0) "" "" {"out.txt": "a line\nword"}"#.to_owned()),
    ];
    let (actions, expected): (Vec<Action>, Vec<String>) = cases.into_iter().unzip();
    let mut tasks: Vec<Task> = actions.into_iter().map(Task::Single).collect();
    let not_a_program = InputFile { blob: put(b"#!/no/such/interpreter\n"), executable: true };
    let inputs = BTreeMap::from([("program".to_owned(), not_a_program)]);
    for timing in [Timing::Alone, Timing::Final] {
        let results = run(executor, &Batch { tasks: tasks.clone(), timing });
        let seen: Vec<String> = results.iter().map(|result| seen(executor, single(result))).collect();
        assert_eq!(seen, expected, "{timing:?}");
    }
    tasks = vec![Task::Single(Action { inputs, ..program.action(&[]) })];
    let result = &run(executor, &Batch { tasks, timing: Timing::Final })[0];
    assert!(matches!(single(result).status, ExitStatus::NotStarted(_)), "{result:?}");
    // All of it comes, however much that is.
    let large = Batch { tasks: vec![Task::Single(program.action(&["large"]))], timing: Timing::Final };
    let written: String = (0..50_000).map(|number| format!("{number}\n")).collect();
    assert_eq!(single(&run(executor, &large)[0]).stdout, Blob::of(written.as_bytes()));
    assert_eq!(executor.get(Digest::of(written.as_bytes())).as_deref(), Some(written.as_bytes()));
}

/// What describes a run, and what describes its result, may be longer than half a megabyte.
fn long_lists(program: &Program, executor: &dyn Executor) {
    let word = "w".repeat(100_000);
    let words: Vec<&str> = std::iter::once("many").chain(std::iter::repeat_n(&*word, 6)).collect();
    let limits = RunLimits { cpu_ms: 10_000, ..LIMITS };
    let many = Action { outputs: vec!["made/".to_owned()], limits, ..program.action(&words) };
    let result = &run(executor, &Batch { tasks: vec![Task::Single(many)], timing: Timing::Final })[0];
    let folder: String = (0..4).map(|depth| format!("{depth:0200}/")).collect();
    let made: BTreeMap<_, _> = (0..700).map(|number| (format!("made/{folder}{number}"), Blob::of(b"x"))).collect();
    assert_eq!((single(result).status, single(result).files.len()), (ExitStatus::Exited(0), made.len()));
    assert!(single(result).files == made, "all are there, as they were named");
}

fn talks(program: &Program, executor: &dyn Executor) {
    let talk = |solution: &str, interactor: &str| {
        let limits = if solution == "idle" { SHORT } else { LIMITS };
        let solutions = vec![Action { limits, ..program.action(&[solution]) }];
        let tasks = vec![Task::Talk { solutions, interactor: program.action(&[interactor]) }];
        match run(executor, &Batch { tasks, timing: Timing::Final }).remove(0) {
            TaskResult::Talk { solutions, interactor, transcript, interactor_ended_first, .. } => {
                let said = executor.get(transcript.digest).expect("the transcript is held");
                (solutions[0].status, interactor.status, interactor_ended_first, said)
            }
            TaskResult::Single(_) | TaskResult::Chain { .. } => panic!("two programs ran"),
        }
    };
    let done = ExitStatus::Exited(0);
    let (solution, interactor, _, said) = talk("echo", "ask");
    assert_eq!((solution, interactor), (done, done));
    assert_eq!(String::from_utf8_lossy(&said), "< 0\n> 0\n< 1\n> 1\n< 2\n> 2\n< bye\n> bye\n");
    for (solution, interactor, expected) in [
        ("abort", "ask", (ExitStatus::Signalled(6), ExitStatus::Exited(1), false)),
        ("echo", "code", (done, ExitStatus::Exited(3), true)),
        ("idle", "ask", (ExitStatus::Killed(Exceeded::Wall), ExitStatus::Exited(1), false)),
    ] {
        let (of_solution, of_interactor, first, _) = talk(solution, interactor);
        assert_eq!((of_solution, of_interactor, first), expected, "{solution} and {interactor}");
    }
    // Nobody reads the flood any more, unless its time is up before that.
    let (solution, interactor, first, _) = talk("flood", "code");
    assert!(matches!(solution, ExitStatus::Signalled(13) | ExitStatus::Killed(Exceeded::Cpu)), "{solution:?}");
    assert_eq!((interactor, first), (ExitStatus::Exited(3), true));
}

fn chains(program: &Program, executor: &dyn Executor) {
    let put = |bytes: &[u8]| executor.put(bytes).expect("it can be kept");
    let chain = |first: Action, then: Action, fed: Fed| {
        let task = Task::Chain { first, then: Box::new(then), fed };
        match run(executor, &Batch { tasks: vec![task], timing: Timing::Final }).remove(0) {
            TaskResult::Chain { first, then } => {
                let then = then.map(|then| seen(executor, &then));
                (seen(executor, &first), then)
            }
            TaskResult::Single(_) | TaskResult::Talk { .. } => panic!("a chain ran"),
        }
    };
    // By the standard streams, and by files.
    let (first, then) = chain(program.action(&["say", "so"]), program.action(&["echo"]), Fed::default());
    assert_eq!((&*first, then.as_deref()), (r#"Exited(0) "so\n" "" {}"#, Some(r#"Exited(0) "so\n" "" {}"#)));
    let copies = |line: &[u8]| {
        let mut copies = program.action(&["copy"]);
        copies.outputs = vec!["out.txt".to_owned()];
        copies.inputs.insert("data/in.txt".to_owned(), InputFile { blob: put(line), executable: false });
        copies
    };
    let by_file = Fed { from: Some("out.txt".to_owned()), into: Some("data/in.txt".to_owned()), known: Vec::new() };
    let mut again = copies(b"");
    again.inputs.remove("data/in.txt");
    let (_, then) = chain(copies(b"a line"), again.clone(), by_file.clone());
    assert_eq!(then.as_deref(), Some(r#"Exited(0) "" "" {"out.txt": "a linewordword"}"#));
    // Nothing follows what fails, leaves nothing, or writes what is known.
    assert_eq!(chain(program.action(&["code"]), program.action(&["echo"]), Fed::default()).1, None);
    assert_eq!(chain(program.action(&["say", "so"]), again, by_file).1, None);
    let known = Fed { known: vec![Digest::of(b"so\n")], ..Fed::default() };
    assert_eq!(chain(program.action(&["say", "so"]), program.action(&["echo"]), known).1, None);
}

fn requirements(program: &Program, executor: &dyn Executor) {
    let requires = |sandbox: &str, cpu_model: Option<&str>| {
        let cpu_model = cpu_model.map(str::to_owned);
        let requires = Requirements { sandbox: Some(sandbox.to_owned()), cpu_model, ..Requirements::default() };
        let action = Action { requires: Some(Box::new(requires)), ..program.action(&["say", "here"]) };
        Batch { tasks: vec![Task::Single(action)], timing: Timing::Final }
    };
    let result = &run(executor, &requires("limits-only", None))[0];
    assert_eq!(seen(executor, single(result)), r#"Exited(0) "here\n" "" {}"#);
    for (batch, words) in [
        (requires("limits-only", Some("an abacus")), "an abacus is required"),
        (requires("beyond full", None), "beyond full is required"),
    ] {
        let refused = executor.run(&batch, &mut |_, _| panic!("it ran"));
        assert!(matches!(&refused, Err(ExecutorError::Failed(why)) if why.contains(words)), "{refused:?}");
    }
}

fn equal_tasks(program: &Program, executor: &dyn Executor) {
    let results = run(executor, &program.say(&["a", "b", "a", "a"]));
    let said: Vec<String> = results.iter().map(|result| seen(executor, single(result))).collect();
    assert_eq!(said, ["a", "b", "a", "a"].map(|word| format!(r#"Exited(0) "{word}\n" "" {{}}"#)));
}
