//! Kills over time, as a picture in SVG.

use std::collections::BTreeMap;

use plotters::prelude::*;

use super::{Evaluated, TestMaker};

/// The size of the picture, pixels.
const SIZE: (u32, u32) = (900, 480);
const COLOURS: [RGBColor; TestMaker::ALL.len()] = [
    RGBColor(120, 120, 120),
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 51, 17),
    RGBColor(170, 68, 153),
    RGBColor(136, 34, 85),
    RGBColor(221, 170, 51),
    RGBColor(86, 180, 233),
    RGBColor(102, 51, 0),
];

/// The share of the wrong solutions of all folders that fail by then, for each engine.
///
/// # Errors
/// A sentence when the picture cannot be drawn.
pub fn kills_over_time(evaluated: &[Evaluated], seconds: f64) -> Result<String, String> {
    let mut text = String::new();
    draw(evaluated, seconds, &mut text).map_err(|error| format!("the picture cannot be drawn ({error})"))?;
    Ok(text)
}

fn draw(evaluated: &[Evaluated], seconds: f64, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let mut by_engine: BTreeMap<TestMaker, (usize, Vec<f64>)> = BTreeMap::new();
    for one in evaluated {
        let (n_wrong, kills) = by_engine.entry(one.engine).or_default();
        *n_wrong += one.n_wrong;
        kills.extend(one.kills.iter().map(|kill| kill.seconds));
    }
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .caption("Wrong solutions that fail", ("sans-serif", 20))
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..seconds, 0.0..100.0)?;
    chart.configure_mesh().x_desc("seconds a folder").y_desc("% of all").light_line_style(WHITE).draw()?;
    for (engine, (n_wrong, mut kills)) in by_engine {
        if n_wrong == 0 {
            continue;
        }
        kills.sort_by(f64::total_cmp);
        let colour = COLOURS[TestMaker::ALL.iter().position(|one| *one == engine).unwrap_or(0)];
        let style = colour.stroke_width(2);
        let label = format!("{}, {:.0} %", engine.name(), share(kills.len(), n_wrong));
        chart
            .draw_series(LineSeries::new(steps(&kills, n_wrong, seconds), style))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

fn share(n: usize, of: usize) -> f64 {
    100.0 * n as f64 / of as f64
}

/// The corners of the line: it goes up at each moment at which one falls.
fn steps(kills: &[f64], n_wrong: usize, seconds: f64) -> Vec<(f64, f64)> {
    let mut corners = vec![(0.0, 0.0)];
    for (n, &at) in kills.iter().enumerate() {
        let at = at.min(seconds);
        corners.extend([(at, share(n, n_wrong)), (at, share(n + 1, n_wrong))]);
    }
    corners.push((seconds, share(kills.len(), n_wrong)));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_up_at_each_kill() {
        let corners = steps(&[0.0, 2.0], 4, 10.0);
        assert_eq!(corners, [(0.0, 0.0), (0.0, 0.0), (0.0, 25.0), (2.0, 25.0), (2.0, 50.0), (10.0, 50.0)]);
    }

    #[test]
    fn a_picture_names_each_engine_with_its_share() {
        let one = |engine, n_wrong: usize, kills: &[f64]| Evaluated {
            kills: kills
                .iter()
                .map(|&seconds| super::super::TimedKill { seconds, solution: "a<b.cpp".to_owned() })
                .collect(),
            n_wrong,
            ..Evaluated::nothing(engine)
        };
        let all = [one(TestMaker::Samples, 4, &[0.0]), one(TestMaker::Offline, 4, &[1.0, 2.0, 9.0])];
        let picture = kills_over_time(&all, 10.0).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
        for label in ["samples, 25 %", "offline, 75 %"] {
            assert!(picture.contains(label), "{label}: {picture}");
        }
    }
}
