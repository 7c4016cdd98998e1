//! The interactor's side of a run by hand: two named pipes, and the interactor behind them.

use problem::model::Protocol;

use super::{EXPECTED, INPUT, Shell, quoted_all};

/// The pipes.
pub(super) const TO_SOLUTION: &str = "to_solution";
pub(super) const FROM_SOLUTION: &str = "from_solution";

/// Adds the commands that start an interactor, with the arguments of its protocol and those of the test. It waits until the
/// solution is there.
pub(super) fn start(shell: &mut Shell, protocol: Protocol, words: &mut Vec<String>, of_test: &[String]) -> Option<()> {
    shell.command(&["rm", "-f", TO_SOLUTION, FROM_SOLUTION])?;
    shell.command(&["mkfifo", TO_SOLUTION, FROM_SOLUTION])?;
    let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
    let redirection = match protocol {
        Protocol::Cms => {
            add(&[FROM_SOLUTION, TO_SOLUTION]);
            format!("< {INPUT}")
        }
        Protocol::Testlib | Protocol::Sinol => {
            add(&[INPUT, "output.txt", EXPECTED]);
            format!("< {FROM_SOLUTION} > {TO_SOLUTION}")
        }
        Protocol::Kattis => {
            shell.command(&["mkdir", "-p", "feedback"])?;
            add(&[INPUT, EXPECTED, "feedback/"]);
            format!("< {FROM_SOLUTION} > {TO_SOLUTION}")
        }
    };
    if protocol != Protocol::Cms {
        // There may be no answer, but the interactor opens one.
        shell.command(&["touch", EXPECTED])?;
    }
    words.extend(of_test.iter().cloned());
    shell.lines.push(format!("{} {redirection} &", quoted_all(words)?));
    Some(())
}
