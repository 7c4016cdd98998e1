//! How the tools of a problem are called: with which program, if it is built, and which arguments.

use std::{collections::BTreeMap, sync::Arc};

use checkers::kattis::KattisFlags;
use problem::model::{CheckerKind, TestIdx, ValidatorInput};

use super::{
    solution_run::InteractorCall,
    tools::{Call, OutputChecker, ValidatorCall},
    validator_reads,
    work::WorkMaker,
};

impl WorkMaker<'_> {
    /// testlib's options go only to validators that take them.
    pub(super) fn validator_call(
        &self,
        validator: usize,
        testset: &str,
        group: Option<&str>,
        more: &[String],
    ) -> Option<ValidatorCall> {
        let described = &self.shared.problem.validators[validator];
        if let Some(description) = &self.descriptions[described.program] {
            return Some(ValidatorCall::Checktestdata(Arc::clone(description)));
        }
        let program = self.runnable(described.program)?;
        let mut args = Vec::new();
        if described.takes_options {
            args.extend(["--testset".to_owned(), testset.to_owned()]);
            args.extend(group.into_iter().flat_map(|group| ["--group".to_owned(), group.to_owned()]));
            if self.writes_overview[validator] {
                args.extend([validator_reads::OPTION.to_owned(), validator_reads::OVERVIEW.to_owned()]);
            }
        }
        args.extend(described.input.args(more));
        Some(ValidatorCall::Program {
            call: Call { program, args },
            protocol: described.protocol,
            input: described.input.clone(),
            files: BTreeMap::new(),
        })
    }

    /// The interactor with the arguments of a test: outer `None` when it is not built, inner `None` when there is none.
    pub(super) fn interactor(&self, test: TestIdx) -> Option<Option<InteractorCall>> {
        let Some(interactor) = self.shared.problem.interactor else { return Some(None) };
        let program = self.runnable(interactor.program)?;
        let args = self.shared.problem.tests[test].checker_args.clone();
        let is_checked = self.shared.problem.checker.kind != CheckerKind::Interactor;
        Some(Some(InteractorCall { call: Call { program, args }, protocol: interactor.protocol, is_checked }))
    }

    /// The validators of answers that can be run.
    pub(super) fn answer_validators(&self) -> Vec<ValidatorCall> {
        let calls = self.shared.problem.answer_validators.iter().filter_map(|validator| {
            if let Some(description) = &self.descriptions[validator.program] {
                return Some(ValidatorCall::Checktestdata(Arc::clone(description)));
            }
            let call = Call { program: self.runnable(validator.program)?, args: Vec::new() };
            let (protocol, input) = (validator.protocol, ValidatorInput::Stdin);
            Some(ValidatorCall::Program { call, protocol, input, files: BTreeMap::new() })
        });
        calls.collect()
    }

    /// What to ask about an output: outer `None` when it is not built, inner `None` when nobody is to be asked.
    pub(super) fn output_checker(&self, args: &[String]) -> Option<Option<OutputChecker>> {
        let further = self.shared.problem.further_checkers.iter().map(|checker| {
            let call = Call { program: self.runnable(checker.program)?, args: args.to_vec() };
            Some(OutputChecker::Program { call, protocol: checker.protocol })
        });
        let further = further.collect::<Option<Vec<OutputChecker>>>()?;
        let first = self.first_output_checker(args)?;
        Some(first.map(|first| match further.is_empty() {
            true => first,
            false => OutputChecker::All { first: Box::new(first), further },
        }))
    }

    fn first_output_checker(&self, args: &[String]) -> Option<Option<OutputChecker>> {
        Some(match &self.shared.problem.checker.kind {
            CheckerKind::Standard(standard) => Some(OutputChecker::Standard(*standard)),
            // A test's own flags are the whole list; flags that cannot be read were reported with the manifest.
            CheckerKind::KattisDefault(flags) if args.is_empty() => Some(OutputChecker::Kattis(flags.clone())),
            CheckerKind::KattisDefault(flags) => {
                Some(OutputChecker::Kattis(KattisFlags::parse(args).unwrap_or_else(|_| flags.clone())))
            }
            CheckerKind::Interactor => None,
            CheckerKind::Program { program, protocol } => {
                let program = self.runnable(*program)?;
                let call = Call { program, args: args.to_vec() };
                Some(OutputChecker::Program { call, protocol: *protocol })
            }
        })
    }
}
