//! Halves what is left until it is found.

use std::io::{self, BufRead};

fn main() {
    let (mut low, mut high) = (1, 1000);
    let mut lines = io::stdin().lock().lines();
    while low < high {
        let mid = (low + high) / 2;
        println!("? {}", mid);
        match lines.next().unwrap().unwrap().trim() {
            "less" => high = mid - 1,
            "more" => low = mid + 1,
            _ => (low, high) = (mid, mid),
        }
    }
    println!("! {}", low);
}
