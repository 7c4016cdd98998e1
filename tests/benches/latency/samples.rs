//! Times of one kind of event, and the target they are held against.

use std::time::Duration;

use crate::rows::{Part, aim, time};

/// What the median and the 95th percentile should stay below.
pub(crate) struct Target {
    pub(crate) p50: Duration,
    pub(crate) p95: Duration,
}

impl Target {
    pub(crate) const fn ms(p50: u64, p95: u64) -> Target {
        Target { p50: Duration::from_millis(p50), p95: Duration::from_millis(p95) }
    }
}

/// A part for rows of events.
pub(crate) fn part(title: &str) -> Part {
    Part::new(title, &["", "times", "p50", "p95", "max", "target, and what else is known"])
}

/// Adds the row of an event.
pub(crate) fn row(part: &mut Part, what: &str, times: &[Duration], target: &Target, remark: &str) {
    let mut sorted: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted[(sorted.len() as f64 * share).ceil() as usize - 1];
    let (p50, p95, max) = (at(0.5), at(0.95), at(1.0));
    let wanted = [target.p50, target.p95].map(|time| time.as_secs_f64());
    let met = p50 <= wanted[0] && p95 <= wanted[1];
    let words = aim(&format!("{} / {}", time(wanted[0]), time(wanted[1])), met);
    let remark = if remark.is_empty() { words } else { format!("{words}; {remark}") };
    part.row([what.to_owned(), sorted.len().to_string(), time(p50), time(p95), time(max), remark]);
}
