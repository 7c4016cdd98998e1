//! The same, where none at all would do.

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let (mut best, mut here) = (0_i64, 0_i64);
    for x in text.split_whitespace().skip(1).map(|word| word.parse::<i64>().unwrap()) {
        here = here.max(0) + x;
        best = best.max(here);
    }
    println!("{}", best);
}
