//! Whether the cache stays fast when it holds a million results: lookups and writes in one that holds few and in one
//! that holds many. Prints ratios; asserts nothing about time.
//!
//! `cargo bench -p judge --bench store`

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::{Duration, Instant};

use judge::{scratch::Scratch, store::Store};
use problem::digest::{Digest, KeyBuilder};

const FEW: u64 = 1_000;
const MANY: u64 = 1_000_000;
const N_LOOKUPS: u64 = 20_000;
const N_ROUNDS: usize = 3;

/// About as large as the run of a solution.
type Cell = (u64, u64, [u64; 4], Vec<u8>);

fn key(number: u64) -> Digest {
    KeyBuilder::new("bench").field(&number.to_le_bytes()).finish()
}

fn cell(number: u64) -> Cell {
    (number, number / 2, [number; 4], vec![7; 100])
}

fn fill(store: &Store, numbers: std::ops::Range<u64>) -> Duration {
    let started = Instant::now();
    for number in numbers {
        store.put_result(key(number), &cell(number));
        store.put(&number.to_le_bytes()).expect("the cache can be written");
    }
    store.flush();
    started.elapsed()
}

/// The mean time to find a result and to ask for an output, in an order that no page cache likes.
fn look_up(store: &Store, n_held: u64) -> Duration {
    let mut times: Vec<Duration> = (0..N_ROUNDS)
        .map(|_| {
            let started = Instant::now();
            let mut number = 1;
            for _ in 0..N_LOOKUPS {
                number = number * 6_364_136_223_846_793_005_u64 % n_held.next_power_of_two() + 1;
                let number = number % n_held;
                assert_eq!(store.result::<Cell>(key(number)), Some(cell(number)));
                assert!(store.holds(Digest::of(&number.to_le_bytes())));
            }
            started.elapsed() / N_LOOKUPS as u32
        })
        .collect();
    times.sort();
    times[N_ROUNDS / 2]
}

fn main() {
    let place = Scratch::make().expect("a folder can be made");
    let measure = |n_held: u64| {
        let root = place.path().child(&n_held.to_string());
        fill(&Store::open(&root).expect("a cache can be made"), 0..n_held);
        // The first one finds what was written still on its way to the disk.
        drop(Store::open(&root).expect("the cache can be opened"));
        let started = Instant::now();
        let store = Store::open(&root).expect("the cache can be opened");
        let opened = started.elapsed();
        let looked_up = look_up(&store, n_held);
        let added = fill(&store, n_held..n_held + FEW) / FEW as u32;
        (opened, looked_up, added, store.usage().total_bytes())
    };
    let (few, many) = (measure(FEW), measure(MANY));
    println!("{:34} {:>12} {:>12} {:>7}", "cells held", FEW, MANY, "ratio");
    let row = |name: &str, few: Duration, many: Duration| {
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        println!("{name:34} {:9.1} us {:9.1} us {:7.2}", us(few), us(many), us(many) / us(few));
    };
    row("open", few.0, many.0);
    row("find a result and its output", few.1, many.1);
    row("keep a result and its output", few.2, many.2);
    println!("{:34} {:9.1} MB {:9.1} MB", "on disk", few.3 as f64 / 1e6, many.3 as f64 / 1e6);
}
