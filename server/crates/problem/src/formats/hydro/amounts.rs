//! Times and amounts of memory as the format writes them: `1000ms`, `1.5s`, `256m`, `64 MB`.

use crate::formats::{
    bounded::whole,
    yaml::{Complaint, Node},
};

/// So many milliseconds nobody gives a solution: a smaller number alone is in seconds.
const LEAST_MS: f64 = 50.0;

/// Milliseconds; a number alone is in milliseconds, as the site takes it.
pub(super) fn milliseconds(node: &Node) -> Result<u64, Complaint> {
    let wanted = "a time is wanted here, such as 1000ms or 1.5s";
    let (number, unit) = taken_apart(node, wanted)?;
    let factor = match unit.as_str() {
        "" if number >= LEAST_MS => 1.0,
        "" | "s" => 1000.0,
        "m" | "ms" => 1.0,
        "u" | "us" => 0.001,
        _ => return Err(Complaint::new(node.range, wanted)),
    };
    Ok(whole(number * factor))
}

/// Bytes; a number alone is in MB.
pub(super) fn bytes(node: &Node) -> Result<u64, Complaint> {
    let wanted = "an amount of memory is wanted here, such as 256m or 1g";
    let (number, unit) = taken_apart(node, wanted)?;
    let factor = match unit.trim_end_matches('b').trim_end_matches('i') {
        "k" => 1u64 << 10,
        "" | "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return Err(Complaint::new(node.range, wanted)),
    };
    Ok(whole(number * factor as f64))
}

/// A number above zero and what follows it, in lower case.
fn taken_apart(node: &Node, wanted: &str) -> Result<(f64, String), Complaint> {
    let text = node.text()?.trim().to_ascii_lowercase();
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
    let number = text[..end].parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    let number = number.ok_or_else(|| Complaint::new(node.range, wanted))?;
    Ok((number, text[end..].trim().to_owned()))
}
