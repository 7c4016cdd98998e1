//! What was measured and what follows, for people.

use problem::calibrate::{Standing, Timed};

use super::Calibration;

const NOT_MEASURED: &str = "not measured";

pub(super) fn of(calibration: &Calibration) -> String {
    let Calibration { n_runs, ratios, limits, advice, applied, subjects: _ } = calibration;
    let rows: Vec<[String; 5]> = advice.solutions.iter().map(row).collect();
    let heads = ["", "", "test", "time", "memory"].map(str::to_owned);
    let width =
        |column: usize| rows.iter().chain([&heads]).map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths = [0, 1, 2, 3].map(width);
    let mut text = String::new();
    for row in [&heads].into_iter().chain(&rows) {
        let [label, path, test, time, rest] = row;
        let line = format!(
            "{label:<0$}  {path:<1$}  {test:<2$}  {time:<3$}  {rest}",
            widths[0], widths[1], widths[2], widths[3]
        );
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    for timed in &advice.solutions {
        if let Some(why) = &timed.why {
            text.push_str(&format!("{}: {why}\n", timed.path));
        }
    }
    text.push_str(&format!("\nThe least of {n_runs} lone runs counts; the greatest stands behind it.\n"));
    let growth = match advice.growth_tells_apart {
        Some(true) => "tell the classes apart: what is too slow grows faster than what is correct",
        Some(false) => "do not tell the classes apart: within the error of the lines, times grow alike",
        None => {
            "cannot say how times grow: it takes 4 tests of different sizes on both sides with runs of 5 ms or more, three times that of the quickest"
        }
    };
    text.push_str(&format!("The tests {growth}.\n\n"));
    let source = &limits.source;
    let time_now = limits.time_limit_ms.map_or_else(|| format!("from {source}"), |ms| format!("{ms} ms ({source})"));
    text.push_str(&format!(
        "time limit    {}; now {time_now}\n",
        suggested(advice.time_limit_ms, "ms", ratios.ac, "the slowest correct solution")
    ));
    for language in &advice.languages {
        let limit = or_unknown(language.time_limit_ms.map(|ms| format!("{ms} ms")));
        text.push_str(&format!("              {limit} for {}\n", language.language));
    }
    text.push_str(&format!(
        "memory limit  {}; now {} MB\n",
        suggested(advice.memory_limit_mb, "MB", ratios.memory, "the greatest peak of a correct solution"),
        limits.memory_limit_mb
    ));
    let named = [("With the suggested limit", &advice.suggested), ("With the present limit", &advice.current)];
    for (with, standing) in named {
        text.push_str(&standing.as_ref().map_or_else(String::new, |standing| about(with, standing)));
    }
    if let Some(file) = applied {
        text.push_str(&format!("{file} has the suggested limits now.\n"));
    }
    text
}

fn suggested(limit: Option<u64>, unit: &str, ratio: f64, of: &str) -> String {
    match limit {
        Some(limit) => format!("{limit} {unit} suggested, {ratio} times {of}"),
        None => "nothing suggested, since not every correct solution was measured".to_owned(),
    }
}

fn row(timed: &Timed) -> [String; 5] {
    let time = match (timed.time_ms, timed.greatest_ms, timed.above_ms) {
        (Some(least), Some(greatest), _) => format!("{least:.0} … {greatest:.0} ms"),
        (_, _, Some(above)) => format!("above {above:.0} ms"),
        _ => NOT_MEASURED.to_owned(),
    };
    let memory = or_unknown(timed.memory_mb.map(|mb| format!("{mb:.1} MB")));
    let growth = timed.growth.map(|growth| {
        format!("  grows as size^{:.2} ± {:.2} on {} tests", growth.exponent, growth.standard_error, growth.n_tests)
    });
    [
        timed.label.to_owned(),
        timed.path.clone(),
        timed.test.clone().unwrap_or_default(),
        time,
        format!("{memory}{}", growth.unwrap_or_default()),
    ]
}

fn or_unknown(value: Option<String>) -> String {
    value.unwrap_or_else(|| NOT_MEASURED.to_owned())
}

fn about(with: &str, standing: &Standing) -> String {
    let ms = standing.time_limit_ms;
    if standing.is_clear() {
        return format!("{with}, {ms} ms, nobody who was measured sits in between.\n");
    }
    let lists = [
        ("in between", &standing.in_between),
        ("in time though labelled too slow", &standing.in_time),
        ("too slow though labelled correct", &standing.beyond),
    ];
    let lists = lists.iter().filter(|(_, paths)| !paths.is_empty());
    lists.map(|(what, paths)| format!("{with}, {ms} ms, {what}: {}\n", paths.join(", "))).collect()
}
