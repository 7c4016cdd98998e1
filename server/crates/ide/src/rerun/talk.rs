//! The interactor's side of a run by hand: named pipes, and the interactor behind them.

use problem::model::{Protocol, SolutionIo};

use super::{EXPECTED, INPUT, Shell, quoted_all};

/// The pipes of a process of the solution.
pub(super) struct Pipes {
    /// What it reads.
    pub(super) to_solution: String,
    /// What it writes.
    pub(super) from_solution: String,
    /// Behind the names of all pipes of the process.
    end: String,
}

impl Pipes {
    /// Those of all processes, in their order.
    pub(super) fn of(io: &SolutionIo) -> Vec<Pipes> {
        let named = |end: String| Pipes {
            to_solution: format!("to_solution{end}"),
            from_solution: format!("from_solution{end}"),
            end,
        };
        match io.processes {
            None => vec![named(String::new())],
            Some(number) => (0..number.get()).map(|process| named(format!("_{process}"))).collect(),
        }
    }

    /// What stands behind a command that talks by them: both sides open the pipes in the same order.
    pub(super) fn redirection(&self) -> String {
        format!(" > {} < {}", self.from_solution, self.to_solution)
    }
}

/// Adds the commands that start an interactor, with the arguments of its protocol and those of the test. It waits until the
/// solution is there.
pub(super) fn start(
    shell: &mut Shell,
    protocol: Protocol,
    words: &mut Vec<String>,
    of_test: &[String],
    pipes: &[Pipes],
) -> Option<()> {
    let mut names: Vec<String> = Vec::new();
    let mut passed: Vec<String> = Vec::new();
    for Pipes { to_solution, from_solution, end } in pipes {
        names.extend([to_solution.clone(), from_solution.clone()]);
        if protocol == Protocol::Cms {
            // A manager opens its pipes itself, in an order of its own; what passes their contents on opens each by itself.
            let [to_manager, from_manager] = ["to_manager", "from_manager"].map(|name| format!("{name}{end}"));
            passed.push(format!("cat {from_manager} | cat > {to_solution} &"));
            passed.push(format!("cat {from_solution} | cat > {to_manager} &"));
            words.extend([to_manager.clone(), from_manager.clone()]);
            names.extend([to_manager, from_manager]);
        }
    }
    let all = |command: &'static [&'static str]| {
        let names = names.iter().map(String::as_str);
        command.iter().copied().chain(names).collect::<Vec<_>>()
    };
    shell.command(&all(&["rm", "-f"]))?;
    shell.command(&all(&["mkfifo"]))?;
    shell.lines.extend(passed);
    let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
    let redirection = match (protocol, pipes) {
        (Protocol::Cms, _) => format!("< {INPUT}"),
        (Protocol::Testlib | Protocol::Sinol, [only]) => {
            add(&[INPUT, "output.txt", EXPECTED]);
            format!("< {} > {}", only.from_solution, only.to_solution)
        }
        (Protocol::Kattis, [only]) => {
            shell.command(&["mkdir", "-p", "feedback"])?;
            add(&[INPUT, EXPECTED, "feedback/"]);
            format!("< {} > {}", only.from_solution, only.to_solution)
        }
        // Only managers talk to several processes.
        (Protocol::Testlib | Protocol::Sinol | Protocol::Kattis, _) => return None,
    };
    if protocol != Protocol::Cms {
        // There may be no answer, but the interactor opens one.
        shell.command(&["touch", EXPECTED])?;
    }
    words.extend(of_test.iter().cloned());
    shell.lines.push(format!("{} {redirection} &", quoted_all(words)?));
    Some(())
}
