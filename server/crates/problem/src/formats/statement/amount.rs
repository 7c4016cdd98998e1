//! Amounts of time and memory as people write them.

/// What a limit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// Milliseconds.
    Time,
    /// Bytes.
    Memory,
}

impl Quantity {
    /// The limit's name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Quantity::Time => "time limit",
            Quantity::Memory => "memory limit",
        }
    }

    /// What comes before the amount, in lower case.
    pub(super) fn keywords(self) -> &'static [&'static str] {
        match self {
            Quantity::Time => {
                &["time limit", "time-limit", "time_limit", "timelimit", "ограничение по времени", "时间限制"]
            }
            Quantity::Memory => &[
                "memory limit",
                "memory-limit",
                "memory_limit",
                "memorylimit",
                "ограничение по памяти",
                "内存限制",
                "空间限制",
            ],
        }
    }

    /// How many milliseconds or bytes a unit has, by its word in lower case.
    pub(super) fn unit(self, word: &str) -> Option<f64> {
        const KIB: f64 = 1024.0;
        Some(match (self, word) {
            (Quantity::Time, "ms" | "msec" | "msecs" | "millisecond" | "milliseconds" | "мс" | "毫秒") => 1.0,
            (Quantity::Time, "s" | "sec" | "secs" | "second" | "seconds" | "с" | "сек" | "秒") => 1000.0,
            (Quantity::Time, word) if word.starts_with("секунд") => 1000.0,
            (Quantity::Time, "min" | "minute" | "minutes") => 60_000.0,
            (Quantity::Memory, "b" | "byte" | "bytes") => 1.0,
            (Quantity::Memory, "k" | "kb" | "kib" | "kilobytes" | "kibibytes" | "кб") => KIB,
            (Quantity::Memory, "m" | "mb" | "mib" | "megabyte" | "megabytes" | "mebibytes" | "мб" | "兆") => {
                KIB * KIB
            }
            (Quantity::Memory, word) if word.starts_with("мегабайт") => KIB * KIB,
            (Quantity::Memory, "g" | "gb" | "gib" | "gigabyte" | "gigabytes" | "gibibytes" | "гб") => KIB * KIB * KIB,
            (Quantity::Time | Quantity::Memory, _) => return None,
        })
    }

    fn usual_unit(self) -> f64 {
        match self {
            Quantity::Time => 1000.0,
            Quantity::Memory => f64::from(1 << 20),
        }
    }

    /// Amounts that a setter may mean, in milliseconds or bytes: 50 ms to 2 min, 1 MiB to 64 GiB.
    fn is_sensible(self, value: f64) -> bool {
        match self {
            Quantity::Time => (50.0..=120_000.0).contains(&value),
            Quantity::Memory => (f64::from(1 << 20)..=f64::from(1 << 20) * 65536.0).contains(&value),
        }
    }

    /// Units to try when the written one makes no sense.
    fn other_units(self) -> &'static [f64] {
        match self {
            Quantity::Time => &[1.0, 1000.0],
            Quantity::Memory => &[1024.0, 1_048_576.0, 1.0],
        }
    }

    fn show(self, value: u64) -> String {
        match self {
            Quantity::Time => format!("{value} ms"),
            Quantity::Memory => format!("{} MiB", value >> 20),
        }
    }
}

/// A limit that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// Milliseconds or bytes.
    pub(super) value: u64,
    /// What is assumed instead of the written unit, where that makes no sense.
    pub(super) doubt: Option<String>,
}

impl Amount {
    /// A number with its unit, the usual one where none is written. `None` when no unit makes sense of it.
    pub(super) fn new(quantity: Quantity, number: f64, unit: Option<f64>) -> Option<Amount> {
        let stated = number * unit.unwrap_or(quantity.usual_unit());
        if quantity.is_sensible(stated) {
            return Some(Amount { value: stated.round() as u64, doubt: None });
        }
        let others = quantity.other_units().iter().map(|unit| number * unit);
        let value = others.into_iter().find(|&value| quantity.is_sensible(value))?.round() as u64;
        Some(Amount { value, doubt: Some(format!("{} is assumed", quantity.show(value))) })
    }
}
