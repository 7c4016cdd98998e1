//! `touchstone explain`

use problem::finding::{Code, reference};

use super::FOUND_NOTHING;
use crate::{args::Explain, output};

pub(crate) fn run(explain: &Explain) -> anyhow::Result<u8> {
    // As it is pasted from the output: `error[test-invalid]`.
    let word = explain.code.rsplit('[').next().unwrap_or_default().trim_matches([']', ' ']).to_ascii_lowercase();
    let word = word.as_str();
    let code: Code = word.parse().map_err(|_| anyhow::anyhow!("{}", unknown(word)))?;
    output::line(reference(code).trim());
    Ok(FOUND_NOTHING)
}

fn unknown(word: &str) -> String {
    match Code::nearest(word) {
        Some(code) => format!("`{word}` is no finding code; did you mean `{code}`?"),
        None => {
            let codes: Vec<String> = Code::NAMED.iter().map(ToString::to_string).collect();
            format!(
                "`{word}` is no finding code; the codes are {} and testlib-01 to testlib-{}",
                codes.join(", "),
                Code::N_TESTLIB
            )
        }
    }
}
