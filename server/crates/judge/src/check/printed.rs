//! Checkers and managers that print what they think of an output, rather than to end with it.

use checkers::OutcomeKind;
use problem::{
    executor::{ExitStatus, RunResult},
    state::CheckerResult,
};

use super::{
    runner::CachingRunner,
    tools::{MAX_TOLD, printed_share},
};
use crate::words::{ending_with, gist};

/// Exit codes above this are a failure of the judge.
const MOST_EXIT_CODE: i32 = 2;

/// What a checker of SIO2 says: `OK` or `WRONG` on the first line, a comment on the second, and on the third the share of the
/// points in percent. What is not `OK` is wrong.
pub(super) fn of_sinol(runner: &CachingRunner<'_>, result: &RunResult) -> CheckerResult {
    let said = runner.words(result);
    let crashed = !matches!(result.status, ExitStatus::Exited(0..=MOST_EXIT_CODE));
    if crashed {
        let message = ending_with(result.status, &said);
        return CheckerResult { crashed: true, ..CheckerResult::of(OutcomeKind::Fail, message) };
    }
    let printed = runner.executor.get(result.stdout.digest).unwrap_or_default();
    let printed = String::from_utf8_lossy(&printed);
    let mut lines = printed.lines().map(str::trim);
    let is_ok = lines.next() == Some("OK");
    let comment = gist(lines.next().unwrap_or_default());
    let message = if comment.is_empty() && !is_ok { said } else { comment };
    let kind = if is_ok { OutcomeKind::Ok } else { OutcomeKind::Wa };
    let percent = lines.next().filter(|line| is_ok && !line.is_empty());
    match percent.map(share) {
        Some(None) => {
            let written = gist(percent.unwrap_or_default());
            let message = format!("the third line is `{written}`, where a number of percent is wanted");
            CheckerResult::of(OutcomeKind::Fail, message)
        }
        Some(share) => CheckerResult { share, ..CheckerResult::of(kind, message) },
        None => CheckerResult::of(kind, message),
    }
}

/// What a manager says: the share of the points on the first line of its standard output, words on the first line of the other
/// one; or, where a checker reads what it printed, that it came to its end.
pub(super) fn of_manager(runner: &CachingRunner<'_>, result: &RunResult, is_checked: bool) -> CheckerResult {
    let message = runner.words(result);
    if result.status != ExitStatus::Exited(0) {
        let message = ending_with(result.status, &message);
        return CheckerResult { crashed: true, ..CheckerResult::of(OutcomeKind::Fail, message) };
    }
    if is_checked {
        return CheckerResult::of(OutcomeKind::Ok, message);
    }
    let Some(share) = printed_share(runner, result).filter(|share| (0.0..=1.0).contains(share)) else {
        let printed = runner.executor.get(result.stdout.digest).unwrap_or_default();
        let printed = gist(&String::from_utf8_lossy(&printed[..printed.len().min(MAX_TOLD)]));
        let message = format!("the manager printed `{printed}`, where a number from 0 to 1 is wanted");
        return CheckerResult::of(OutcomeKind::Fail, message);
    };
    let kind = match share {
        1.0.. => OutcomeKind::Ok,
        0.0 => OutcomeKind::Wa,
        _ => OutcomeKind::Points,
    };
    CheckerResult { share: Some(share), ..CheckerResult::of(kind, message) }
}

/// Percent, as a number or a fraction, as a share.
fn share(written: &str) -> Option<f64> {
    let number = match written.split_once('/') {
        Some((above, below)) => above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?,
        None => written.parse().ok()?,
    };
    let share = number / 100.0;
    (0.0..=1.0).contains(&share).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn percent() {
        assert_eq!(
            [share("100"), share("0"), share("45"), share("100/4")],
            [Some(1.0), Some(0.0), Some(0.45), Some(0.25)]
        );
        assert_eq!([share("101"), share("-1"), share("x"), share("1/0"), share("nan")], [None; 5]);
    }
}
