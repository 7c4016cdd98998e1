//! Runs programs over inputs and prints one verdict per line.
//!
//! `check [--first] [--hasty] PROGRAM INPUT…` runs one program over files; `check [--first] [--hasty] --pairs` reads lines
//! from standard input, each a program and an input in hexadecimal with a blank between them. `--first` takes the first
//! alternative of a regular expression and not the longest match, `--hasty` takes few steps, so that endless programs end
//! at once.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "reading files and printing is what it is for")]

use std::io::{self, BufRead, Write};

use checktestdata::{Limits, Position, Preference, Program, Verdict};

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut has = |flag: &str| {
        let n_arguments = arguments.len();
        arguments.retain(|argument| argument != flag);
        arguments.len() < n_arguments
    };
    let preference = if has("--first") { Preference::First } else { Preference::Longest };
    let mut limits = Limits { preference, ..Limits::default() };
    if has("--hasty") {
        limits.n_steps /= 40;
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    if has("--pairs") {
        for line in io::stdin().lock().lines() {
            let line = line?;
            let (program, input) = line.split_once(' ').unwrap_or((&line, ""));
            writeln!(out, "{}", verdict(&Program::parse(&bytes(program)), &bytes(input), &limits))?;
            out.flush()?;
        }
    } else if let Some((program, inputs)) = arguments.split_first() {
        let program = Program::parse(&std::fs::read(program)?);
        for input in inputs {
            writeln!(out, "{}", verdict(&program, &std::fs::read(input)?, &limits))?;
        }
    }
    out.flush()
}

fn verdict(program: &Program, input: &[u8], limits: &Limits) -> String {
    match program.run(input, limits) {
        Verdict::Accepted => "accept".to_owned(),
        Verdict::Rejected(rejection) => {
            let position = Position::of(input, rejection.offset);
            format!("reject {position} expected {}, found {}", rejection.expected, rejection.found)
        }
        Verdict::Broken(breakage) => {
            let position = Position::of(program.source(), breakage.span.start);
            format!("broken {position} {}", breakage.reason)
        }
    }
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digit = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
    hexadecimal.as_bytes().chunks(2).map(|pair| pair.iter().fold(0, |byte, &next| byte << 4 | digit(next))).collect()
}
