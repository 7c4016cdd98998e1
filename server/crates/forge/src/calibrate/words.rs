//! What was measured and what follows, for people.

use problem::{
    calibrate::{Advice, Growth, GrowthInputs, Standing, TOO_SLOW, Timed},
    words::quantity,
};

use super::{Calibration, Generated};

const NOT_MEASURED: &str = "not measured";

pub(super) fn of(calibration: &Calibration) -> String {
    let Calibration { n_runs, ratios, limits, advice, generated, applied, subjects: _ } = calibration;
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
    text.push_str(&match n_runs {
        1 => "\nEach was run alone, once.\n".to_owned(),
        n => format!("\nThe least of {n} lone runs counts; the greatest stands behind it.\n"),
    });
    text.push_str(&growth(advice, generated.as_ref()));
    let source = &limits.source;
    let time_now = limits.time_limit_ms.map_or_else(|| format!("from {source}"), |ms| format!("{ms} ms ({source})"));
    text.push_str(&format!(
        "time limit    {}; now {time_now}\n",
        suggested(advice.time_limit_ms, "ms", ratios.ac, "the slowest correct solution", None)
    ));
    for language in &advice.languages {
        let limit = or_unknown(language.time_limit_ms.map(|ms| format!("{ms} ms")));
        text.push_str(&format!("              {limit} for {}\n", language.language));
    }
    // What a runtime takes for itself was not measured.
    let beside = advice.solutions.iter().find(|timed| timed.time_ms.is_some() && timed.memory_mb.is_none());
    let of_runtime = beside.map(|timed| format!("it is not known what {} takes beside its runtime", timed.path));
    let why = if limits.has_memory { of_runtime } else { Some("the format has none".to_owned()) };
    text.push_str(&format!(
        "memory limit  {}; now {} MB\n",
        suggested(
            advice.memory_limit_mb,
            "MB",
            ratios.memory,
            "the greatest peak of a correct solution",
            why.as_deref()
        ),
        limits.memory_limit_mb
    ));
    let named = [("With the suggested limit", &advice.suggested), ("With the present limit", &advice.current)];
    for (with, standing) in named {
        text.push_str(&standing.as_ref().map_or_else(String::new, |standing| about(with, standing)));
    }
    let apart: Vec<&str> =
        advice.solutions.iter().filter(|one| one.has_own_limit).map(|one| one.path.as_str()).collect();
    if !apart.is_empty() {
        text.push_str(&format!(
            "Not among them, since their languages have limits of their own: {}\n",
            apart.join(", ")
        ));
    }
    if let Some(file) = applied {
        text.push_str(&format!("The suggested limits stand in {file} now.\n"));
        let own: Vec<&str> = advice.languages.iter().map(|one| one.language.as_str()).collect();
        if !own.is_empty() {
            text.push_str(&format!("Those of {} stay as they are; write them there by hand.\n", own.join(", ")));
        }
    }
    text
}

/// How times grow, and on what that rests.
fn growth(advice: &Advice, generated: Option<&Generated>) -> String {
    let inputs = generated.map(|generated| &generated.inputs[..]).unwrap_or_default();
    let who = if inputs.is_empty() { "The tests" } else { "Generated inputs" };
    let mut text = match advice.growth_tells_apart {
        Some(true) => format!("{who} tell the classes apart: what is too slow grows faster than what is correct.\n"),
        Some(false) => {
            format!("{who} do not tell the classes apart: within the error of the lines, times grow alike.\n")
        }
        None if advice.solutions.iter().all(|timed| timed.label != TOO_SLOW) => {
            "Whether tests tell the classes apart cannot be said: no solution is labelled too slow.\n".to_owned()
        }
        None => format!(
            "{who} cannot say whether what is too slow grows faster than what is correct: it takes 4 of different sizes on \
             both sides with runs of 5 ms or more, three times that of the quickest.\n"
        ),
    };
    if let [first, .., last] = inputs {
        text.push_str(&format!(
            "The tests have too few sizes, so {} were generated, by `{}` to `{}`, of {} to {} bytes; they are no tests.\n",
            quantity(inputs.len(), "input"),
            first.command,
            last.command,
            first.input_bytes,
            last.input_bytes
        ));
    }
    for note in generated.iter().flat_map(|generated| &generated.notes) {
        text.push_str(&format!("{note}\n"));
    }
    if generated.is_some_and(|generated| generated.is_cut) {
        text.push_str("The time for generated inputs was over before all runs were made.\n");
    }
    text.push('\n');
    text
}

fn suggested(limit: Option<u64>, unit: &str, ratio: f64, of: &str, why: Option<&str>) -> String {
    match limit {
        Some(limit) => format!("{limit} {unit} suggested, {ratio} times {of}"),
        None => format!("nothing suggested, since {}", why.unwrap_or("not every correct solution was measured")),
    }
}

fn row(timed: &Timed) -> [String; 5] {
    let time = match (timed.time_ms, timed.greatest_ms, timed.above_ms) {
        (Some(least), Some(greatest), _) if least.round() == greatest.round() => format!("{least:.0} ms"),
        (Some(least), Some(greatest), _) => format!("{least:.0} … {greatest:.0} ms"),
        (_, _, Some(above)) => format!("above {above:.0} ms"),
        _ => NOT_MEASURED.to_owned(),
    };
    let memory = or_unknown(timed.memory_mb.map(|mb| format!("{mb:.1} MB")));
    let growth = timed.growth.as_ref().map(|growth| {
        let of = match growth.inputs {
            GrowthInputs::Tests => "tests",
            GrowthInputs::Generated => "generated inputs",
        };
        let Growth { exponent, standard_error, points, .. } = growth;
        format!("  grows as size^{exponent:.2} ± {standard_error:.2} on {} {of}", points.len())
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
