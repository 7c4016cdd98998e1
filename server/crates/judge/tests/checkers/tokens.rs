//! Tokens and what stands between them: what a participant might print, and what nobody would.

use checkers::Standard;
use proptest::{prelude::*, sample::select, string::bytes_regex};

/// What a checker expects to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    Integers,
    Reals,
    Words,
    YesNo,
    Cases,
}

impl Flavour {
    pub(crate) fn of(checker: Standard) -> Flavour {
        match checker {
            Standard::Hcmp | Standard::Icmp | Standard::Ncmp | Standard::Uncmp => Flavour::Integers,
            Standard::Acmp | Standard::Dcmp | Standard::Rcmp | Standard::Rcmp4 | Standard::Rcmp6 | Standard::Rcmp9 => {
                Flavour::Reals
            }
            Standard::Rncmp | Standard::Pointscmp | Standard::Pointsinfo => Flavour::Reals,
            Standard::Fcmp | Standard::Lcmp | Standard::Wcmp => Flavour::Words,
            Standard::Nyesno | Standard::Yesno => Flavour::YesNo,
            Standard::Caseicmp | Standard::Casencmp | Standard::Casewcmp => Flavour::Cases,
        }
    }
}

/// Whether a checker takes one value from each file.
pub(crate) fn reads_one(checker: Standard) -> bool {
    match checker {
        Standard::Acmp | Standard::Dcmp | Standard::Rcmp | Standard::Hcmp | Standard::Icmp | Standard::Yesno => true,
        Standard::Pointscmp | Standard::Pointsinfo => true,
        Standard::Caseicmp | Standard::Casencmp | Standard::Casewcmp | Standard::Fcmp | Standard::Lcmp => false,
        Standard::Ncmp | Standard::Nyesno | Standard::Rcmp4 | Standard::Rcmp6 | Standard::Rcmp9 => false,
        Standard::Rncmp | Standard::Uncmp | Standard::Wcmp => false,
    }
}

/// A token of this flavour as it should be.
pub(crate) fn proper(flavour: Flavour) -> BoxedStrategy<Vec<u8>> {
    match flavour {
        Flavour::Integers | Flavour::Cases => prop_oneof![
            3 => (-9..10_i64).prop_map(|number| number.to_string()),
            1 => any::<i32>().prop_map(|number| number.to_string()),
            1 => any::<i64>().prop_map(|number| number.to_string()),
        ]
        .prop_map(String::into_bytes)
        .boxed(),
        Flavour::Reals => real(),
        Flavour::Words => prop_oneof![
            4 => bytes("[a-c]{1,3}"),
            1 => bytes("[!-~]{1,70}"),
            1 => select(vec!["", "%s%n", "x\x0By", "(x)", "&<>\""]).prop_map(|word| word.as_bytes().to_vec()),
        ]
        .boxed(),
        Flavour::YesNo => {
            prop_oneof![8 => words(&["YES", "NO", "yes", "no", "Yes", "nO"]), 1 => bytes("[yYeEsS]{2,4}")].boxed()
        }
    }
}

/// Any token that some checker could stumble over.
pub(crate) fn nasty() -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        2 => integer_at_an_edge(),
        1 => real(),
        1 => words(&[
            "nan", "NaN", "-nan", "inf", "-inf", "Infinity", "0x10", "1e", "1e+", "1.e-", ".", "-", "+", "-.", "e5", ".e1",
            "1e5.", "1_0", "--1", "+-1", "1.2.3", "1e1e1", "1d5", "1f", "00", "-0", "+0", "-00", "+7", "07", "-07", "7.",
            "YES", "no", "Case", "case", "1:", "2:", "01:", "#1:", "Case1:", "\u{a0}", "\u{feff}", "5\u{660}",
        ]),
        1 => (1..80_usize, select(vec![b'1', b'9', b'0', b'a', 0xFF, 0])).prop_map(|(n, byte)| vec![byte; n]),
        1 => (60..69_usize).prop_map(|n| [b"-", "7".repeat(n).as_bytes()].concat()),
        2 => proptest::collection::vec(select(b"\0\x0B\x0C\x11\x1F\x7F\x80\xA0\xC2\xFE\xFF05-.eaYN:%&<\"".to_vec()), 1..6),
    ]
    .boxed()
}

/// What separates tokens, most of the time.
pub(crate) fn separator() -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        12 => words(&[" ", "\n"]),
        4 => words(&["\r\n", "\r", "\t", "  ", "\n\n", " \n", "\n ", "\r\r\n"]),
        1 => words(&["", "\x0B", "\x0C", "\n\r", "\r\n\r\n", "\n\n\n", " \r"]),
    ]
    .boxed()
}

pub(crate) fn words(words: &[&'static str]) -> BoxedStrategy<Vec<u8>> {
    select(words.to_vec()).prop_map(|word| word.as_bytes().to_vec()).boxed()
}

fn bytes(regex: &str) -> BoxedStrategy<Vec<u8>> {
    bytes_regex(regex).unwrap().boxed()
}

/// Near the ends of the ranges of 32 and 64 bits, some with what does not belong to an integer.
fn integer_at_an_edge() -> impl Strategy<Value = Vec<u8>> {
    let edges = select(vec![1_i128 << 31, 1 << 32, 1 << 53, 1 << 63, 1 << 64, 10_i128.pow(18), 10_i128.pow(19)]);
    let decoration = prop_oneof![6 => Just(""), 1 => select(vec!["+", "0", "-", "00"])];
    (edges, -2..3_i128, any::<bool>(), decoration).prop_map(|(edge, offset, negative, decoration)| {
        let number = if negative { -edge + offset } else { edge + offset };
        format!("{decoration}{number}").into_bytes()
    })
}

fn real() -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        4 => (-999..1000_i32, 0..4_u32).prop_map(|(n, k)| f64::from(n) / 10_f64.powi(k as i32)).prop_map(shortest),
        2 => bytes(r"[+-]?(0|[1-9][0-9]{0,8})(\.[0-9]{0,12})?"),
        1 => bytes(r"[+-]?[0-9]{0,3}\.?[0-9]{0,3}([eE][+-]?[0-9]{0,3})?"),
        1 => words(&[
            "0", "-0", "0.0", "-0.0", "1e300", "1.0000001e300", "1e301", "-1e305", "1e308", "1.8e308", "1e400", "-1e400",
            "1e-400", "-1e-400", "4.9e-324", "2e-324", "1e-9", "1.0000001e-9", "-1e-9", "1000000", "1000001", "0.03125",
            "0.0009765625", "123456789012345678", "9007199254740993", "1e99999999999", "0e99999999999", "1e-99999999999",
        ]),
        1 => any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(shortest),
    ]
    .boxed()
}

/// The fewest digits from which the number is read back.
pub(crate) fn shortest(number: f64) -> Vec<u8> {
    format!("{number:?}").into_bytes()
}
