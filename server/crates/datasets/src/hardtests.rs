//! Rows of HardTests: sigcp/hardtests_problems and sigcp/hardtests_tests, or both joined by `pid`.
//!
//! The kit stands flat, as the converter writes it, or below `input_generation`, as the card has it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    Functions, Judge, Kind, Origin, Row, RowError, Test, Tool,
    loose::{self, Extra, Pair, Programs, said},
    packed::{self, MAX_UNPACKED, PackedError},
};

/// One row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct HardTests {
    #[serde(deserialize_with = "loose::word")]
    pid: String,
    question_content: Option<String>,
    solutions: Option<Programs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incorrect_solutions: Option<Programs>,
    #[serde(deserialize_with = "loose::nullable")]
    test_cases_kit: Option<Kit>,
    #[serde(deserialize_with = "loose::nullable")]
    mapping: Option<Mapping>,
    test_cases: Option<Packed>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "loose::nullable")]
    touchstone: Option<Extra>,
}

/// Tests, encoded or as they are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Packed {
    Text(String),
    List(Vec<Pair>),
}

impl Packed {
    /// The tests.
    pub(super) fn pairs(this: Option<Packed>) -> Result<Vec<Pair>, PackedError> {
        let text = match this {
            None => return Ok(Vec::new()),
            Some(Packed::List(list)) => return Ok(list),
            Some(Packed::Text(text)) if text.trim().is_empty() => return Ok(Vec::new()),
            // Not encoded after all.
            Some(Packed::Text(text)) if text.trim_start().starts_with('[') => text,
            Some(Packed::Text(text)) => packed::unpack(&text, MAX_UNPACKED)?,
        };
        serde_json::from_str(&text).map_err(|error| PackedError::Json(error.to_string()))
    }

    /// Tests, encoded.
    pub(super) fn of(pairs: &[Pair]) -> Result<Packed, RowError> {
        Ok(Packed::Text(packed::pack(&serde_json::to_string(pairs)?)))
    }
}

/// What made the tests.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
struct Kit {
    #[serde(rename = "pid", deserialize_with = "loose::word")]
    pid: String,
    #[serde(rename = "LLMGen", deserialize_with = "loose::lines")]
    llm_gen: Vec<String>,
    #[serde(rename = "RPGen", deserialize_with = "loose::nullable")]
    rp_gen: Option<Generator>,
    #[serde(rename = "SPGen", deserialize_with = "loose::nullable")]
    sp_gen: Option<Generator>,
    #[serde(deserialize_with = "loose::nullable")]
    hack_gen: Option<Generator>,
    #[serde(rename = "input_validator", alias = "input_validating_function", deserialize_with = "loose::nullable")]
    input_validator: Option<String>,
    #[serde(rename = "output_judging_function", deserialize_with = "loose::nullable")]
    output_judging_function: Option<String>,
    #[serde(rename = "input_generation", skip_serializing, deserialize_with = "loose::nullable")]
    input_generation: Option<Box<Kit>>,
}

impl Kit {
    /// The same with everything flat.
    fn flat(mut self) -> Kit {
        if let Some(nested) = self.input_generation.take() {
            let nested = nested.flat();
            if self.llm_gen.is_empty() {
                self.llm_gen = nested.llm_gen;
            }
            self.rp_gen = self.rp_gen.or(nested.rp_gen);
            self.sp_gen = self.sp_gen.or(nested.sp_gen);
            self.hack_gen = self.hack_gen.or(nested.hack_gen);
            self.input_validator = self.input_validator.or(nested.input_validator);
            self.output_judging_function = self.output_judging_function.or(nested.output_judging_function);
        }
        self
    }
}

/// Functions in Python.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Generator {
    #[serde(deserialize_with = "loose::nullable")]
    code: Option<String>,
    #[serde(deserialize_with = "loose::lines")]
    func_names: Vec<String>,
}

/// Which tests come from which kind of generator, by their numbers from 0 (HTG-18); of the latter three a list for each
/// function.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Mapping {
    #[serde(rename = "LLMGen")]
    llm_gen: Vec<usize>,
    #[serde(rename = "RPGen")]
    rp_gen: Vec<Vec<usize>>,
    #[serde(rename = "SPGen")]
    sp_gen: Vec<Vec<usize>>,
    #[serde(rename = "HackGen")]
    hack_gen: Vec<Vec<usize>>,
}

impl Mapping {
    /// Says of tests where they come from.
    fn apply(&self, tests: &mut [Test], kit: &Kit) {
        let mut set = |numbers: &[usize], origin: &Origin| {
            for &number in numbers {
                if let Some(test) = tests.get_mut(number) {
                    test.origin = Some(origin.clone());
                }
            }
        };
        set(&self.llm_gen, &Origin::Direct);
        self.rp_gen.iter().for_each(|numbers| set(numbers, &Origin::Random));
        for (function, numbers) in self.sp_gen.iter().enumerate() {
            set(numbers, &Origin::Special(label(kit.sp_gen.as_ref(), function)));
        }
        for (function, numbers) in self.hack_gen.iter().enumerate() {
            set(numbers, &Origin::Hack(label(kit.hack_gen.as_ref(), function)));
        }
    }

    /// Where the tests of a row come from.
    fn of(tests: &[Test]) -> Mapping {
        let mut mapping = Mapping::default();
        let (mut special, mut hack): (BTreeMap<&str, usize>, BTreeMap<&str, usize>) = Default::default();
        for (number, test) in tests.iter().enumerate() {
            match &test.origin {
                None => {}
                Some(Origin::Direct) => mapping.llm_gen.push(number),
                Some(Origin::Random) => list(&mut mapping.rp_gen, 0).push(number),
                Some(Origin::Special(label)) => {
                    let next = special.len();
                    list(&mut mapping.sp_gen, *special.entry(label).or_insert(next)).push(number);
                }
                Some(Origin::Hack(label)) => {
                    let next = hack.len();
                    list(&mut mapping.hack_gen, *hack.entry(label).or_insert(next)).push(number);
                }
            }
        }
        mapping
    }
}

/// The list of this number, of as many as it takes.
fn list(lists: &mut Vec<Vec<usize>>, number: usize) -> &mut Vec<usize> {
    lists.resize_with(lists.len().max(number + 1), Vec::new);
    &mut lists[number]
}

/// What a function is for, by its name: `yes` of `gen_stratified_input_yes`; else its number from 1.
fn label(generator: Option<&Generator>, function: usize) -> String {
    let name = generator.and_then(|generator| generator.func_names.get(function));
    let starts = ["gen_stratified_input", "gen_hacking_input"];
    let rest = name.and_then(|name| starts.iter().find_map(|start| name.strip_prefix(start)));
    let rest = rest.map(|rest| rest.trim_matches('_')).filter(|rest| !rest.is_empty());
    rest.map_or_else(|| (function + 1).to_string(), str::to_owned)
}

pub(super) fn read(line: &[u8]) -> Result<Row, RowError> {
    let from: HardTests = serde_json::from_slice(line)?;
    let kit = from.test_cases_kit.unwrap_or_default().flat();
    let mut tests: Vec<Test> = Packed::pairs(from.test_cases)?.into_iter().map(Pair::test).collect();
    from.mapping.unwrap_or_default().apply(&mut tests, &kit);
    if tests.is_empty() {
        // Inputs alone are tests too: the main solution makes their answers.
        let direct = |input: &String| Test { input: input.clone(), origin: Some(Origin::Direct), ..Test::default() };
        tests = kit.llm_gen.iter().map(direct).collect();
    }
    let mut solutions = Programs::pool(from.solutions, true);
    solutions.extend(Programs::pool(from.incorrect_solutions, false));
    let kinds = [(Kind::Random, kit.rp_gen), (Kind::Special, kit.sp_gen), (Kind::Hack, kit.hack_gen)];
    let functions = kinds.into_iter().filter_map(|(kind, generator)| {
        let Generator { code, func_names } = generator?;
        Some(Functions { kind, code: said(code)?, names: func_names })
    });
    let mut row = Row {
        name: if from.pid.is_empty() { kit.pid } else { from.pid },
        statement: from.question_content.unwrap_or_default(),
        tests,
        solutions,
        functions: functions.collect(),
        validator: kit.input_validator.and_then(Tool::of),
        checker: loose::judge(kit.output_judging_function),
        ..Row::default()
    };
    Extra::complete(from.touchstone, &mut row);
    Ok(row)
}

pub(super) fn write(row: &Row) -> Result<String, RowError> {
    let is_python = |tool: &&Tool| tool.language == problem::language::Language::Python;
    let judging = match &row.checker {
        Some(Judge::Program(tool)) if is_python(&tool) => Some(tool.code.clone()),
        Some(Judge::Program(_) | Judge::Standard(_)) | None => None,
    };
    let functions = |kind: Kind| {
        let of_kind = row.functions.iter().find(|functions| functions.kind == kind)?;
        Some(Generator { code: Some(of_kind.code.clone()), func_names: of_kind.names.clone() })
    };
    let direct = row.tests.iter().filter(|test| test.origin == Some(Origin::Direct));
    let direct: BTreeSet<&String> = direct.map(|test| &test.input).collect();
    let pairs: Vec<Pair> = row.tests.iter().map(Pair::of).collect();
    let is_wrong_there = row.pool(false).next().is_some();
    let to = HardTests {
        pid: row.name.clone(),
        question_content: Some(row.statement.clone()),
        solutions: Some(Programs::List(Programs::list(row, true))),
        incorrect_solutions: is_wrong_there.then(|| Programs::List(Programs::list(row, false))),
        test_cases_kit: Some(Kit {
            pid: row.name.clone(),
            llm_gen: direct.into_iter().cloned().collect(),
            rp_gen: functions(Kind::Random),
            sp_gen: functions(Kind::Special),
            hack_gen: functions(Kind::Hack),
            input_validator: loose::code(row.validator.as_ref().filter(is_python)),
            output_judging_function: judging,
            input_generation: None,
        }),
        mapping: Some(Mapping::of(&row.tests)),
        test_cases: Some(Packed::of(&pairs)?),
        touchstone: Some(Extra::of(row)),
    };
    Ok(serde_json::to_string(&to)?)
}
