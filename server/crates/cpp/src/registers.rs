//! Calls of testlib's register functions, which say what a program is.

use problem::facts::{Register, RegisterCall};

use crate::{
    call::Call,
    scope::{Scope, declared_name},
    source::Source,
    walk::Visit,
};

/// The register function of a name.
pub(crate) fn register(name: &str) -> Option<Register> {
    match name {
        "registerGen" => Some(Register::Generator),
        "registerValidation" => Some(Register::Validator),
        "registerTestlibCmd" | "registerTestlib" | "registerLemonChecker" => Some(Register::Checker),
        "registerInteraction" => Some(Register::Interactor),
        "registerScorer" => Some(Register::Scorer),
        _ => None,
    }
}

/// The calls in what the walk has passed so far.
pub(crate) struct Registers<'s> {
    source: &'s Source,
    calls: Vec<RegisterCall>,
    /// The definitions of register functions seen last end here. A call in one hands over to another form of it.
    defined_until: usize,
}

impl<'s> Registers<'s> {
    pub(crate) fn new(source: &'s Source) -> Registers<'s> {
        Registers { source, calls: Vec::new(), defined_until: 0 }
    }

    pub(crate) fn see(&mut self, visit: &Visit<'s>) {
        if visit.kind == "function_definition"
            && declared_name(visit.node).is_some_and(|name| register(self.source.node_text(name)).is_some())
        {
            self.defined_until = self.defined_until.max(visit.end());
        }
    }

    pub(crate) fn see_call(&mut self, call: &Call<'s>) {
        if let Some(register) = register(call.name).filter(|_| !call.on_object)
            && call.span.start >= self.defined_until
        {
            let range = self.source.range(call.span.clone());
            self.calls.push(RegisterCall { register, n_args: call.arguments.len() as u32, range });
        }
    }

    /// The calls in source order.
    pub(crate) fn finish(self) -> Vec<RegisterCall> {
        self.calls
    }
}

/// The call of a register function that looks like a declaration. Nobody declares these functions inside another.
pub(crate) fn disguised<'s>(source: &'s Source, scope: &Scope, visit: &Visit<'s>) -> Option<Call<'s>> {
    Call::disguised(source, visit).filter(|call| register(call.name).is_some() && scope.in_function(call.span.start))
}
