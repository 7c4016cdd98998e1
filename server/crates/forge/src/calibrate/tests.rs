//! Inputs of growing size, by programs whose times are known.

use std::time::Duration;

use expect_test::expect_file;
use problem::calibrate::GrowthInputs;
use schemars::generate::SchemaSettings;

use super::{CalibrateOptions, Calibration, calibrate};
use crate::rig::{Rig, with};

/// A linear and a quadratic solution, whose tests are a small one and one of four numbers.
const ROWS: &str = r#"
-- touchstone.toml --
main = "sol.cpp"
[limits]
time_ms = 1000
memory_mb = 64
-- sol.cpp --
// does: power 1
int main() {}
-- tle_square.cpp --
// does: power 2
int main() {}
-- gen.cpp --
#include "testlib.h"
// does: ones
int main(int argc, char *argv[]) { registerGen(argc, argv, 1); }
-- val.cpp --
#include "testlib.h"
// does: few 700
int main(int argc, char *argv[]) { registerValidation(argc, argv); }
-- script.txt --
gen 4 > $
-- samples/1.in --
1 2
-- samples/1.ans --
3
"#;

fn calibrated(files: &str, growing: Duration) -> Calibration {
    let rig = Rig::new(files);
    let options = CalibrateOptions { n_runs: 3, ratio_ac: None, ratio_tle: None, ratio_memory: 2.0, growing };
    let calibration = calibrate(&rig.engine, &rig.loaded(), &options, &mut |_| {});
    calibration.unwrap_or_else(|error| panic!("{error}"))
}

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn a_number_that_makes_inputs_larger_is_doubled_up_to_the_bound() {
    let calibration = calibrated(ROWS, MINUTE);
    let generated = calibration.generated.as_ref().expect("the tests are too few");
    let commands: Vec<&str> = generated.inputs.iter().map(|input| input.command.as_str()).collect();
    let sizes = ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "700"];
    assert_eq!(commands, sizes.map(|size| format!("gen {size}")));
    assert_eq!((generated.inputs[10].input_bytes, generated.is_cut), (1400, false));
    assert!(generated.notes.is_empty(), "{generated:?}");
    let [right, slow] = &calibration.advice.solutions[..] else { panic!("there are two") };
    // 1 ms to start and 0.05 ms for each number, or for each pair of them.
    for (timed, exponent) in [(right, 1.0), (slow, 2.0)] {
        let growth = timed.growth.as_ref().expect("it grows");
        assert_eq!(growth.inputs, GrowthInputs::Generated);
        assert!((growth.exponent - exponent).abs() < 0.05, "{growth:?}");
        assert!(growth.points.iter().all(|point| point.input.starts_with("gen ")), "{growth:?}");
    }
    assert_eq!(calibration.advice.growth_tells_apart, Some(true));
    let words = calibration.words();
    for said in [
        "on 5 generated inputs",
        "Generated inputs tell the classes apart",
        "so 11 inputs were generated, by `gen 1` to `gen 700`, of 2 to 1400 bytes; they are no tests.",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    // What follows for limits rests on the tests alone.
    assert_eq!((right.test.as_deref(), calibration.advice.time_limit_ms), (Some("2"), Some(100)));
}

#[test]
fn where_nothing_can_be_generated_it_is_said() {
    let note = |files: &str| {
        let calibration = calibrated(files, MINUTE);
        let generated = calibration.generated.as_ref().expect("the tests are too few");
        assert!(generated.inputs.is_empty() && calibration.advice.growth_tells_apart.is_none(), "{generated:?}");
        assert!(calibration.words().contains("The tests cannot say whether what is too slow grows faster"));
        generated.notes.clone()
    };
    let bare = with(
        ROWS,
        "-- val.cpp --\n#include \"testlib.h\"\n// does: few 700\nint main(int argc, char *argv[]) { registerValidation(argc, argv); }\n",
        "",
    );
    assert_eq!(note(&bare), ["no validator says which inputs are valid, so none were generated"]);
    let fixed = with(ROWS, "gen 4 > $\n", "gen four > $\n").replace("does: ones", "does: plain");
    assert_eq!(
        note(&fixed),
        ["no call of a generator has a number that makes its inputs larger, so none were generated"]
    );
    let narrow = with(ROWS, "few 700", "few 4");
    assert_eq!(note(&narrow), ["fewer than 4 inputs of different sizes could be generated"]);
}

#[test]
fn time_that_is_over_is_said() {
    let calibration = calibrated(ROWS, Duration::from_nanos(1));
    assert!(calibration.generated.as_ref().is_some_and(|generated| generated.is_cut), "{calibration:?}");
    assert!(calibration.words().contains("The time for generated inputs was over before all runs were made."));
    assert!(calibrated(ROWS, Duration::ZERO).generated.is_none());
}

#[test]
fn the_schema_is_committed() {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<Calibration>().to_value();
    expect_file!["../../../problem/schemas/calibration.schema.json"].assert_eq(&format!("{schema:#}\n"));
}
