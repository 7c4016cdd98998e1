//! Times and memory in the units a person reads.

/// A measured time.
pub(crate) fn time(milliseconds: f64) -> String {
    if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else if milliseconds < 99_995.0 {
        format!("{:.2} s", milliseconds / 1000.0)
    } else {
        format!("{:.0} s", milliseconds / 1000.0)
    }
}

/// A limit, which has no more digits than were written.
pub(crate) fn time_limit(milliseconds: u64) -> String {
    if milliseconds < 1000 { format!("{milliseconds} ms") } else { format!("{} s", milliseconds as f64 / 1000.0) }
}

/// Memory, from kibibytes; megabytes are of 2^20 bytes.
pub(crate) fn memory(kibibytes: u64) -> String {
    let megabytes = kibibytes as f64 / 1024.0;
    if megabytes < 99.95 {
        format!("{megabytes:.1} MB")
    } else if megabytes < 9999.5 {
        format!("{megabytes:.0} MB")
    } else {
        format!("{:.0} GB", megabytes / 1024.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long() {
        assert_eq!([0.2, 31.0, 999.4].map(time), ["0 ms", "31 ms", "999 ms"]);
        assert_eq!([999.6, 1240.0, 123_456.0].map(time), ["1.00 s", "1.24 s", "123 s"]);
        assert_eq!([250, 1500, 2000].map(time_limit), ["250 ms", "1.5 s", "2 s"]);
        assert_eq!([900, 3400, 262_144, 20_000_000].map(memory), ["0.9 MB", "3.3 MB", "256 MB", "19 GB"]);
    }
}
