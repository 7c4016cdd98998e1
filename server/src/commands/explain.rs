//! `touchstone explain`

use problem::finding::{Code, reference};

use super::FOUND_NOTHING;
use crate::{args::Explain, output};

pub(crate) fn run(explain: &Explain) -> anyhow::Result<u8> {
    let code: Code = explain.code.trim().parse().map_err(|_| {
        let codes: Vec<String> = Code::NAMED.iter().map(ToString::to_string).collect();
        anyhow::anyhow!(
            "`{}` is no finding code; the codes are {} and testlib-01 to testlib-{}",
            explain.code,
            codes.join(", "),
            Code::N_TESTLIB
        )
    })?;
    output::line(reference(code).trim());
    Ok(FOUND_NOTHING)
}
