//! Bounds that are learned by asking.

use judge::compile::{Describer, Draws, Policy, Sizes};

use super::{
    Count, FieldId, Format, Item, Kind, Lines, Occurrence,
    bounds::{Side, greatest},
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
/// Asks which of some texts are valid inputs.
pub(in crate::offline) type Ask<'a, E> = dyn FnMut(&[String]) -> Result<Vec<bool>, E> + 'a;

/// Why nothing more is learned.
#[derive(Debug)]
pub(in crate::offline) enum Stop<E> {
    /// There is no more time to ask.
    Over,
    /// Asking failed.
    Failed(E),
}

/// The format of valid inputs, as a program in checktestdata of which at least some of what it writes is accepted. When the
/// time is over it is what is known by then: bounds that were not learned are those of the texts.
pub(in crate::offline) fn describe<E>(texts: &[String], ask: &mut Ask<'_, Stop<E>>) -> Result<Option<String>, E> {
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
        let learned = learn(&mut format, &known, &mut values, ask);
        let source = program(&format, &values);
        let accepted = learned.and_then(|()| ask(&made(&source, Sizes::Small, 400, N_TRIED)));
        let n_accepted = match accepted {
            Ok(said) => said.into_iter().filter(|ok| *ok).count(),
            Err(Stop::Over) => return Ok(best.map(|(_, source)| source).or(Some(source))),
            Err(Stop::Failed(error)) => return Err(error),
        };
        if n_accepted > best.as_ref().map_or(0, |(n, _)| *n) {
            best = Some((n_accepted, source));
        }
        if n_accepted == N_TRIED {
            break;
        }
    }
    Ok(best.map(|(_, source)| source))
}

/// Learns what it can of a format; what is known by then stays known where it fails.
fn learn<E>(format: &mut Format, texts: &[Lines<'_>], values: &mut [Values], ask: &mut Ask<'_, E>) -> Result<(), E> {
    learn_integers(format, texts, values, ask)?;
    learn_differences(format, texts, values, ask)?;
    learn_sizes(format, values, ask)
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
    describer.inputs(&draws, 1).into_iter().flatten().filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
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

/// Finds the bounds of integers that count nothing: numbers that were read, then those that people choose, then what lies
/// between two of these.
fn learn_integers<E>(
    format: &Format,
    texts: &[Lines<'_>],
    values: &mut [Values],
    ask: &mut Ask<'_, E>,
) -> Result<(), E> {
    let mut sides = Vec::new();
    let asked = ask_of_sides(format, texts, values, &mut sides, ask);
    for (side, read) in sides {
        let Values::Integer { low, high } = &mut values[side.field] else { continue };
        *(if side.is_upper { high } else { low }) = read.map_or(Limit::Number(side.inside), Limit::Read);
    }
    asked
}

/// Asks until both sides of each are known; they are there, as far as they are known, also where that fails.
fn ask_of_sides<'t, E>(
    format: &Format,
    texts: &[Lines<'t>],
    values: &[Values],
    sides: &mut Vec<(Side<'t>, Option<Count>)>,
    ask: &mut Ask<'_, E>,
) -> Result<(), E> {
    let counts = sizes(format, values);
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
    let probe = |count: Count, (text, place): &(usize, Occurrence<'_>), behind: i64| {
        let bound = place.read.get(&count.field).copied().unwrap_or_default() + count.plus;
        replaced(&texts[*text], place, &(bound + behind * outward).to_string())
    };
    // One question at one place is enough to see that most are none.
    let Some(first) = places.first() else { return Ok(None) };
    let said = ask(&found.iter().map(|count| probe(*count, first, 1)).collect::<Vec<_>>())?;
    for (count, _) in found.into_iter().zip(said).filter(|(_, is_accepted)| !is_accepted) {
        let probes = places.iter().flat_map(|place| [0, 1, 2].map(|behind| probe(count, place, behind)));
        let said = ask(&probes.collect::<Vec<_>>())?;
        if said.chunks(3).any(|said| said[0]) && said.chunks(3).all(|said| !said[1] && !said[2]) {
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
        accepts_one(&made(&program(format, &values), others, LARGEST, 2), ask)
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

/// Whether one of some inputs is valid. They may be large: one is asked about at a time.
fn accepts_one<E>(texts: &[String], ask: &mut Ask<'_, E>) -> Result<bool, E> {
    for text in texts {
        if ask(std::slice::from_ref(text))?.contains(&true) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Likewise how long words may be.
fn learn_lengths<E>(format: &Format, values: &mut [Values], ask: &mut Ask<'_, E>) -> Result<(), E> {
    for field in 0..values.len() {
        let Values::Word { letters, length: Length::Between(low, high) } = values[field].clone() else { continue };
        let mut is_accepted = |n: usize| -> Result<bool, E> {
            let mut tried = values.to_vec();
            tried[field] = Values::Word { letters: letters.clone(), length: Length::Between(n, n) };
            accepts_one(&made(&program(format, &tried), Sizes::Small, LARGEST, 2), ask)
        };
        let least = if low > 1 && is_accepted(1)? { 1 } else { low };
        let most = greatest(high as i64, |n| is_accepted(n as usize))? as usize;
        values[field] = Values::Word { letters, length: Length::Between(least, most) };
    }
    Ok(())
}
