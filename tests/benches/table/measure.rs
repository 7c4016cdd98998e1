//! Wall-clock and CPU time, medians, and how quiet the machine is.

use std::{fs, hint::black_box, time::Instant};

use nix::sys::{
    resource::{UsageWho, getrusage},
    time::TimeValLike as _,
};

use crate::rows::{Part, time};

/// What something took, seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) wall: f64,
    /// Of this process and of every process that it has waited for, with all that those have waited for.
    pub(crate) cpu: f64,
}

impl Cost {
    /// What it takes.
    pub(crate) fn of(work: impl FnOnce()) -> Cost {
        let (started, cpu) = (Instant::now(), cpu_s());
        work();
        Cost { wall: started.elapsed().as_secs_f64(), cpu: cpu_s() - cpu }
    }

    /// The share of one among `n`.
    pub(crate) fn each(self, n: usize) -> Cost {
        Cost { wall: self.wall / n as f64, cpu: self.cpu / n as f64 }
    }

    /// What it took beyond the other.
    pub(crate) fn beyond(self, other: Cost) -> Cost {
        Cost { wall: self.wall - other.wall, cpu: self.cpu - other.cpu }
    }
}

fn cpu_s() -> f64 {
    let of = |who| {
        let usage = getrusage(who).expect("a process may ask what it used");
        (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
    };
    of(UsageWho::RUSAGE_SELF) + of(UsageWho::RUSAGE_CHILDREN)
}

/// The medians of both times.
pub(crate) fn median(costs: &[Cost]) -> Cost {
    let middle = |time: fn(&Cost) -> f64| {
        let mut times: Vec<f64> = costs.iter().map(time).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    Cost { wall: middle(|cost| cost.wall), cpu: middle(|cost| cost.cpu) }
}

/// A fixed loop, run now and then: on a quiet machine it always takes the same time, and its CPU time is its wall-clock
/// time.
pub(crate) struct Calibration {
    loops: Vec<Cost>,
    load_at_start: String,
}

/// How often the loop is run at each look.
const N_LOOPS: usize = 5;

impl Calibration {
    pub(crate) fn new() -> Calibration {
        Calibration { loops: Vec::new(), load_at_start: load() }
    }

    pub(crate) fn look(&mut self) {
        self.loops.extend((0..N_LOOPS).map(|_| Cost::of(fixed_loop)));
    }

    pub(crate) fn part(&self) -> Part {
        let range = |of: fn(&Cost) -> f64| {
            let least = self.loops.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = self.loops.iter().map(of).fold(0.0, f64::max);
            [time(least), time(of(&median(&self.loops))), time(most), format!("{:.2}", most / least)]
        };
        let mut part = Part::new(
            "the machine: a fixed loop between the parts; far from 1, another program ran too, and wall-clock times \
             count for little",
            &["", "least", "median", "most", "most / least", ""],
        );
        let [least, middle, most, spread] = range(|cost| cost.wall);
        let loads = format!("load average {} at the start, {} at the end", self.load_at_start, load());
        part.row(["wall clock".to_owned(), least, middle, most, spread, loads]);
        let [least, middle, most, spread] = range(|cost| cost.cpu);
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        part.row(["CPU".to_owned(), least, middle, most, spread, format!("{n_cores} cores")]);
        part
    }
}

fn fixed_loop() {
    let mut number = black_box(88_172_645_463_325_252_u64);
    for _ in 0..10_000_000 {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
    }
    black_box(number);
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_owned()
}
