//! Constraints on the arguments of tests: `1 <= $N < $M <= 1000`.

use std::{collections::BTreeMap, fmt};

use super::plan::cut_off;

/// More comparisons than a chain has.
const MAX_COMPARISONS: usize = 16;
/// No whole number that is compared is longer, bytes.
const MAX_DIGITS: usize = 32;

/// A chain of comparisons in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    first: Operand,
    rest: Vec<(Operator, Operand)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Operand {
    Number(i64),
    Variable(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
}

/// The operators as they are written, the longer before the shorter.
const OPERATORS: [(&str, Operator); 5] = [
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("=", Operator::Equal),
];

impl Operator {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Operator::Less => left < right,
            Operator::LessOrEqual => left <= right,
            Operator::Greater => left > right,
            Operator::GreaterOrEqual => left >= right,
            Operator::Equal => left == right,
        }
    }

    /// Whether it looks upwards; `None` for an equality.
    fn is_upwards(self) -> Option<bool> {
        match self {
            Operator::Less | Operator::LessOrEqual => Some(true),
            Operator::Greater | Operator::GreaterOrEqual => Some(false),
            Operator::Equal => None,
        }
    }
}

impl Constraint {
    /// Reads one.
    ///
    /// # Errors
    /// One sentence on what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Constraint, String> {
        let (first, mut left) = operand(text)?;
        let mut rest = Vec::new();
        while !left.is_empty() {
            let known = OPERATORS.iter().find_map(|(sign, operator)| Some((*operator, left.strip_prefix(sign)?)));
            let (operator, behind) =
                known.ok_or_else(|| format!("`{}` begins with no operator; <, <=, >, >= and = are", cut_off(left)))?;
            let (next, behind) = operand(behind)?;
            if rest.len() == MAX_COMPARISONS {
                return Err(format!("it has more than {MAX_COMPARISONS} comparisons; write several constraints"));
            }
            rest.push((operator, next));
            left = behind;
        }
        if rest.is_empty() {
            return Err("there is nothing to compare; write `1 <= $N <= 1000`".to_owned());
        }
        let mut directions = rest.iter().filter_map(|(operator, _)| operator.is_upwards());
        let one = directions.next();
        if directions.any(|other| Some(other) != one) {
            return Err("it looks in both directions; write it with `<` alone or with `>` alone".to_owned());
        }
        Ok(Constraint { first, rest })
    }

    /// Whether it holds; `None` where a value is missing or no whole number.
    pub(super) fn holds(&self, variables: &BTreeMap<String, String>) -> Option<bool> {
        let value = |operand: &Operand| match operand {
            Operand::Number(number) => Some(*number),
            Operand::Variable(name) => variables.get(name).filter(|value| value.len() <= MAX_DIGITS)?.parse().ok(),
        };
        let mut left = value(&self.first)?;
        for (operator, operand) in &self.rest {
            let right = value(operand)?;
            if !operator.holds(left, right) {
                return Some(false);
            }
            left = right;
        }
        Some(true)
    }

    /// The names of its variables.
    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        let operands = std::iter::once(&self.first).chain(self.rest.iter().map(|(_, operand)| operand));
        operands.filter_map(|operand| match operand {
            Operand::Variable(name) => Some(name.as_str()),
            Operand::Number(_) => None,
        })
    }
}

/// The number or the variable that a text begins with, and what follows.
fn operand(text: &str) -> Result<(Operand, &str), String> {
    let text = text.trim_start();
    let end = text.find(|one: char| one.is_whitespace() || "<>=".contains(one)).unwrap_or(text.len());
    let (word, rest) = (&text[..end], text[end..].trim_start());
    let operand = match (word.strip_prefix('$'), word.parse()) {
        (Some(name), _) if !name.is_empty() => Operand::Variable(cut_off(name)),
        (None, Ok(number)) => Operand::Number(number),
        _ => return Err(format!("`{}` is neither a whole number nor a variable such as $N", cut_off(word))),
    };
    Ok((operand, rest))
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Number(number) => write!(f, "{number}"),
            Operand::Variable(name) => write!(f, "${name}"),
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        for (operator, operand) in &self.rest {
            let sign = OPERATORS.iter().find(|(_, known)| known == operator).map_or("", |(sign, _)| sign);
            write!(f, " {sign} {operand}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(constraint: &str, n: &str, m: &str) -> Option<bool> {
        let variables = BTreeMap::from([("N".to_owned(), n.to_owned()), ("M".to_owned(), m.to_owned())]);
        Constraint::parse(constraint).unwrap().holds(&variables)
    }

    #[test]
    fn chains() {
        assert_eq!(holds("0<=$N < $M<= 10", "3", "10"), Some(true));
        assert_eq!(holds("0 <= $N < $M <= 10", "3", "3"), Some(false));
        assert_eq!(holds("$N = $M", "3", "3"), Some(true));
        assert_eq!(holds("10 >= $M > -5", "3", "-5"), Some(false));
        assert_eq!(holds("$N <= $K", "3", "1"), None);
        assert_eq!(holds("$N <= 5", "many", "1"), None);
    }

    #[test]
    fn what_is_none() {
        for (text, wrong) in [
            ("$N", "there is nothing to compare; write `1 <= $N <= 1000`"),
            ("1 <= N", "`N` is neither a whole number nor a variable such as $N"),
            ("1 <= $N > 2", "it looks in both directions; write it with `<` alone or with `>` alone"),
            ("1 $N", "`$N` begins with no operator; <, <=, >, >= and = are"),
            (&"1<=".repeat(18), "it has more than 16 comparisons; write several constraints"),
            ("1 <", "`` is neither a whole number nor a variable such as $N"),
        ] {
            assert_eq!(Constraint::parse(text).unwrap_err(), wrong);
        }
    }

    #[test]
    fn written_again() {
        assert_eq!(Constraint::parse("1<=$N<= 20").unwrap().to_string(), "1 <= $N <= 20");
    }
}
