//! Why a tool failed, in its own words: it is run once more and asked to write a record of it.
//!
//! If every run wrote a record, every run would make, fetch and keep a file more, and have it in its key. Failures are
//! few, and their second run is kept with the first. A compiler names files by the relative paths it is given, so a
//! record holds no path outside the folder. An interactor is not asked: that would run the solution once more.
//!
//! Invariant: runs that go well are never asked why. A record is believed only if the second run ended as the first did.

use checkers::OutcomeKind;
use problem::{
    executor::{Action, ExecutorError, ExitStatus},
    trace::{Fail, Trace},
};

use super::{counts::Purpose, runner::CachingRunner};

/// Where a program built with our testlib.h is to leave its record.
pub(crate) const VARIABLE: &str = "TESTLIB_TRACE";
pub(super) const RECORD: &str = "testlib.trace";
/// How validators of packages say no.
const NO_OF_KATTIS: i32 = 43;
/// A record of a failure alone is never this long; what a program wrote beyond it is not looked at.
const MAX_BYTES: usize = 1 << 20;

/// What a second run came to.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// The record, if the program wrote one.
    pub(super) failure: Option<Box<Fail>>,
    /// A third run would say the same.
    pub(super) is_lasting: bool,
}

/// Asks for the record of a run that ended with `status`.
pub(super) fn explain(
    runner: &CachingRunner<'_>,
    purpose: Purpose,
    mut run: Action,
    status: ExitStatus,
) -> Result<Explained, ExecutorError> {
    if !may_explain(&run, status) {
        return Ok(Explained { failure: None, is_lasting: true });
    }
    run.env.insert(VARIABLE.to_owned(), RECORD.to_owned());
    run.outputs = vec![RECORD.to_owned()];
    let result = runner.run(purpose, run)?;
    let is_lasting = runner.is_lasting(result.status);
    let record = result.files.get(RECORD).filter(|_| result.status == status);
    let bytes = record.and_then(|blob| runner.executor.get(blob.digest));
    let failure = bytes.and_then(|bytes| Trace::parse(&bytes[..bytes.len().min(MAX_BYTES)], b"").fail().cloned());
    let failure = failure.map(|fail| Box::new(fail.clipped()));
    Ok(Explained { failure, is_lasting })
}

/// Only what was compiled may have been built with testlib.h, which has codes of its own for failures; in packages of Kattis
/// one of theirs stands for them.
fn may_explain(run: &Action, status: ExitStatus) -> bool {
    let is_failure = match status {
        ExitStatus::Exited(code) => code == NO_OF_KATTIS || code != 0 && OutcomeKind::of_exit_code(code).is_some(),
        ExitStatus::Signalled(_) | ExitStatus::Killed(_) | ExitStatus::NotStarted(_) | ExitStatus::Unmeasured => false,
    };
    is_failure && run.inputs.values().any(|file| file.executable)
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        sync::{Arc, Mutex},
    };

    use problem::{
        executor::{Exceeded, Executor as _, InputFile},
        model::{LineEnds, Protocol, ValidatorInput},
        path::AbsPath,
        state::Validation,
    };
    use testkit::executor::{Behaviour, ScriptedExecutor};

    use super::*;
    use crate::{
        check::tools::{Call, ValidatorCall, validate},
        compile::Runnable,
        disk::folder::DiskFolder,
        store::Store,
        sync::lock,
    };

    const REJECTS: ExitStatus = ExitStatus::Exited(3);
    const LINE: &[u8] =
        br#"{"v":1,"kind":"fail","verdict":"fail","message":"m","file":"./val.cpp","line":4,"column":9}"#;

    /// What a validator says, twice over, and how often it was run plainly and asked for its record. It ends with one
    /// status at first and with the other where it is asked.
    fn asked(is_compiled: bool, first: ExitStatus, when_asked: ExitStatus) -> ([Option<Validation>; 2], [usize; 2]) {
        asked_by(Protocol::Testlib, true, is_compiled, first, when_asked)
    }

    /// The same for a validator that answers in another way, and may not use our testlib.h.
    fn asked_by(
        protocol: Protocol,
        has_record: bool,
        is_compiled: bool,
        first: ExitStatus,
        when_asked: ExitStatus,
    ) -> ([Option<Validation>; 2], [usize; 2]) {
        let scratch = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(&AbsPath::new(scratch.path().join("cache")).unwrap()).unwrap());
        let folder = DiskFolder::open(scratch.path(), Arc::clone(&store)).unwrap();
        let counted = Arc::new(Mutex::new([0, 0]));
        let counter = Arc::clone(&counted);
        let executor = ScriptedExecutor::new(move |action, _| {
            let is_asked = action.env.contains_key(VARIABLE) && action.env.len() == 1;
            lock(&counter)[usize::from(is_asked)] += 1;
            let files = has_record.then(|| (RECORD.to_owned(), LINE.to_vec())).into_iter().collect();
            Behaviour { status: if is_asked { when_asked } else { first }, files, ..Behaviour::prints("") }
        });
        let program = executor.put(b"program").unwrap();
        let runner = CachingRunner::new(&folder, &store, &executor, LineEnds::Keep, Arc::default());
        let program = Runnable {
            args: vec!["./val".to_owned()],
            inputs: BTreeMap::from([("val".to_owned(), InputFile { blob: program, executable: is_compiled })]),
            identity: program.digest,
            ..Runnable::default()
        };
        let call = Call { program: Arc::new(program), args: Vec::new() };
        let call = ValidatorCall::Program { call, protocol, input: ValidatorInput::Stdin, files: BTreeMap::new() };
        let input = executor.put(b"5").unwrap();
        let said = [(); 2].map(|()| validate(&runner, &call, input).ok());
        let counts = *lock(&counted);
        (said, counts)
    }

    fn line(said: &Option<Validation>) -> Option<u32> {
        Some(said.as_ref()?.failure.as_ref()?.site.as_ref()?.line)
    }

    #[test]
    fn a_rejection_is_explained_once_and_kept() {
        let (said, counts) = asked(true, REJECTS, REJECTS);
        assert_eq!(said.each_ref().map(line), [Some(4), Some(4)]);
        assert_eq!(counts, [1, 1]);
    }

    #[test]
    fn a_validator_that_answers_as_packages_want_it_is_asked_where_it_uses_testlib() {
        let no = ExitStatus::Exited(NO_OF_KATTIS);
        for (has_record, explained, counts) in [(true, Some(4), [1, 1]), (false, None, [1, 0])] {
            let (said, asked) = asked_by(Protocol::Kattis, has_record, true, no, no);
            assert_eq!((said.each_ref().map(line), asked), ([explained; 2], counts));
        }
    }

    #[test]
    fn what_cannot_explain_is_not_asked() {
        let signal = ExitStatus::Signalled(6);
        for (is_compiled, status) in [(true, ExitStatus::Exited(0)), (false, REJECTS), (true, signal)] {
            let (said, counts) = asked(is_compiled, status, status);
            assert_eq!(said.each_ref().map(line), [None, None], "{status:?}");
            assert_eq!(counts, [1, 0], "{status:?}");
        }
    }

    #[test]
    fn a_second_run_that_ends_otherwise_is_not_believed() {
        let (said, counts) = asked(true, REJECTS, ExitStatus::Exited(0));
        assert_eq!(said.each_ref().map(line), [None, None]);
        assert_eq!(counts, [1, 1]);
        let (said, counts) = asked(true, REJECTS, ExitStatus::Killed(Exceeded::Wall));
        assert_eq!(said.each_ref().map(line), [None, None]);
        assert_eq!(counts, [2, 2], "a machine that was too busy may have time later");
    }
}
