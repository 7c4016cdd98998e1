//! Runs of validators with testlib that write inputs.

use std::sync::Arc;

use judge::{cases::CaseRunner, inputs::InputRun};

/// A run of a validator with testlib that writes inputs, with this in its environment and these files.
pub(super) fn backwards_run<const N: usize>(
    program: &Arc<CaseRunner>,
    env: [(&str, String); N],
    files: Vec<(String, Vec<u8>)>,
) -> InputRun {
    let calls = vec![(Arc::clone(program), Vec::new())];
    let env = env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    InputRun { calls, env, files, ..InputRun::default() }
}

/// The inputs of what a run wrote.
pub(super) fn separated(written: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    written.iter().flat_map(|bytes| split(bytes)).map(<[u8]>::to_vec).collect()
}

/// The inputs that a run wrote, each behind a line with its size.
fn split(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|size| size.parse::<usize>().ok());
        let Some(input) = size.and_then(|size| bytes.get(end + 1..end + 1 + size)) else { break };
        found.push(input);
        bytes = &bytes[end + 1 + input.len()..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_stand_behind_their_sizes() {
        let all = |bytes: &'static [u8]| split(bytes).into_iter().map(String::from_utf8_lossy).collect::<Vec<_>>();
        assert_eq!(all(b"4\n1\n2\n2\n5\n"), ["1\n2\n", "5\n"]);
        // One that is cut off is none.
        assert_eq!(all(b"2\n5\n9\n7"), ["5\n"]);
        assert!(all(b"").is_empty() && all(b"x\n").is_empty());
    }
}
