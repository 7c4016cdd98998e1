//! Which answers several solutions agree on (HTG-14).

/// What solutions say about each other's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consensus {
    /// There is one solution alone, so nothing checks its answers.
    Single,
    /// Two solutions agree often enough; on which inputs they do.
    Agreed {
        /// The two, by their place in the order of reliability.
        pair: (usize, usize),
        /// By input.
        on: Vec<bool>,
    },
    /// No two do.
    Nowhere,
}

/// At most so many solutions are asked (HTG-14).
pub const MAX_ORACLES: usize = 8;

/// The first two solutions, the most reliable first, that agree on more than a share of the inputs. `agree(one, other)` says by
/// input whether the other's output stands against the one's as the answer; absent where that is not known.
///
/// # Errors
/// The errors of `agree`.
pub fn consensus<E>(
    n_solutions: usize,
    share: f64,
    mut agree: impl FnMut(usize, usize) -> Result<Vec<Option<bool>>, E>,
) -> Result<Consensus, E> {
    let n_solutions = n_solutions.min(MAX_ORACLES);
    if n_solutions == 1 {
        return Ok(Consensus::Single);
    }
    for one in 0..n_solutions {
        for other in one + 1..n_solutions {
            let on: Vec<bool> = agree(one, other)?.into_iter().map(|agrees| agrees == Some(true)).collect();
            let n_agreed = on.iter().filter(|agrees| **agrees).count();
            if n_agreed > 0 && n_agreed as f64 > share * on.len() as f64 {
                return Ok(Consensus::Agreed { pair: (one, other), on });
            }
        }
    }
    Ok(Consensus::Nowhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &[&str]) -> Consensus {
        let letters: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let agree = |one: usize, other: usize| {
            let same = |(a, b): (&char, &char)| if *a == '?' { None } else { Some(a == b) };
            Ok::<_, ()>(letters[one].iter().zip(&letters[other]).map(same).collect())
        };
        consensus(rows.len(), 0.9, agree).unwrap()
    }

    #[test]
    fn htg_14_the_first_two_that_agree_on_more_than_nine_tenths_decide() {
        assert_eq!(found(&["aaaa"]), Consensus::Single);
        // 10 of 11 are more than nine tenths, 9 of 10 are not.
        let on: Vec<bool> = (0..11).map(|input| input != 10).collect();
        assert_eq!(found(&["aaaaaaaaaaa", "aaaaaaaaaab"]), Consensus::Agreed { pair: (0, 1), on });
        assert_eq!(found(&["aaaaaaaaaa", "aaaaaaaaab"]), Consensus::Nowhere);
        // HTG-16: the most reliable come first. Here the first is alone, and the others agree.
        assert_eq!(found(&["xyz", "aaa", "aaa"]), Consensus::Agreed { pair: (1, 2), on: vec![true; 3] });
        // What is not known is no agreement.
        assert_eq!(found(&["???", "???"]), Consensus::Nowhere);
        assert_eq!(found(&["", ""]), Consensus::Nowhere);
    }

    #[test]
    fn htg_14_at_most_eight_are_asked() {
        let rows: Vec<String> = (0..9).map(|row| if row < 8 { row.to_string() } else { "0".to_owned() }).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(found(&rows), Consensus::Nowhere);
    }

    #[test]
    fn htg_16_the_most_reliable_pairs_are_asked_first_and_none_after_the_first_that_agrees() {
        let asked = |n_solutions: usize, agreeing: Option<(usize, usize)>| {
            let mut asked = Vec::new();
            let agree = |one, other| {
                asked.push((one, other));
                Ok::<_, ()>(vec![Some(Some((one, other)) == agreeing); 2])
            };
            consensus(n_solutions, 0.5, agree).unwrap();
            asked
        };
        assert_eq!(asked(4, Some((1, 2))), [(0, 1), (0, 2), (0, 3), (1, 2)]);
        assert_eq!(asked(3, None), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!((asked(0, None), asked(1, None)), (vec![], vec![]), "there is no pair");
    }

    #[test]
    fn a_failure_to_ask_is_no_disagreement() {
        let failing = |_, other| if other == 2 { Err("stopped") } else { Ok(vec![Some(false)]) };
        assert_eq!(consensus(3, 0.9, failing), Err("stopped"));
        assert_eq!(consensus(2, 0.9, failing), Ok(Consensus::Nowhere));
        // However small the share is, one input at the least has to be agreed on.
        assert_eq!(consensus(2, 0.0, failing), Ok(Consensus::Nowhere));
    }
}
