//! How fast the commonest program runs, beside a loop by hand that reads the same numbers.
//!
//! `cargo bench -p checktestdata`; the best of several rounds counts, since other programs only make it slower.

#![allow(clippy::print_stdout, reason = "it is what the program is for")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use checktestdata::{Limits, Program, Verdict};

const N_NUMBERS: usize = 2_000_000;
const N_ROUNDS: usize = 7;

fn main() {
    let input = input();
    let by_hand = best(|| assert_eq!(read_by_hand(input.as_bytes()), Some(N_NUMBERS)));
    println!("{:<60} {:>7.0} MB/s", "by hand", speed(input.len(), by_hand));
    let programs = [
        "INT(1, 10000000, n) NEWLINE REP(n, SPACE) INT(1, 1000000000) END NEWLINE",
        "INT(1, 10000000, n) NEWLINE REPI(i, n, SPACE) INT(1, 1000000000, a[i]) END NEWLINE",
        "INT(1, 10000000, n) NEWLINE REP(n, SPACE) REGEX(\"[0-9]+\") END NEWLINE",
        "INT(1, 10000000, n) NEWLINE REP(n, SPACE) FLOAT(1, 1000000000, x) ASSERT(x > 0.5) END NEWLINE",
        "INT(1, 10000000, n) NEWLINE WHILE(!MATCH(\"\\n\"), SPACE) INT(1, 1000000000, x) END NEWLINE",
    ];
    for text in programs {
        let program = Program::parse(text.as_bytes());
        assert_eq!(program.problems(), []);
        let limits = Limits::default();
        let time = best(|| assert_eq!(program.run(input.as_bytes(), &limits), Verdict::Accepted));
        let ratio = time.as_secs_f64() / by_hand.as_secs_f64();
        let shown: String = text.chars().skip("INT(1, 10000000, n) NEWLINE ".len()).take(60).collect();
        println!("{shown:<60} {:>7.0} MB/s, {ratio:.1} times by hand", speed(input.len(), time));
    }
}

/// A count, and so many numbers of up to nine digits.
fn input() -> String {
    let mut text = format!("{N_NUMBERS}\n");
    let mut state = 1_u64;
    for at in 0..N_NUMBERS {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let separator = if at == 0 { "" } else { " " };
        write!(text, "{separator}{}", (state >> 33) % 1_000_000_000 + 1).expect("a string takes all");
    }
    text.push('\n');
    text
}

/// What a program in Rust that does only this would do; how many numbers are within the bounds.
fn read_by_hand(input: &[u8]) -> Option<usize> {
    let start = input.iter().position(|&byte| byte == b'\n')? + 1;
    let (mut number, mut n_digits, mut n_numbers) = (0_u64, 0, 0);
    for &byte in &input[start..] {
        match byte {
            b'0'..=b'9' => {
                number = number.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
                n_digits += 1;
            }
            b' ' | b'\n' if n_digits > 0 => {
                if !(1..=1_000_000_000).contains(&black_box(number)) {
                    return None;
                }
                (number, n_digits, n_numbers) = (0, 0, n_numbers + 1);
            }
            _ => return None,
        }
    }
    Some(n_numbers)
}

fn best(run: impl Fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..N_ROUNDS).map(time).min().unwrap_or_default()
}

fn speed(n_bytes: usize, time: Duration) -> f64 {
    n_bytes as f64 / 1e6 / time.as_secs_f64()
}
