//! Records of both forms, the packed ones worked out by hand.

use proptest::prelude::*;

use super::*;

const FAIL: &str = concat!(
    r#"{"v":1,"kind":"fail","verdict":"fail","message":"too \"big\"","file":"./val.cpp","line":4,"column":24,"#,
    r#""stream":"inf","offset":3,"in_line":1,"in_column":4,"op":"int","name":"n","lo":-1,"hi":18446744073709551615,"#,
    r#""expected":"in range","found":"200","test_case":2,"of tomorrow":[1,{"a":2}]}"#
);
const END: &str = r#"{"v":1,"kind":"end","reads":5,"exit_code":3}"#;

fn site(line: u32, column: u32) -> Option<Site> {
    Some(Site { file: "./val.cpp".to_owned(), line, column: Some(column) })
}

fn wanted(op: &str) -> Wanted {
    Wanted { op: op.to_owned(), name: None, lo: None, hi: None, pattern: None }
}

fn fail() -> Fail {
    let (lo, hi) = (Some(Number::Int(-1)), Some(Number::Int(u64::MAX.into())));
    let place = InputPlace { stream: "inf".to_owned(), offset: 3, line: Some(1), column: Some(4) };
    Fail {
        verdict: "fail".to_owned(),
        message: "too \"big\"".to_owned(),
        site: site(4, 24),
        at: Some(place),
        wanted: Some(Wanted { name: Some("n".to_owned()), lo, hi, ..wanted("int") }),
        expected: Some("in range".to_owned()),
        found: Some("200".to_owned()),
        test_case: Some(2),
    }
}

fn end() -> Record {
    Record::End(End { reads: 5, exit_code: 3 })
}

#[test]
fn lines() {
    let trace = Trace::parse(format!("{FAIL}\n{END}\n").as_bytes(), b"");
    assert_eq!(trace.records, [Record::Fail(Box::new(fail())), end()]);
    assert_eq!(trace.fail(), Some(&fail()));
    assert!(trace.is_whole());
}

#[test]
fn what_is_not_known_is_skipped() {
    let odd = "{\"v\":1,\"kind\":\"dream\"}\n{\"v\":2,\"kind\":\"end\"}\nno json\n\n[]\n{\"v\":1,\"kind\":\"end\",\"reads\":{}}\n";
    let trace = Trace::parse(format!("{odd}{END}").as_bytes(), b"");
    assert_eq!(trace.records, [end()]);
}

#[test]
fn a_failure_without_a_place() {
    let trace =
        Trace::parse(b"{\"v\":1,\"kind\":\"fail\",\"verdict\":\"fail\",\"message\":\"n must be positive\"}\n", b"");
    let expected = Fail { verdict: "fail".to_owned(), message: "n must be positive".to_owned(), ..Fail::default() };
    assert_eq!(trace.records, [Record::Fail(Box::new(expected))]);
    assert!(!trace.is_whole());
}

#[test]
fn generators_and_checkers() {
    let text = concat!(
        r#"{"v":1,"kind":"gen","seed":18446744073709551615,"draws":2,"options":[{"key":"n","type":"int","default":"5"},"#,
        r#"{"key":"1","type":"string","value":"a"}]}"#,
        "\n",
        r#"{"v":1,"kind":"differ","ouf_offset":1,"ans_offset":2,"ouf":"x","ans":"y"}"#
    );
    let [n, first] = [("n", "int", Some("5"), None), ("1", "string", None, Some("a"))].map(
        |(key, type_name, fallback, value): (_, _, Option<&str>, Option<&str>)| OptionRead {
            key: key.to_owned(),
            type_name: type_name.to_owned(),
            fallback: fallback.map(str::to_owned),
            value: value.map(str::to_owned),
        },
    );
    let differ = Differ { ouf_offset: 1, ans_offset: 2, ouf: "x".to_owned(), ans: "y".to_owned() };
    let generated = Gen { seed: u64::MAX, draws: 2, options: vec![n, first] };
    assert_eq!(Trace::parse(text.as_bytes(), b"").records, [Record::Gen(generated), Record::Differ(differ)]);
}

/// A description: its number, its length in one byte, its text.
fn described(packed: &mut Vec<u8>, number: u8, text: &str) {
    packed.extend([1, number, u8::try_from(text.len()).unwrap()]);
    packed.extend(text.bytes());
}

const INPUT: &[u8] = b"-3 0.25 ab c\n300 7 8 9\n";

/// Reads of the input, the second line of it in no test case.
fn packed() -> Vec<u8> {
    let mut packed = b"TLT\x01".to_vec();
    described(&mut packed, 0, r#"{"stream":"inf","op":"int","lo":-5,"file":"./val.cpp","line":4,"column":9}"#);
    packed.extend([4, 0, 5]);
    described(&mut packed, 1, r#"{"stream":"inf","op":"double","hi":1}"#);
    packed.extend([5, 2]);
    packed.extend(0.25_f64.to_le_bytes());
    packed.push(4);
    packed.extend([2, 2]);
    described(&mut packed, 2, r#"{"stream":"inf","op":"line"}"#);
    packed.extend([6, 2, 5]);
    packed.extend([2, 0]);
    described(&mut packed, 3, r#"{"stream":"inf","op":"unsigned long"}"#);
    packed.extend([7, 0, 0xac, 0x02]);
    packed.extend([4, 1, 0]);
    // A space and an integer, told of by themselves, and once more, as expected.
    described(&mut packed, 4, r#"{"stream":"inf","op":"space"}"#);
    packed.extend([8, 0, 1, 4, 0, 14, 8, 0, 1]);
    packed.extend([3, 3]);
    packed.extend([0, u8::try_from(END.len()).unwrap()]);
    packed.extend(END.bytes());
    packed
}

/// The same in JSON. The second `int` stands a byte before the end of what was read last: a stream may go back.
const UNPACKED: &str = r#"{"v":1,"kind":"read","op":"int","lo":-5,"value":-3,"stream":"inf","offset":0,"len_bytes":2,"file":"./val.cpp","line":4,"column":9}
{"v":1,"kind":"read","op":"double","hi":1,"value":0.25,"stream":"inf","offset":3,"len_bytes":4}
{"v":1,"kind":"read","op":"line","len":4,"stream":"inf","offset":8,"len_bytes":5,"test_case":1}
{"v":1,"kind":"read","op":"unsigned long","value":300,"stream":"inf","offset":13,"len_bytes":3}
{"v":1,"kind":"read","op":"int","lo":-5,"value":0,"stream":"inf","offset":15,"len_bytes":1,"file":"./val.cpp","line":4,"column":9}
{"v":1,"kind":"read","op":"space","len":1,"stream":"inf","offset":16,"len_bytes":1}
{"v":1,"kind":"read","op":"int","lo":-5,"value":7,"stream":"inf","offset":17,"len_bytes":1,"file":"./val.cpp","line":4,"column":9}
{"v":1,"kind":"read","op":"space","len":1,"stream":"inf","offset":18,"len_bytes":1}
{"v":1,"kind":"read","op":"int","lo":-5,"value":8,"stream":"inf","offset":19,"len_bytes":1,"file":"./val.cpp","line":4,"column":9}
{"v":1,"kind":"read","op":"space","len":1,"stream":"inf","offset":20,"len_bytes":1}
{"v":1,"kind":"read","op":"int","lo":-5,"value":9,"stream":"inf","offset":21,"len_bytes":1,"file":"./val.cpp","line":4,"column":9}
{"v":1,"kind":"end","reads":5,"exit_code":3}
"#;

#[test]
fn both_forms_give_the_same() {
    let (packed, lines) = (Trace::parse(&packed(), INPUT), Trace::parse(UNPACKED.as_bytes(), INPUT));
    assert_eq!(packed, lines);
    assert_eq!(packed.records.len(), 12);
    let Record::Read(second) = &packed.records[1] else { panic!("{:?}", packed.records[1]) };
    assert_eq!(second.kind.wanted.hi, Some(Number::Real(1.0)), "bounds of a double are doubles");
}

#[test]
fn what_stands_before_a_cut_is_read() {
    for (whole, form) in [(packed(), "packed"), (UNPACKED.as_bytes().to_vec(), "lines")] {
        let all = Trace::parse(&whole, INPUT).records;
        let mut n_read = 0;
        for cut in 0..whole.len() {
            let some = Trace::parse(&whole[..cut], INPUT).records;
            assert_eq!(some, all[..some.len()], "{form} cut at {cut}");
            assert!(some.len() >= n_read, "{form} cut at {cut}");
            n_read = some.len();
        }
        assert!(n_read >= all.len() - 1, "{form}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>()) {
        Trace::parse(&bytes, INPUT);
        Trace::parse(&[b"TLT\x01", &bytes[..]].concat(), INPUT);
        let mut spoiled = packed();
        let from = at.index(spoiled.len());
        spoiled.splice(from..from, bytes);
        Trace::parse(&spoiled, INPUT);
    }
}
