//! Commands of generators with parts that vary: `gen [1..10] [a|b]`.

/// More combinations than that are drawn, and not gone through.
const MAX_LISTED: u64 = 1 << 20;

/// A pattern of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// Any whole number from one to the other.
    Range(i64, i64),
    /// One of these words.
    Choice(Vec<String>),
}

impl Part {
    fn n_words(&self) -> u64 {
        match self {
            Part::Text(_) => 1,
            Part::Range(low, high) => high.abs_diff(*low).saturating_add(1),
            Part::Choice(words) => words.len() as u64,
        }
    }

    fn word(&self, at: u64) -> String {
        match self {
            Part::Text(text) => text.clone(),
            Part::Range(low, _) => low.wrapping_add_unsigned(at).to_string(),
            Part::Choice(words) => words.get(at as usize).cloned().unwrap_or_default(),
        }
    }
}

impl Pattern {
    /// Reads a pattern. What stands in brackets and is neither a range nor a choice stands for itself.
    ///
    /// # Errors
    /// One sentence, for a range that is empty.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('[') {
            let Some(close) = rest[open..].find(']').map(|close| open + close) else { break };
            let part = bracketed(&rest[open + 1..close])?;
            let until = if part.is_some() { open } else { close + 1 };
            parts.push(Part::Text(rest[..until].to_owned()));
            parts.extend(part);
            rest = &rest[close + 1..];
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Pattern { parts })
    }

    /// How many commands there are.
    pub(crate) fn n_commands(&self) -> u64 {
        self.parts.iter().map(Part::n_words).fold(1, u64::saturating_mul)
    }

    fn command(&self, words: impl Fn(&Part) -> u64) -> String {
        self.parts.iter().map(|part| part.word(words(part))).collect()
    }

    /// The command of a number, below [`Pattern::n_commands`].
    fn numbered(&self, mut number: u64) -> String {
        let mut words = Vec::new();
        for part in &self.parts {
            words.push(part.word(number % part.n_words()));
            number /= part.n_words();
        }
        words.concat()
    }

    /// The commands in an order of chance, each once; of very many, some that are drawn without end.
    pub(crate) fn commands(self, mut random: fastrand::Rng) -> Box<dyn Iterator<Item = String>> {
        if self.n_commands() > MAX_LISTED {
            return Box::new(std::iter::repeat_with(move || {
                let random = std::cell::RefCell::new(&mut random);
                self.command(|part| random.borrow_mut().u64(..part.n_words()))
            }));
        }
        let mut numbers: Vec<u64> = (0..self.n_commands()).collect();
        random.shuffle(&mut numbers);
        Box::new(numbers.into_iter().map(move |number| self.numbered(number)))
    }
}

fn bracketed(inside: &str) -> Result<Option<Part>, String> {
    if let Some((low, high)) = inside.split_once("..") {
        let (Ok(low), Ok(high)) = (low.trim().parse::<i64>(), high.trim().parse::<i64>()) else { return Ok(None) };
        if low > high {
            return Err(format!("there is no number in [{inside}]; the lower one comes first"));
        }
        return Ok(Some(Part::Range(low, high)));
    }
    let is_choice = inside.contains('|');
    Ok(is_choice.then(|| Part::Choice(inside.split('|').map(|word| word.trim().to_owned()).collect())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut commands: Vec<String> =
            Pattern::parse(text).unwrap().commands(fastrand::Rng::with_seed(1)).take(100).collect();
        commands.sort();
        commands
    }

    #[test]
    fn ranges_and_choices_vary() {
        assert_eq!(
            all("gen [1..3] -t=[a|b]"),
            ["gen 1 -t=a", "gen 1 -t=b", "gen 2 -t=a", "gen 2 -t=b", "gen 3 -t=a", "gen 3 -t=b"]
        );
        assert_eq!(all("gen [-1..1]"), ["gen -1", "gen 0", "gen 1"]);
        assert_eq!(all("gen 5"), ["gen 5"]);
    }

    #[test]
    fn what_is_no_range_stands_for_itself() {
        assert_eq!(all("gen [abc] [1..1] x]"), ["gen [abc] 1 x]"]);
        assert_eq!(all("gen [1..2"), ["gen [1..2"]);
        assert!(Pattern::parse("gen [3..1]").unwrap_err().contains("[3..1]"));
    }

    #[test]
    fn of_very_many_some_are_drawn() {
        let drawn: BTreeSet<String> = all("gen [1..1000000000] [1..1000000000]").into_iter().collect();
        assert_eq!(drawn.len(), 100);
        assert_eq!(Pattern::parse("[-9223372036854775808..9223372036854775807]").unwrap().n_commands(), u64::MAX);
    }
}
