//! Running a template.

use super::{
    Dialect, Limit, Output,
    expression::{self, Expression, Fault, Items, NumberFormat, Value},
    node::{Branch, Condition, Hole, List, Names, Node},
    scope::{Iteration, Scope},
};
use crate::source::{Messages, Span};

/// Bytes that a script may write, captured blocks included.
const MAX_OUTPUT: usize = 16 << 20;

/// Writes what the nodes say; what cannot be computed is reported and leaves a gap.
pub(super) fn run(
    text: &str,
    nodes: &[Node],
    dialect: &dyn Dialect,
    errors: &mut Messages,
    notes: &mut Messages,
) -> Result<Output, Limit> {
    let (scope, output) = (Scope::new(notes), Output::default());
    let mut runner = Runner { text, dialect, errors, scope, output, n_written: 0, depth: 0, pending: Vec::new() };
    runner.nodes(nodes)?;
    Ok(runner.output)
}

struct Runner<'a> {
    text: &'a str,
    dialect: &'a dyn Dialect,
    errors: &'a mut Messages,
    scope: Scope<'a>,
    output: Output,
    n_written: usize,
    /// How many captured blocks are open; marks in them mean nothing.
    depth: usize,
    /// Sequences of lists whose `<#items>` is still to come.
    pending: Vec<Items>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
}

impl Runner<'_> {
    fn nodes(&mut self, nodes: &[Node]) -> Result<Flow, Limit> {
        for node in nodes {
            let flow = self.node(node)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn node(&mut self, node: &Node) -> Result<Flow, Limit> {
        self.scope.spend(1)?;
        match node {
            Node::Text(span) => {
                self.pay_for_output(span.end - span.start)?;
                self.output.literal(*span, self.text);
            }
            Node::Interpolation { value, span } => self.interpolation(value, *span)?,
            Node::Mark(mark) if self.depth == 0 => self.output.mark(*mark),
            Node::Mark(_) => {}
            Node::List(list) => return self.list(list),
            Node::Items { names, body, span } => {
                let Some(items) = self.pending.pop() else {
                    self.errors.say(*span, "`<#items>` needs a list without `as` around it; write `<#list … as x>`");
                    return Ok(Flow::Next);
                };
                let result = self.iterate(&items, names, body, *span);
                self.pending.push(items);
                result?;
            }
            Node::Sep(body) => {
                if self.scope.loops.last().is_some_and(|iteration| iteration.has_next) {
                    return self.nodes(body);
                }
            }
            Node::If { branches, hole } => return self.branches(branches, *hole),
            Node::Assign(assignments) => {
                for assignment in assignments {
                    let value = self.value(&assignment.value)?;
                    self.scope.assign(&assignment.name, value);
                }
            }
            Node::Capture { name, body } => return self.capture(name, body),
            Node::Setting { name, value } => self.setting(name, value)?,
            Node::Break => return Ok(Flow::Break),
            Node::Continue => return Ok(Flow::Continue),
            Node::Gap(hole) => self.output.hole(*hole),
            Node::Forget(names) => names.iter().for_each(|name| self.scope.assign(name, None)),
        }
        Ok(Flow::Next)
    }

    /// The value, or nothing after a report.
    fn value(&mut self, expression: &Expression) -> Result<Option<Value>, Limit> {
        self.scope.here = expression.span();
        let result = expression::evaluate(expression, &mut self.scope);
        self.reported(result)
    }

    fn reported<T>(&mut self, result: Result<T, Fault>) -> Result<Option<T>, Limit> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Fault::Broken) => Ok(None),
            Err(Fault::Missing(span, message) | Fault::Wrong(span, message)) => {
                self.errors.say(span, message);
                Ok(None)
            }
            Err(Fault::Limit(limit)) => Err(limit),
        }
    }

    fn interpolation(&mut self, expression: &Expression, span: Span) -> Result<(), Limit> {
        self.scope.here = expression.span();
        let printed = expression::evaluate(expression, &mut self.scope)
            .and_then(|value| expression::printed(&value, expression.span(), &mut self.scope));
        match self.reported(printed)? {
            Some(text) => {
                self.pay_for_output(text.len())?;
                self.output.computed(span, &text);
            }
            None => self.output.hole(Hole::SMALL),
        }
        Ok(())
    }

    fn pay_for_output(&mut self, length: usize) -> Result<(), Limit> {
        self.n_written += length;
        if self.n_written > MAX_OUTPUT {
            return Err(self.scope.limit("the script writes more than 16 MiB; shorten its loops"));
        }
        Ok(())
    }

    fn list(&mut self, list: &List) -> Result<Flow, Limit> {
        let Some(value) = self.value(&list.head.sequence)? else {
            self.output.hole(list.hole);
            return Ok(Flow::Next);
        };
        let Some(items) = value.items() else {
            let message = format!("{} cannot be listed; write a sequence or a range such as `1..10`", value.what());
            self.errors.say(list.head.sequence.span(), message);
            self.output.hole(list.hole);
            return Ok(Flow::Next);
        };
        if !items.has(0) {
            return self.nodes(&list.otherwise);
        }
        let Some(names) = &list.head.names else {
            self.pending.push(items);
            let result = self.nodes(&list.body);
            self.pending.pop();
            return result.map(|_| Flow::Next);
        };
        self.iterate(&items, names, &list.body, list.span)?;
        Ok(Flow::Next)
    }

    fn iterate(&mut self, items: &Items, names: &Names, body: &[Node], span: Span) -> Result<(), Limit> {
        for index in 0.. {
            let Some((value, second)) = items.get(index) else {
                break;
            };
            let has_next = items.has(index + 1);
            self.scope.loops.push(Iteration { names: names.clone(), value, second, index, has_next, span });
            let start = self.output.len();
            self.scope.spend(1)?;
            let flow = self.nodes(body)?;
            self.end_iteration(start)?;
            self.scope.loops.pop();
            if flow == Flow::Break {
                break;
            }
        }
        Ok(())
    }

    /// Ends the line when the iteration that wrote from byte `start` wrote what makes it complete.
    fn end_iteration(&mut self, start: usize) -> Result<(), Limit> {
        let (line_start, line) = self.output.current_line();
        let from = start.max(line_start);
        let new = self.output.since(from);
        self.scope.spend((new.len() / 64) as u64)?;
        if !new.contains('>') {
            return Ok(());
        }
        self.scope.spend((line.len() / 8) as u64)?;
        if self.dialect.ends_line(line, from - line_start) {
            self.output.end_line();
        }
        Ok(())
    }

    fn branches(&mut self, branches: &[Branch], hole: Hole) -> Result<Flow, Limit> {
        for Branch { condition, body } in branches {
            let is_true = match condition {
                Condition::Otherwise => Some(true),
                Condition::Unknown => None,
                Condition::When(expression) => self.condition(expression)?,
            };
            match is_true {
                Some(true) => return self.nodes(body),
                Some(false) => {}
                None => {
                    self.output.hole(hole);
                    return Ok(Flow::Next);
                }
            }
        }
        Ok(Flow::Next)
    }

    fn condition(&mut self, expression: &Expression) -> Result<Option<bool>, Limit> {
        match self.value(expression)? {
            Some(Value::Boolean(value)) => Ok(Some(value)),
            Some(other) => {
                let message =
                    format!("the condition is {}; compare it with something, and write `gt` for `>`", other.what());
                self.errors.say(expression.span(), message);
                Ok(None)
            }
            None => Ok(None),
        }
    }

    fn capture(&mut self, name: &str, body: &[Node]) -> Result<Flow, Limit> {
        let outside = std::mem::take(&mut self.output);
        self.depth += 1;
        let flow = self.nodes(body);
        self.depth -= 1;
        let captured = std::mem::replace(&mut self.output, outside);
        self.scope.assign(name, captured.into_text().map(Value::text));
        flow
    }

    fn setting(&mut self, name: &str, value: &Expression) -> Result<(), Limit> {
        let setting = self.value(value)?;
        match (name, setting) {
            ("number_format" | "numberFormat", Some(Value::Text(format))) => match NumberFormat::parse(&format) {
                Some(format) => self.scope.set_number_format(format),
                None => self.errors.say(
                    value.span(),
                    "this number format is not supported; use `computer`, or `0`, `#`, `,` and `.` only",
                ),
            },
            ("number_format" | "numberFormat", Some(_)) => {
                self.errors.say(value.span(), "a number format is a string; put it in quotes");
            }
            (_, Some(_)) => self.scope.note(value.span(), "this setting has no effect here; remove it"),
            (_, None) => {}
        }
        Ok(())
    }
}
