//! Bounds that are learned by asking.

use judge::compile::{Describer, Draws, Policy, Sizes};

use super::{
    Count, FieldId, Format, Item, Kind, Lines, Occurrence,
    find::formats,
    kind_of, lines,
    write::{Length, Limit, Values, program},
};

/// So many texts are looked at, the smallest ones.
const MAX_TEXTS: usize = 12;
/// A text above that size is not looked at, bytes.
const MAX_BYTES: usize = 20_000;
/// So many formats are tried.
const MAX_FORMATS: usize = 3;
/// So many inputs are made of a format to see how many are accepted.
const N_TRIED: usize = 12;
/// So many places of a field are looked at.
const N_PLACES: usize = 4;
/// As large as an input is made to see how much of something there may be, bytes.
const LARGEST: usize = 4 << 20;
/// More of something than that is not asked about.
const MOST: i64 = 1_000_000;
/// Numbers that people choose for bounds, not below zero.
const BOUNDS: [i64; 58] = [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    12,
    15,
    16,
    18,
    20,
    24,
    25,
    26,
    30,
    40,
    50,
    60,
    64,
    70,
    80,
    90,
    99,
    100,
    128,
    150,
    200,
    255,
    256,
    300,
    360,
    400,
    500,
    1000,
    1024,
    2000,
    3000,
    5000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    300_000,
    500_000,
    1_000_000,
    2_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    2_000_000_000,
    1_000_000_000_000,
    1_000_000_000_000_000,
    1_000_000_000_000_000_000,
];

/// Asks which of some texts are valid inputs.
pub(in crate::offline) type Ask<'a, E> = dyn FnMut(&[String]) -> Result<Vec<bool>, E> + 'a;

/// The format of valid inputs, as a program in checktestdata of which at least some of what it writes is accepted.
pub(in crate::offline) fn describe<E>(texts: &[String], ask: &mut Ask<'_, E>) -> Result<Option<String>, E> {
    let mut known: Vec<Lines<'_>> =
        texts.iter().filter(|text| text.len() <= MAX_BYTES).filter_map(|text| lines(text)).collect();
    known.sort_by_key(|lines| lines.iter().map(|line| 1 + line.len()).sum::<usize>());
    known.truncate(MAX_TEXTS);
    if known.is_empty() {
        return Ok(None);
    }
    let mut best: Option<(usize, String)> = None;
    for format in formats(&known).into_iter().take(MAX_FORMATS) {
        let (mut format, Some(mut values)) = (format.clone(), seen(&format, &known)) else { continue };
        learn_integers(&format, &known, &mut values, ask)?;
        learn_differences(&mut format, &known, &values, ask)?;
        learn_sizes(&format, &mut values, ask)?;
        let source = program(&format, &values);
        let made = made(&source, Sizes::Small, 400, N_TRIED);
        let n_accepted = ask(&made)?.into_iter().filter(|ok| *ok).count();
        if n_accepted > best.as_ref().map_or(0, |(n, _)| *n) {
            best = Some((n_accepted, source));
        }
        if n_accepted == N_TRIED {
            break;
        }
    }
    Ok(best.map(|(_, source)| source))
}

/// Inputs of a program.
fn made(source: &str, sizes: Sizes, max_bytes: usize, n: usize) -> Vec<String> {
    let Some(describer) = Describer::parse(source.as_bytes()) else { return Vec::new() };
    let n_steps = 200_000 + 2 * max_bytes as u64;
    let policies = [Policy::Magnitude, Policy::Uniform];
    let draws = |seed: usize| Draws {
        seed: seed as u64,
        policy: policies[seed % 2],
        sizes,
        max_bytes,
        n_steps,
        ..Draws::default()
    };
    let draws: Vec<Draws> = (0..n).map(draws).collect();
    describer.inputs(&draws, 1).into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
}

/// What the texts show of the values of fields; `None` where a field has none.
fn seen(format: &Format, texts: &[Lines<'_>]) -> Option<Vec<Values>> {
    let of_texts: Vec<Vec<Vec<Occurrence<'_>>>> =
        texts.iter().map(|lines| format.occurrences(lines)).collect::<Option<_>>()?;
    let of_field = |field: FieldId| {
        let all: Vec<&Occurrence<'_>> = of_texts.iter().flat_map(|fields| &fields[field]).collect();
        match all.iter().map(|one| kind_of(one.token)).max()? {
            Kind::Integer => {
                let numbers = || all.iter().filter_map(|one| one.token.parse::<i64>().ok());
                let (low, high) = (Limit::Number(numbers().min()?), Limit::Number(numbers().max()?));
                Some(Values::Integer { low, high })
            }
            Kind::Real => {
                let numbers = || all.iter().filter_map(|one| one.token.parse::<f64>().ok());
                Some(Values::Real { low: numbers().min_by(f64::total_cmp)?, high: numbers().max_by(f64::total_cmp)? })
            }
            Kind::Word => Some(Values::Word { letters: letters(&all), length: length(&all)? }),
        }
    };
    (0..format.n_fields).map(of_field).collect()
}

/// The characters of words, with all others of their sort where there are several of it.
fn letters(all: &[&Occurrence<'_>]) -> Vec<u8> {
    let mut letters: Vec<u8> = all.iter().flat_map(|one| one.token.bytes()).collect();
    letters.sort_unstable();
    letters.dedup();
    for sort in [b'a'..=b'z', b'A'..=b'Z'] {
        if letters.iter().filter(|byte| sort.contains(byte)).count() > 4 {
            letters.retain(|byte| !sort.contains(byte));
            letters.extend(sort);
        }
    }
    letters.sort_unstable();
    letters
}

/// A number that was read, if all words are as long; else what was seen.
fn length(all: &[&Occurrence<'_>]) -> Option<Length> {
    let lengths = || all.iter().map(|one| one.token.len());
    let first = all.first()?;
    let is_it = |field: &&FieldId| {
        all.iter().all(|one| one.read.get(*field).is_some_and(|n| usize::try_from(*n) == Ok(one.token.len())))
    };
    if let Some(field) = first.read.keys().rev().find(is_it).filter(|_| lengths().any(|n| n > 1)) {
        return Some(Length::Read(Count { field: *field, plus: 0 }));
    }
    Some(Length::Between(lengths().min()?, lengths().max()?))
}

/// One side of the values of a field, while it is looked for.
struct Side<'t> {
    field: FieldId,
    is_upper: bool,
    /// The text whose token is replaced, and where that stands.
    text: usize,
    place: Occurrence<'t>,
    /// What is accepted, and what is not, if that is known.
    inside: i64,
    outside: Option<i64>,
    is_done: bool,
}

/// Finds the bounds of integers that count nothing: numbers that were read, then those that people choose, then what lies
/// between two of these.
fn learn_integers<E>(
    format: &Format,
    texts: &[Lines<'_>],
    values: &mut [Values],
    ask: &mut Ask<'_, E>,
) -> Result<(), E> {
    let counts = sizes(format, values);
    let mut sides = Vec::new();
    for field in (0..format.n_fields).filter(|field| !counts.contains(field)) {
        let Values::Integer { .. } = values[field] else { continue };
        for is_upper in [true, false] {
            let Some(mut side) = side(format, texts, field, is_upper) else { continue };
            let read = bound_that_was_read(format, texts, &side, ask)?;
            side.is_done = read.is_some();
            sides.push((side, read));
        }
    }
    while sides.iter().any(|(side, _)| !side.is_done) {
        let open: Vec<usize> = (0..sides.len()).filter(|at| !sides[*at].0.is_done).collect();
        let numbers: Vec<i64> = open.iter().map(|at| sides[*at].0.next()).collect();
        let with = |(at, number): (&usize, &i64)| {
            let side = &sides[*at].0;
            replaced(&texts[side.text], &side.place, &number.to_string())
        };
        let said = ask(&open.iter().zip(&numbers).map(with).collect::<Vec<_>>())?;
        for ((at, number), ok) in open.into_iter().zip(numbers).zip(said) {
            sides[at].0.take(number, ok);
        }
    }
    for (side, read) in sides {
        let Values::Integer { low, high } = &mut values[side.field] else { continue };
        *(if side.is_upper { high } else { low }) = read.map_or(Limit::Number(side.inside), Limit::Read);
    }
    Ok(())
}

/// Fields that say how much there is of something, or that bound others.
fn sizes(format: &Format, values: &[Values]) -> Vec<FieldId> {
    let mut found = format.counts();
    for values in values {
        match values {
            Values::Word { length: Length::Read(count), .. } => found.push(count.field),
            Values::Integer { low, high } => found.extend([low, high].into_iter().filter_map(|limit| match limit {
                Limit::Read(count) => Some(count.field),
                Limit::Number(_) => None,
            })),
            Values::Word { .. } | Values::Real { .. } => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Some places of a field, in different texts.
fn places<'t>(format: &Format, texts: &[Lines<'t>], field: FieldId) -> Vec<(usize, Occurrence<'t>)> {
    let of = |(text, lines): (usize, &Lines<'t>)| {
        let all = format.occurrences(lines)?.swap_remove(field);
        // The last one may be bounded by more than the first.
        let some = [all.first().cloned(), all.last().cloned().filter(|_| all.len() > 1)];
        Some(some.into_iter().flatten().map(move |place| (text, place)))
    };
    texts.iter().enumerate().filter_map(of).flatten().take(N_PLACES).collect()
}

/// A number that was read before and is the bound: it is accepted somewhere, and what lies behind it nowhere.
fn bound_that_was_read<E>(
    format: &Format,
    texts: &[Lines<'_>],
    side: &Side<'_>,
    ask: &mut Ask<'_, E>,
) -> Result<Option<Count>, E> {
    let places = places(format, texts, side.field);
    let outward = if side.is_upper { 1 } else { -1 };
    let read = side.place.read.keys().filter(|field| !(format.has_cases && **field == 0));
    let found: Vec<Count> = read.flat_map(|field| [0, -outward].map(|plus| Count { field: *field, plus })).collect();
    let probes = |count: Count, (text, place): &(usize, Occurrence<'_>)| {
        let bound = place.read.get(&count.field).copied().unwrap_or_default() + count.plus;
        [bound, bound + outward, bound + 2 * outward].map(|number| replaced(&texts[*text], place, &number.to_string()))
    };
    // One place is enough to see that most are none.
    let Some((first, rest)) = places.split_first() else { return Ok(None) };
    let said = ask(&found.iter().flat_map(|count| probes(*count, first)).collect::<Vec<_>>())?;
    for (count, said) in found.into_iter().zip(said.chunks(3)) {
        if said[1] || said[2] {
            continue;
        }
        let others = ask(&rest.iter().flat_map(|place| probes(count, place)).collect::<Vec<_>>())?;
        let all = || said.chunks(3).chain(others.chunks(3));
        if all().any(|said| said[0]) && all().all(|said| !said[1] && !said[2]) {
            return Ok(Some(count));
        }
    }
    Ok(None)
}

/// Finds numbers that may not be the same: two of a line with the same bounds, and all of a list.
fn learn_differences<E>(
    format: &mut Format,
    texts: &[Lines<'_>],
    values: &[Values],
    ask: &mut Ask<'_, E>,
) -> Result<(), E> {
    let mut pairs = Vec::new();
    let mut lists = Vec::new();
    format.each_item(&mut |item| match item {
        Item::Line(fields) => {
            let alike = |[one, other]: [&FieldId; 2]| {
                matches!(values[*one], Values::Integer { .. }) && values[*one] == values[*other]
            };
            let two = fields.windows(2).map(|two| [&two[0], &two[1]]).filter(|two| alike(*two));
            pairs.extend(two.map(|[one, other]| (*one, *other)));
        }
        Item::List { field, .. } if matches!(values[*field], Values::Integer { .. }) => lists.push(*field),
        Item::List { .. } | Item::Repeat { .. } => {}
    });
    for (one, other) in pairs {
        let places = places(format, texts, one);
        let of_other = |(text, place): &(usize, Occurrence<'_>)| {
            let token = texts[*text][place.line][place.at + 1];
            replaced(&texts[*text], place, token)
        };
        let said = ask(&places.iter().map(of_other).collect::<Vec<_>>())?;
        if !said.contains(&true) {
            format.differing.push((one, other));
        }
    }
    for field in lists {
        let places = places(format, texts, field);
        let neighbour = |(text, place): &(usize, Occurrence<'_>)| {
            let line = &texts[*text][place.line];
            let token = line.get(if place.at > 0 { place.at - 1 } else { 1 })?;
            Some(replaced(&texts[*text], place, token))
        };
        let asked: Vec<String> = places.iter().filter_map(neighbour).collect();
        if asked.len() > 1 && !ask(&asked)?.contains(&true) {
            format.distinct.push(field);
        }
    }
    Ok(())
}

/// A side begins with the greatest, or the least, that the texts have.
fn side<'t>(format: &Format, texts: &[Lines<'t>], field: FieldId, is_upper: bool) -> Option<Side<'t>> {
    let mut found: Option<Side<'t>> = None;
    for (text, lines) in texts.iter().enumerate() {
        for place in format.occurrences(lines)?.swap_remove(field) {
            let inside: i64 = place.token.parse().ok()?;
            let is_better = |known: &Side<'_>| if is_upper { inside > known.inside } else { inside < known.inside };
            if found.as_ref().is_none_or(is_better) {
                found = Some(Side { field, is_upper, text, place, inside, outside: None, is_done: false });
            }
        }
    }
    found
}

impl Side<'_> {
    /// The next number to ask about.
    fn next(&self) -> i64 {
        let signed = |number: i64| if self.is_upper { number } else { -number };
        let mut outward: Vec<i64> =
            BOUNDS.iter().rev().map(|bound| -bound).chain(BOUNDS).map(signed).filter(|n| self.is_between(*n)).collect();
        outward.dedup();
        match (outward.len(), self.outside) {
            // Nothing that people choose is left: first what is just outside, then the middle.
            (0, Some(outside)) => {
                let step = if self.is_upper { 1 } else { -1 };
                match BOUNDS.contains(&self.inside.saturating_abs()) {
                    true => self.inside + step,
                    false => self.inside + (outside - self.inside) / 2,
                }
            }
            (0, None) => self.inside,
            (n, _) => outward[n / 2],
        }
    }

    fn is_between(&self, number: i64) -> bool {
        match (self.is_upper, self.outside) {
            (true, outside) => number > self.inside && outside.is_none_or(|outside| number < outside),
            (false, outside) => number < self.inside && outside.is_none_or(|outside| number > outside),
        }
    }

    fn take(&mut self, number: i64, ok: bool) {
        if number == self.inside {
            self.is_done = true;
        } else if ok {
            self.inside = number;
        } else {
            self.outside = Some(number);
        }
        self.is_done |= self.outside.is_some_and(|outside| outside.abs_diff(self.inside) <= 1);
    }
}

/// A text with another token at one place.
fn replaced(lines: &Lines<'_>, place: &Occurrence<'_>, other: &str) -> String {
    let mut text = String::new();
    for (row, tokens) in lines.iter().enumerate() {
        for (column, token) in tokens.iter().enumerate() {
            text.push_str(if column > 0 { " " } else { "" });
            text.push_str(if (row, column) == (place.line, place.at) { other } else { token });
        }
        text.push('\n');
    }
    text
}

/// Finds how much of something there may be: inputs with so much are made of the format, as it is known so far.
fn learn_sizes<E>(format: &Format, values: &mut [Values], ask: &mut Ask<'_, E>) -> Result<(), E> {
    let mut sizes = sizes(format, values);
    // Others than test cases first: of these there is one meanwhile.
    sizes.sort_by_key(|field| format.has_cases && *field == 0);
    let range = |values: &Values| match values {
        Values::Integer { low: Limit::Number(low), high: Limit::Number(high) } => Some((*low, *high)),
        _ => None,
    };
    // Whether so much of a field is accepted, where there is as little as may be or much of the others.
    let mut is_accepted = |values: &[Values], field: FieldId, n: i64, others: Sizes| -> Result<bool, E> {
        let mut values = values.to_vec();
        let only = |n: i64| Values::Integer { low: Limit::Number(n), high: Limit::Number(n) };
        for other in sizes.iter().filter(|_| others == Sizes::Small) {
            if let Some((low, _)) = range(&values[*other]) {
                values[*other] = only(low);
            }
        }
        if format.has_cases && field != 0 {
            values[0] = only(1);
        }
        values[field] = only(n);
        let made = made(&program(format, &values), others, LARGEST, 2);
        Ok(!made.is_empty() && ask(&made)?.contains(&true))
    };
    for field in &sizes {
        let Some((low, high)) = range(&values[*field]) else { continue };
        let most = greatest(high, |n| is_accepted(values, *field, n, Sizes::High))?;
        values[*field] = Values::Integer { low: Limit::Number(low), high: Limit::Number(most) };
    }
    // The least of the last ones first: how little there may be of others may depend on it.
    for field in sizes.iter().rev() {
        let Some((low, high)) = range(&values[*field]) else { continue };
        for n in (0..low).take(3) {
            if is_accepted(values, *field, n, Sizes::Small)? {
                values[*field] = Values::Integer { low: Limit::Number(n), high: Limit::Number(high) };
                break;
            }
        }
    }
    learn_lengths(format, values, ask)
}

/// Likewise how long words may be.
fn learn_lengths<E>(format: &Format, values: &mut [Values], ask: &mut Ask<'_, E>) -> Result<(), E> {
    for field in 0..values.len() {
        let Values::Word { letters, length: Length::Between(low, high) } = values[field].clone() else { continue };
        let mut is_accepted = |n: usize| -> Result<bool, E> {
            let mut tried = values.to_vec();
            tried[field] = Values::Word { letters: letters.clone(), length: Length::Between(n, n) };
            let made = made(&program(format, &tried), Sizes::Small, LARGEST, 2);
            Ok(!made.is_empty() && ask(&made)?.contains(&true))
        };
        let least = if low > 1 && is_accepted(1)? { 1 } else { low };
        let most = greatest(high as i64, |n| is_accepted(n as usize))? as usize;
        values[field] = Values::Word { letters, length: Length::Between(least, most) };
    }
    Ok(())
}

/// The greatest number of those that people choose which is accepted, or one that is known to be.
fn greatest<E>(known: i64, mut is_accepted: impl FnMut(i64) -> Result<bool, E>) -> Result<i64, E> {
    let bounds: Vec<i64> = BOUNDS.iter().copied().filter(|n| *n > known && *n <= MOST).collect();
    let (mut from, mut to) = (0, bounds.len());
    while from < to {
        let middle = (from + to) / 2;
        if is_accepted(bounds[middle])? {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    Ok(if from == 0 { known } else { bounds[from - 1] })
}
