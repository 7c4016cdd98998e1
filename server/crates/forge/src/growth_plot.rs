//! How the times of solutions grow with the size of inputs, as a picture in SVG: both axes are logarithmic.

use plotters::prelude::*;
use problem::calibrate::{Runs, Subject, timed};

/// The size of the picture, pixels.
const SIZE: (u32, u32) = (900, 480);
/// What is correct in blue and green, what is too slow in red and orange.
const CORRECT: [RGBColor; 3] = [RGBColor(0, 114, 178), RGBColor(0, 158, 115), RGBColor(86, 180, 233)];
const TOO_SLOW: [RGBColor; 3] = [RGBColor(204, 51, 17), RGBColor(213, 94, 0), RGBColor(170, 68, 153)];
/// Shorter runs are drawn as this, microseconds: the axis ends there.
const LEAST_US: u64 = 100;

/// The least time of each solution over the size of the input; what was stopped is left out. Where inputs were generated, the
/// lines are through those, and tests are crosses.
///
/// # Errors
/// A sentence when nothing was measured, or when the picture cannot be drawn.
pub fn draw(subjects: &[Subject]) -> Result<String, String> {
    let lines: Vec<Line<'_>> = subjects
        .iter()
        .map(|subject| Line { subject, tests: points(&subject.runs), generated: points(&subject.generated) })
        .filter(|line| !(line.tests.is_empty() && line.generated.is_empty()))
        .collect();
    if lines.is_empty() {
        return Err("no run was measured, so there is nothing to draw".to_owned());
    }
    let mut text = String::new();
    drawn(&lines, &mut text).map_err(|error| format!("the picture cannot be drawn ({error})"))?;
    Ok(text)
}

/// The decimal logarithm of a size in bytes and that of a time in milliseconds.
type Point = (f64, f64);

/// What is drawn of a solution.
struct Line<'s> {
    subject: &'s Subject,
    tests: Vec<Point>,
    generated: Vec<Point>,
}

/// What was measured, by size.
fn points(runs: &[Runs]) -> Vec<Point> {
    let of_run = |runs: &Runs| {
        let us = runs.cpu_us.iter().min().filter(|_| runs.stopped_us.is_none() && runs.input_bytes > 0)?;
        Some(((runs.input_bytes as f64).log10(), ((*us).max(LEAST_US) as f64 / 1e3).log10()))
    };
    let mut points: Vec<Point> = runs.iter().filter_map(of_run).collect();
    points.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    points
}

fn drawn(lines: &[Line<'_>], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let all = || lines.iter().flat_map(|line| line.tests.iter().chain(&line.generated));
    let ends = |of: fn(&Point) -> f64| {
        let (least, greatest) = all().map(of).fold((f64::MAX, f64::MIN), |(a, b), one| (a.min(one), b.max(one)));
        least.floor()..(greatest + 0.01).ceil()
    };
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .margin_right(32)
        .caption("CPU time by the size of inputs", ("sans-serif", 20))
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(ends(|point| point.0), ends(|point| point.1))?;
    let power = |exponent: &f64| {
        format!("{:.3}", 10f64.powf(*exponent)).trim_end_matches(['0']).trim_end_matches('.').to_owned()
    };
    let whole = |exponent: &f64| format!("{:.0}", 10f64.powf(*exponent));
    let mut mesh = chart.configure_mesh();
    // A label for each power of ten.
    let n_labels = |range: std::ops::Range<f64>| (range.end - range.start) as usize + 1;
    mesh.x_labels(n_labels(ends(|point| point.0))).y_labels(n_labels(ends(|point| point.1)));
    mesh.x_desc("bytes").y_desc("milliseconds").light_line_style(WHITE);
    mesh.x_label_formatter(&whole).y_label_formatter(&power).draw()?;
    let mut n_of = [0, 0];
    for Line { subject, tests, generated } in lines {
        let colours = if subject.is_correct { &CORRECT } else { &TOO_SLOW };
        let n = &mut n_of[usize::from(subject.is_correct)];
        let style = colours[*n % colours.len()].stroke_width(2);
        *n += 1;
        let grows = timed(subject)
            .growth
            .map_or_else(String::new, |line| format!(": size^{:.2} ± {:.2}", line.exponent, line.standard_error));
        let label = if subject.is_correct { "correct" } else { "too slow" };
        let line = if generated.is_empty() { tests } else { generated };
        chart
            .draw_series(LineSeries::new(line.iter().copied(), style).point_size(3))?
            .label(format!("{} ({label}){grows}", problem::hidden::shown(&subject.path)))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        if !generated.is_empty() {
            chart.draw_series(tests.iter().map(|point| Cross::new(*point, 5, style)))?;
        }
    }
    if lines.iter().any(|line| !line.generated.is_empty()) {
        let style = BLACK.stroke_width(2);
        let crosses = chart.draw_series(std::iter::empty::<Cross<Point, i32>>())?;
        crosses
            .label("tests; the lines are through generated inputs")
            .legend(move |(x, y)| Cross::new((x + 9, y), 5, style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(path: &str, is_correct: bool, runs: &[(u64, u64)]) -> Subject {
        let run = |&(input_bytes, us): &(u64, u64)| Runs { input_bytes, cpu_us: vec![us], ..Runs::default() };
        Subject {
            path: path.to_owned(),
            language: "cpp".to_owned(),
            is_correct,
            has_own_limit: false,
            factor: 1.0,
            memory_bytes: None,
            runs: runs.iter().map(run).collect(),
            generated: Vec::new(),
            why: None,
        }
    }

    #[test]
    fn a_picture_names_each_solution_with_its_growth() {
        // Times of 1, 2, 4, 8 and so on on sizes of the same ratio, and of the square.
        let right: Vec<(u64, u64)> = (0..6).map(|n| (100 << n, 6000 << n)).collect();
        let slow: Vec<(u64, u64)> = (0..6).map(|n| (100 << n, 6000 << (2 * n))).collect();
        let picture = draw(&[subject("a<b.cpp", true, &right), subject("slow.cpp", false, &slow)]).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
        for label in ["a&lt;b.cpp (correct): size^1.00 ± 0.00", "slow.cpp (too slow): size^2.00 ± 0.00", "1000"] {
            assert!(picture.contains(label), "{label}: {picture}");
        }
        assert!(!picture.contains("generated"), "{picture}");
        let none = Err("no run was measured, so there is nothing to draw".to_owned());
        assert_eq!(draw(&[subject("sol.cpp", true, &[])]), none);
    }

    #[test]
    fn a_line_is_through_generated_inputs_where_there_are_some() {
        let few = [(10, 3000), (900, 5000)];
        let grown: Vec<(u64, u64)> = (0..6).map(|n| (100 << n, 12_000 << n)).collect();
        let generated = subject("a.cpp", true, &grown).runs;
        let picture = draw(&[Subject { generated, ..subject("a.cpp", true, &few) }]).unwrap();
        for label in ["a.cpp (correct): size^1.", "tests; the lines are through generated inputs"] {
            assert!(picture.contains(label), "{label}: {picture}");
        }
    }

    #[test]
    fn what_has_no_exponent_is_drawn_without_one() {
        let grown: Vec<(u64, u64)> = (0..6).map(|n| (100 << n, 6000 << n)).collect();
        let plain = |subject: Subject| {
            let picture = draw(&[subject]).unwrap();
            assert!(picture.contains("a.cpp (correct)") && !picture.contains("size^"), "{picture}");
        };
        plain(subject("a.cpp", true, &grown[..3]));
        plain(Subject { why: Some("it gets WA on test 7".to_owned()), ..subject("a.cpp", true, &grown) });
        let mut noisy = subject("a.cpp", true, &grown);
        noisy.runs[5].cpu_us.push(900_000);
        plain(noisy);
    }
}
