//! The machine: compiling is looking at a source, and running is doing what it says.

use std::{
    fs::File,
    io::{Seek as _, Write as _},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use judge::{
    compile::{
        Compiler, Runnable, Toolchain, Tools,
        messages::{Dialect, Family},
    },
    launcher::Reply,
    local::{CompilerCommand, CompilerResult},
    machine::{Machine, MachineConfig},
    store::Store,
};
use problem::{
    digest::{Digest, KeyBuilder},
    executor::{
        Action, Attempt, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, RunLimits, RunResult, Sandbox,
        Task, TaskResult,
    },
    path::AbsPath,
};

struct Scripted {
    store: Arc<Store>,
    n_built: AtomicUsize,
}

pub(super) fn make(config: MachineConfig<'_>) -> Result<(Arc<dyn Machine>, Toolchain), ExecutorError> {
    let compiler = Compiler {
        path: AbsPath::new("/scripted/g++").unwrap(),
        version: "scripted".to_owned(),
        identity: Digest::of(b"scripted"),
        family: Family::Clang,
        dialect: Dialect::Text,
        links_statically: false,
        has_gold: false,
        parts: Vec::new(),
    };
    let (cc, python, archiver, symbolizer) = (None, None, None, None);
    let toolchain = Toolchain { cxx: Some(compiler), cc, python, archiver, symbolizer, tools: Tools::default() };
    Ok((Arc::new(Scripted { store: config.store, n_built: AtomicUsize::new(0) }), toolchain))
}

/// How a run ends: its code, what it writes to both streams, and the time that it takes, microseconds.
struct Ending {
    code: i32,
    stdout: String,
    stderr: String,
    cpu_us: u64,
}

/// What most runs take.
const CPU_US: u64 = 1000;

fn prints(text: impl ToString) -> Ending {
    Ending { code: 0, stdout: format!("{}\n", text.to_string()), stderr: String::new(), cpu_us: CPU_US }
}

fn fails(code: i32, words: &str) -> Ending {
    Ending { code, stdout: String::new(), stderr: words.to_owned(), cpu_us: CPU_US }
}

/// What a program does: solutions add the numbers of the input up, or nearly so, some in a time that is a power of how many
/// there are; generators print their first argument, or with it the number of a label, or so many ones; validators accept
/// numbers up to a bound on one line, or so many of them; checkers compare, or do not.
fn behave(does: &str, args: &[String], stdin: &str, file: impl Fn(&str) -> String) -> Ending {
    let (what, bound) = does.split_once(' ').unwrap_or((does, "0"));
    let bound: u64 = bound.parse().expect("a number");
    let sum: u64 = stdin.split_ascii_whitespace().filter_map(|word| word.parse::<u64>().ok()).sum();
    let n_words = stdin.split_ascii_whitespace().count() as u64;
    match what {
        "sum" => prints(sum),
        "cap" => prints(sum.min(bound)),
        "crash" if sum > bound => fails(3, "too much"),
        "slow" if sum > bound => Ending { cpu_us: u64::MAX, ..prints("") },
        "crash" | "slow" => prints(sum),
        "power" => {
            Ending { cpu_us: CPU_US + 50 * n_words.pow(u32::try_from(bound).expect("it is small")), ..prints(sum) }
        }
        "ones" => prints(vec!["1"; args[1].parse().expect("a number")].join(" ")),
        "few" if n_words > bound => fails(3, "FAIL these are too many"),
        "few" => prints(""),
        "plain" => prints(&args[1]),
        "seeded" => match args.last().and_then(|last| last.strip_prefix('s')) {
            Some(seed) => prints(format!("{} {seed}", args[1])),
            None => prints(&args[1]),
        },
        "refuse" => fails(1, "no such type"),
        "accept" => {
            let refused = stdin.split_ascii_whitespace().find(|word| word.parse::<u64>().map_or(true, |n| n > bound));
            let is_line = stdin.ends_with('\n') && stdin.matches('\n').count() == 1 && !stdin.contains(" \n");
            match refused {
                Some(word) => fails(3, &format!("FAIL {word} is not from 0 to {bound} (stdin, line 1)")),
                None if !is_line || stdin.starts_with(' ') => fails(3, "FAIL it is not one line (stdin, line 1)"),
                None => prints(""),
            }
        }
        "compare" if file(&args[2]).trim() != file(&args[3]).trim() => fails(1, "it differs"),
        "compare" | "agree" => fails(0, "ok"),
        "differ" => fails(1, "never"),
        other => panic!("nothing does `{other}`"),
    }
}

impl Scripted {
    fn contents(&self, blob: Blob) -> Vec<u8> {
        if let Some(bytes) = self.store.get(blob.digest) {
            return bytes.to_vec();
        }
        panic!("{} is not at hand", blob.digest.hex())
    }

    fn run_action(&self, action: &Action) -> Result<RunResult, ExecutorError> {
        let text = |name: &str| String::from_utf8_lossy(&self.contents(action.inputs[name].blob)).into_owned();
        let source = text(action.args[0].trim_start_matches("./"));
        let does = source.lines().find_map(|line| line.strip_prefix("// does: ")).expect("a source says what it does");
        let stdin = action.stdin.map(|blob| self.contents(blob)).unwrap_or_default();
        let Ending { code, stdout, stderr, cpu_us } =
            behave(does.trim(), &action.args, &String::from_utf8_lossy(&stdin), text);
        let is_slow = cpu_us > action.limits.cpu_ms.saturating_mul(1000);
        let status = if is_slow { ExitStatus::Killed(Exceeded::Cpu) } else { ExitStatus::Exited(code) };
        if action.attempt == Attempt::First {
            self.note_repetition(action, stdout.as_bytes());
        }
        let time_us = if is_slow { action.limits.cpu_ms * 1000 } else { cpu_us };
        Ok(RunResult {
            status,
            cpu_us: time_us,
            wall_us: time_us,
            waited_us: 0,
            memory_kb: 1024,
            stdout: self.put(stdout.as_bytes())?,
            stderr: self.put(stderr.as_bytes())?,
            files: std::collections::BTreeMap::new(),
            cpu_model: "scripted".into(),
        })
    }

    /// A generator is run again in another second of the clock to see whether it writes the same. The generators here do, and
    /// nobody is to wait for that, so the cache is told beforehand; without it everything would come to the same, later.
    fn note_repetition(&self, action: &Action, stdout: &[u8]) {
        let (program, args) = (&action.args[..1], &action.args[1..]);
        let mut identity = KeyBuilder::new("runnable 2").texts(program.iter().map(String::as_str));
        for (name, file) in &action.inputs {
            identity = identity.text(name).digest(file.blob.digest);
        }
        let no_files = std::iter::empty();
        let generation = KeyBuilder::new("generation 4").texts(no_files).digest(identity.finish());
        let generation = generation.texts(args.iter().map(String::as_str)).finish();
        let key = KeyBuilder::new("repetition 2").digest(generation).digest(Digest::of(stdout)).finish();
        self.store.put_result(key, &true);
    }

    /// A file with a text, ready to be read.
    fn file(&self, text: &str) -> File {
        let number = self.n_built.fetch_add(1, Ordering::SeqCst);
        let place = self.store.root().child(&format!("built-{number}"));
        let mut file = File::options().read(true).write(true).create_new(true).open(place.as_path()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        file
    }
}

impl Executor for Scripted {
    fn has_clock(&self) -> bool {
        false
    }

    fn sandbox(&self) -> Sandbox {
        Sandbox { level: "full".to_owned(), layers: vec!["scripted".to_owned()] }
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        digests.iter().copied().filter(|digest| !self.store.holds(*digest)).collect()
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        Ok(self.store.put(bytes)?)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.store.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        for (idx, task) in batch.tasks.iter().enumerate() {
            let Task::Single(action) = task else { panic!("no problem here is interactive") };
            sink(idx, TaskResult::Single(self.run_action(action)?));
        }
        Ok(())
    }
}

impl Machine for Scripted {
    fn store(&self) -> &Arc<Store> {
        &self.store
    }

    fn here(&self) -> &dyn Machine {
        self
    }

    /// A source without `main` does not compile.
    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        let source = command.args.iter().find_map(|arg| arg.strip_prefix("./")).expect("a source is compiled");
        let text = String::from_utf8_lossy(&command.files[source]).into_owned();
        let is_program = text.contains("main(");
        let said = if is_program { String::new() } else { format!("{source}:1:1: error: there is no main\n") };
        let products = [text, format!(".out/program: ./{source}\n")];
        let products = products.iter().filter(|_| is_program).map(|text| self.file(text));
        let outputs = command.outputs.iter().cloned().zip(products).collect();
        let status = ExitStatus::Exited(i32::from(!is_program));
        Ok(CompilerResult { status, stdout: Vec::new(), stderr: said.into_bytes(), outputs })
    }

    fn run_attached(&self, _: &Runnable, _: &[String], _: RunLimits) -> Result<Reply, ExecutorError> {
        Err(ExecutorError::Failed("this machine has no person".to_owned()))
    }

    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError> {
        Ok(self.sandbox())
    }

    fn may_accept_limits_only(&self) -> bool {
        false
    }

    fn accept_limits_only(&self) {}

    fn cancel(&self) {}

    fn resume(&self) {}

    fn is_cancelled(&self) -> bool {
        false
    }

    fn release(&self) {}

    fn rest(&self) {}
}
