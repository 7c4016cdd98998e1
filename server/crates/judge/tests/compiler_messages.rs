//! What the compilers write of the fixtures, read.

#![expect(clippy::unwrap_used, reason = "a fixture that is not there fails the test")]

use std::path::Path;

use expect_test::{Expect, expect};
use judge::compile::messages::{CompilerMessage, CountedEnds, Dialect, SourcePlace, include_line, parse, to_range};
use problem::text::LineIndex;

/// Prints each message with the source text that its range covers, and the places related to it.
fn check(output: &str, expected: Expect) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/compiler");
    let output = folder.join(output);
    let name = output.file_name().unwrap().to_str().unwrap();
    let dialect = match name.split('.').nth(1).unwrap() {
        "sarif" => Dialect::Sarif,
        "json" => Dialect::GccJson,
        "text" => Dialect::Text,
        other => panic!("no dialect is called {other}"),
    };
    let written = std::fs::read_to_string(&output).unwrap();
    let folder = output.parent().unwrap();
    let printed: String = parse(dialect, &written).iter().map(|message| print(folder, message)).collect();
    expected.assert_eq(&printed);
}

fn print(folder: &Path, message: &CompilerMessage) -> String {
    let mut printed = format!("{:?}: {}", message.severity, message.text);
    if let Some(option) = &message.option {
        printed += &format!(" [{option}]");
    }
    printed += "\n";
    if let Some(place) = &message.place {
        printed += &format!("    at {}\n", covered(folder, place));
    }
    for include in &message.included_from {
        printed += &format!("    from {}\n", covered(folder, include));
    }
    for (place, text) in &message.related {
        printed += &format!("    related {}: {text}\n", covered(folder, place));
    }
    printed
}

/// The file, the range and the text in it.
fn covered(folder: &Path, place: &SourcePlace) -> String {
    let text = std::fs::read_to_string(folder.join(&place.file)).unwrap();
    let range = to_range(place, &text, CountedEnds::Lf);
    let index = LineIndex::new(&text);
    let (start, end) = (range.start, range.end);
    let words = &text[index.offset(start)..index.offset(end)];
    let file = &place.file;
    format!("{file} {}:{}-{}:{} {words:?}", start.line, start.character, end.line, end.character)
}

#[test]
fn syntax() {
    check(
        "syntax/clang14.text.txt",
        expect![[r#"
        Error: expected ';' at end of declaration list
            at source.cpp 2:6-2:7 "y"
        Error: expected ')'
            at source.cpp 7:29-7:30 "{"
            related source.cpp 7:6-7:7 "(": to match this '('
        Error: expected statement
            at source.cpp 11:0-11:1 "}"
    "#]],
    );
    check(
        "syntax/gcc12.json.txt",
        expect![[r#"
        Error: expected ‘;’ at end of member declaration
            at source.cpp 2:6-2:7 "y"
            related source.cpp 2:6-2:7 "y": insert `;`
        Error: expected ‘)’ before ‘{’ token
            at source.cpp 7:26-7:28 "++"
            related source.cpp 7:26-7:28 "++": insert `)`
        Error: expected ‘;’ before ‘}’ token
            at source.cpp 10:12-10:13 "]"
            related source.cpp 10:12-10:13 "]": insert `;`
    "#]],
    );
    check(
        "syntax/gcc12.text.txt",
        expect![[r#"
            Error: expected ‘;’ at end of member declaration
                at source.cpp 2:6-2:7 "y"
                related source.cpp 2:6-2:7 "y": insert `;`
            Error: expected ‘)’ before ‘{’ token
                at source.cpp 7:29-7:30 "{"
                related source.cpp 7:26-7:28 "++": insert `)`
            Error: expected ‘;’ before ‘}’ token
                at source.cpp 10:12-10:13 "]"
                related source.cpp 10:12-10:13 "]": insert `;`
        "#]],
    );
    check(
        "syntax/gcc13.sarif.txt",
        expect![[r#"
            Error: expected ';' at end of member declaration
                at source.cpp 2:6-2:7 "y"
                related source.cpp 2:6-2:7 "y": insert `;`
            Error: expected ')' before '{' token
                at source.cpp 7:29-7:30 "{"
                related source.cpp 7:26-7:28 "++": insert `)`
                related source.cpp 7:6-7:7 "(": to match this '('
        "#]],
    );
}

#[test]
fn undeclared() {
    check(
        "undeclared/clang14.text.txt",
        expect![[r#"
        Error: use of undeclared identifier 'lenght'; did you mean 'length'?
            at source.cpp 3:15-3:21 "lenght"
            related source.cpp 0:4-0:10 "length": 'length' declared here
        Error: use of undeclared identifier 'missing'
            at source.cpp 4:19-4:26 "missing"
    "#]],
    );
    check(
        "undeclared/gcc12.json.txt",
        expect![[r#"
        Error: ‘lenght’ was not declared in this scope; did you mean ‘length’?
            at source.cpp 3:15-3:21 "lenght"
            related source.cpp 3:15-3:21 "lenght": replace this with `length`
        Error: ‘missing’ was not declared in this scope
            at source.cpp 4:19-4:26 "missing"
    "#]],
    );
    check(
        "undeclared/gcc12.text.txt",
        expect![[r#"
        Error: ‘lenght’ was not declared in this scope; did you mean ‘length’?
            at source.cpp 3:15-3:21 "lenght"
            related source.cpp 3:15-3:21 "lenght": replace this with `length`
        Error: ‘missing’ was not declared in this scope
            at source.cpp 4:19-4:26 "missing"
    "#]],
    );
    check(
        "undeclared/gcc15.sarif.txt",
        expect![[r#"
        Error: 'lenght' was not declared in this scope; did you mean 'length'?
            at source.cpp 3:15-3:21 "lenght"
            related source.cpp 3:15-3:21 "lenght": replace this with `length`
        Error: 'missing' was not declared in this scope
            at source.cpp 4:19-4:26 "missing"
    "#]],
    );
}

#[test]
fn warning() {
    check(
        "warning/clang14.text.txt",
        expect![[r#"
        Warning: using the result of an assignment as a condition without parentheses [-Wparentheses]
            at source.cpp 2:6-2:11 "n = 4"
            related source.cpp 2:8-2:9 "=": place parentheses around the assignment to silence this warning
            related source.cpp 2:8-2:9 "=": use '==' to turn this assignment into an equality comparison
        Warning: unused variable 'unused' [-Wunused-variable]
            at source.cpp 1:6-1:12 "unused"
        Warning: comparison of integers of different signs: 'unsigned int' and 'int' [-Wsign-compare]
            at source.cpp 6:9-6:14 "n < k"
    "#]],
    );
    check(
        "warning/gcc12.json.txt",
        expect![[r#"
        Warning: suggest parentheses around assignment used as truth value [-Wparentheses]
            at source.cpp 2:6-2:11 "n = 4"
        Warning: comparison of integer expressions of different signedness: ‘unsigned int’ and ‘int’ [-Wsign-compare]
            at source.cpp 6:9-6:14 "n < k"
        Warning: unused variable ‘unused’ [-Wunused-variable]
            at source.cpp 1:6-1:12 "unused"
    "#]],
    );
    check(
        "warning/gcc12.text.txt",
        expect![[r#"
        Warning: suggest parentheses around assignment used as truth value [-Wparentheses]
            at source.cpp 2:6-2:11 "n = 4"
        Warning: comparison of integer expressions of different signedness: ‘unsigned int’ and ‘int’ [-Wsign-compare]
            at source.cpp 6:9-6:14 "n < k"
        Warning: unused variable ‘unused’ [-Wunused-variable]
            at source.cpp 1:6-1:12 "unused"
    "#]],
    );
    check(
        "warning/gcc15.sarif.txt",
        expect![[r#"
        Warning: suggest parentheses around assignment used as truth value [-Wparentheses]
            at source.cpp 2:6-2:11 "n = 4"
        Warning: unused variable 'unused' [-Wunused-variable]
            at source.cpp 1:6-1:12 "unused"
    "#]],
    );
}

#[test]
fn include() {
    check(
        "include/clang14.text.txt",
        expect![[r##"
        Error: cannot initialize a variable of type 'int *' with an rvalue of type 'int'
            at ./sub/inner.h 3:7-3:11 "none"
            from ./outer.h 1:0-1:22 "#include \"sub/inner.h\""
            from source.cpp 0:0-0:18 "#include \"outer.h\""
        Error: expected expression
            at ./sub/inner.h 4:16-4:17 ";"
            from ./outer.h 1:0-1:22 "#include \"sub/inner.h\""
            from source.cpp 0:0-0:18 "#include \"outer.h\""
        Error: use of undeclared identifier 'valu'; did you mean 'value'?
            at ./outer.h 4:13-4:17 "valu"
            from source.cpp 0:0-0:18 "#include \"outer.h\""
            related ./outer.h 3:21-3:26 "value": 'value' declared here
    "##]],
    );
    check(
        "include/gcc12.json.txt",
        expect![[r#"
        Error: invalid conversion from ‘int’ to ‘int*’ [-fpermissive]
            at sub/inner.h 3:14-3:15 "3"
        Error: expected primary-expression before ‘;’ token
            at sub/inner.h 4:16-4:17 ";"
        Error: ‘valu’ was not declared in this scope; did you mean ‘value’?
            at outer.h 4:13-4:17 "valu"
            related outer.h 4:13-4:17 "valu": replace this with `value`
        Warning: unused parameter ‘value’ [-Wunused-parameter]
            at outer.h 3:17-3:26 "int value"
    "#]],
    );
    check(
        "include/gcc12.text.txt",
        expect![[r##"
        Error: invalid conversion from ‘int’ to ‘int*’ [-fpermissive]
            at sub/inner.h 3:14-3:15 "3"
            from outer.h 1:0-1:22 "#include \"sub/inner.h\""
            from source.cpp 0:0-0:18 "#include \"outer.h\""
        Error: expected primary-expression before ‘;’ token
            at sub/inner.h 4:16-4:17 ";"
            from outer.h 1:0-1:22 "#include \"sub/inner.h\""
            from source.cpp 0:0-0:18 "#include \"outer.h\""
        Error: ‘valu’ was not declared in this scope; did you mean ‘value’?
            at outer.h 4:13-4:17 "valu"
            from source.cpp 0:0-0:18 "#include \"outer.h\""
            related outer.h 4:13-4:17 "valu": replace this with `value`
        Warning: unused parameter ‘value’ [-Wunused-parameter]
            at outer.h 3:17-3:26 "int value"
            from source.cpp 0:0-0:18 "#include \"outer.h\""
    "##]],
    );
    check(
        "include/gcc15.sarif.txt",
        expect![[r##"
        Error: invalid conversion from 'int' to 'int*' [-fpermissive]
            at sub/inner.h 3:14-3:15 "3"
            from outer.h 1:0-1:22 "#include \"sub/inner.h\""
            from source.cpp 0:0-0:18 "#include \"outer.h\""
        Error: expected primary-expression before ';' token
            at sub/inner.h 4:16-4:17 ";"
            from outer.h 1:0-1:22 "#include \"sub/inner.h\""
            from source.cpp 0:0-0:18 "#include \"outer.h\""
        Error: 'valu' was not declared in this scope; did you mean 'value'?
            at outer.h 4:13-4:17 "valu"
            from source.cpp 0:0-0:18 "#include \"outer.h\""
            related outer.h 4:13-4:17 "valu": replace this with `value`
    "##]],
    );
}

#[test]
fn template() {
    check(
        "template/clang14.text.txt",
        expect![[r##"
        Error: invalid operands to binary expression ('const Edge' and 'const Edge')
            at ./order.h 4:9-4:14 "a < b"
            from source.cpp 0:0-0:18 "#include \"order.h\""
            related ./order.h 9:9-9:16 "is_less": in instantiation of function template specialization 'is_less<Edge>' requested here
            related source.cpp 8:11-8:21 "smaller_of": in instantiation of function template specialization 'smaller_of<Edge>' requested here
    "##]],
    );
    check(
        "template/gcc12.json.txt",
        expect![[r#"
        Error: no match for ‘operator<’ (operand types are ‘const Edge’ and ‘const Edge’)
            at order.h 4:9-4:14 "a < b"
    "#]],
    );
    check(
        "template/gcc12.text.txt",
        expect![[r##"
            Error: no match for ‘operator<’ (operand types are ‘const Edge’ and ‘const Edge’)
                at order.h 4:9-4:14 "a < b"
                from source.cpp 0:0-0:18 "#include \"order.h\""
                related order.h 9:9-9:16 "is_less": required from ‘T smaller_of(const T&, const T&) [with T = Edge]’
                related source.cpp 8:11-8:21 "smaller_of": required from here
        "##]],
    );
    check(
        "template/gcc15.sarif.txt",
        expect![[r##"
        Error: no match for 'operator<' (operand types are 'const Edge' and 'const Edge')
            at order.h 4:9-4:14 "a < b"
            from source.cpp 0:0-0:18 "#include \"order.h\""
    "##]],
    );
}

#[test]
fn linker() {
    check(
        "linker/clang14.text.txt",
        expect![[r#"
        Warning: unused variable 'unused' [-Wunused-variable]
            at source.cpp 7:6-7:12 "unused"
        Error: undefined reference to `solve(int)', used in `twice(int)'
    "#]],
    );
    check(
        "linker/gcc12.json.txt",
        expect![[r#"
        Warning: unused variable ‘unused’ [-Wunused-variable]
            at source.cpp 7:6-7:12 "unused"
        Error: undefined reference to `solve(int)', used in `twice(int)'
    "#]],
    );
    check(
        "linker/gcc12.text.txt",
        expect![[r#"
        Warning: unused variable ‘unused’ [-Wunused-variable]
            at source.cpp 7:6-7:12 "unused"
        Error: undefined reference to `solve(int)', used in `twice(int)'
    "#]],
    );
    check(
        "linker/gcc15.sarif.txt",
        expect![[r#"
        Warning: unused variable 'unused' [-Wunused-variable]
            at source.cpp 7:6-7:12 "unused"
        Error: undefined reference to `solve(int)', used in `twice(int)'
    "#]],
    );
}

#[test]
fn static_assert() {
    check(
        "static_assert/clang14.text.txt",
        expect![[r#"
        Error: static_assert failed due to requirement '200 <= 100' "the table is too large"
            at source.cpp 2:2-2:15 "static_assert"
            related source.cpp 7:13-7:18 "table": in instantiation of template class 'Table<200>' requested here
        Error: static_assert failed due to requirement 'sizeof(int) == 8' "int must have 64 bits"
            at source.cpp 8:2-8:15 "static_assert"
    "#]],
    );
    check(
        "static_assert/gcc12.json.txt",
        expect![[r#"
            Error: static assertion failed: the table is too large
                at source.cpp 2:16-2:24 "N <= 100"
                related source.cpp 2:16-2:24 "N <= 100": the comparison reduces to ‘(200 <= 100)’
            Error: static assertion failed: int must have 64 bits
                at source.cpp 8:16-8:32 "sizeof(int) == 8"
                related source.cpp 8:16-8:32 "sizeof(int) == 8": the comparison reduces to ‘(4 == 8)’
        "#]],
    );
    check(
        "static_assert/gcc12.text.txt",
        expect![[r#"
        Error: static assertion failed: the table is too large
            at source.cpp 2:16-2:24 "N <= 100"
            related source.cpp 7:13-7:18 "table": required from here
            related source.cpp 2:18-2:20 "<=": the comparison reduces to ‘(200 <= 100)’
        Error: static assertion failed: int must have 64 bits
            at source.cpp 8:16-8:32 "sizeof(int) == 8"
            related source.cpp 8:28-8:30 "==": the comparison reduces to ‘(4 == 8)’
    "#]],
    );
    check(
        "static_assert/gcc15.sarif.txt",
        expect![[r#"
        Error: static assertion failed: the table is too large
            at source.cpp 2:16-2:24 "N <= 100"
            related source.cpp 2:16-2:24 "N <= 100": the comparison reduces to '(200 <= 100)'
        Error: static assertion failed: int must have 64 bits
            at source.cpp 8:16-8:32 "sizeof(int) == 8"
            related source.cpp 8:16-8:32 "sizeof(int) == 8": the comparison reduces to '(4 == 8)'
    "#]],
    );
}

#[test]
fn non_ascii() {
    check(
        "non_ascii/clang14.text.txt",
        expect![[r#"
        Error: cannot initialize a variable of type 'int' with an lvalue of type 'const char *'
            at source.cpp 1:46-1:47 "n"
        Error: use of undeclared identifier 'm'
            at source.cpp 2:26-2:27 "m"
        Error: use of undeclared identifier 'größ'; did you mean 'größe'?
            at source.cpp 3:34-3:38 "größ"
            related source.cpp 2:18-2:23 "größe": 'größe' declared here
    "#]],
    );
    check(
        "non_ascii/gcc12.json.txt",
        expect![[r#"
        Error: invalid conversion from ‘const char*’ to ‘int’ [-fpermissive]
            at source.cpp 1:50-1:58 "greeting"
        Error: ‘m’ was not declared in this scope
            at source.cpp 2:26-2:27 "m"
        Error: ‘größ’ was not declared in this scope; did you mean ‘größe’?
            at source.cpp 3:34-3:38 "größ"
            related source.cpp 3:34-3:38 "größ": replace this with `größe`
        Warning: unused variable ‘n’ [-Wunused-variable]
            at source.cpp 1:46-1:47 "n"
        Warning: unused variable ‘größe’ [-Wunused-variable]
            at source.cpp 2:18-2:23 "größe"
        Warning: unused variable ‘wide’ [-Wunused-variable]
            at source.cpp 3:14-3:18 "wide"
    "#]],
    );
    check(
        "non_ascii/gcc12.text.txt",
        expect![[r#"
        Error: invalid conversion from ‘const char*’ to ‘int’ [-fpermissive]
            at source.cpp 1:50-1:58 "greeting"
        Error: ‘m’ was not declared in this scope
            at source.cpp 2:26-2:27 "m"
        Error: ‘größ’ was not declared in this scope; did you mean ‘größe’?
            at source.cpp 3:34-3:38 "größ"
            related source.cpp 3:34-3:38 "größ": replace this with `größe`
        Warning: unused variable ‘n’ [-Wunused-variable]
            at source.cpp 1:46-1:47 "n"
        Warning: unused variable ‘größe’ [-Wunused-variable]
            at source.cpp 2:18-2:23 "größe"
        Warning: unused variable ‘wide’ [-Wunused-variable]
            at source.cpp 3:14-3:18 "wide"
    "#]],
    );
    check(
        "non_ascii/gcc14.sarif.txt",
        expect![[r#"
        Error: invalid conversion from 'const char*' to 'int' [-fpermissive]
            at source.cpp 1:50-1:58 "greeting"
        Error: 'm' was not declared in this scope
            at source.cpp 2:26-2:27 "m"
        Error: 'größ' was not declared in this scope; did you mean 'größe'?
            at source.cpp 3:34-3:38 "größ"
            related source.cpp 3:34-3:38 "größ": replace this with `größe`
    "#]],
    );
}

#[test]
fn tabs() {
    check(
        "tabs/clang14.text.txt",
        expect![[r#"
        Error: use of undeclared identifier 'one'
            at source.cpp 1:13-1:16 "one"
        Error: use of undeclared identifier 'two'
            at source.cpp 2:15-2:18 "two"
        Error: use of undeclared identifier 'third'
            at source.cpp 3:12-3:17 "third"
    "#]],
    );
    check(
        "tabs/gcc12.json.txt",
        expect![[r#"
        Error: ‘one’ was not declared in this scope
            at source.cpp 1:13-1:16 "one"
        Error: ‘two’ was not declared in this scope
            at source.cpp 2:15-2:18 "two"
        Error: ‘third’ was not declared in this scope
            at source.cpp 3:12-3:17 "third"
        Warning: unused variable ‘first’ [-Wunused-variable]
            at source.cpp 1:5-1:10 "first"
        Warning: unused variable ‘second’ [-Wunused-variable]
            at source.cpp 2:6-2:12 "second"
    "#]],
    );
    check(
        "tabs/gcc12.text.txt",
        expect![[r#"
        Error: ‘one’ was not declared in this scope
            at source.cpp 1:13-1:16 "one"
        Error: ‘two’ was not declared in this scope
            at source.cpp 2:15-2:18 "two"
        Error: ‘third’ was not declared in this scope
            at source.cpp 3:12-3:17 "third"
        Warning: unused variable ‘first’ [-Wunused-variable]
            at source.cpp 1:5-1:10 "first"
        Warning: unused variable ‘second’ [-Wunused-variable]
            at source.cpp 2:6-2:12 "second"
    "#]],
    );
    check(
        "tabs/gcc15.sarif.txt",
        expect![[r#"
        Error: 'one' was not declared in this scope
            at source.cpp 1:13-1:16 "one"
        Error: 'two' was not declared in this scope
            at source.cpp 2:15-2:18 "two"
        Error: 'third' was not declared in this scope
            at source.cpp 3:12-3:17 "third"
    "#]],
    );
}

#[test]
fn crlf() {
    check(
        "crlf/clang14.text.txt",
        expect![[r#"
        Error: use of undeclared identifier 'm'
            at source.cpp 1:10-1:11 "m"
        Error: expected ';' after return statement
            at source.cpp 3:9-3:10 "n"
    "#]],
    );
    check(
        "crlf/gcc12.json.txt",
        expect![[r#"
        Error: ‘m’ was not declared in this scope
            at source.cpp 1:10-1:11 "m"
        Error: expected ‘;’ before ‘}’ token
            at source.cpp 3:9-3:10 "n"
            related source.cpp 3:9-3:10 "n": insert `;`
    "#]],
    );
    check(
        "crlf/gcc12.text.txt",
        expect![[r#"
        Error: ‘m’ was not declared in this scope
            at source.cpp 1:10-1:11 "m"
        Error: expected ‘;’ before ‘}’ token
            at source.cpp 3:9-3:10 "n"
            related source.cpp 3:9-3:10 "n": insert `;`
    "#]],
    );
    check(
        "crlf/gcc15.sarif.txt",
        expect![[r#"
        Error: 'm' was not declared in this scope
            at source.cpp 1:10-1:11 "m"
        Error: expected ';' before '}' token
            at source.cpp 3:9-3:10 "n"
            related source.cpp 3:9-3:10 "n": insert `;`
    "#]],
    );
}

#[test]
fn deprecated() {
    check(
        "deprecated/clang14.text.txt",
        expect![[r#"
        Warning: 'registerGen' is deprecated: Use registerGen(argc, argv, 1) instead [-Wdeprecated-declarations]
            at source.cpp 3:2-3:13 "registerGen"
            related ./generator.h 4:15-4:25 "deprecated": 'registerGen' has been explicitly marked deprecated here
    "#]],
    );
    check(
        "deprecated/gcc12.json.txt",
        expect![[r#"
        Warning: ‘void registerGen(int, char**)’ is deprecated: Use registerGen(argc, argv, 1) instead [-Wdeprecated-declarations]
            at source.cpp 3:2-3:25 "registerGen(argc, argv)"
            related generator.h 5:5-5:16 "registerGen": declared here
    "#]],
    );
    check(
        "deprecated/gcc12.text.txt",
        expect![[r#"
        Warning: ‘void registerGen(int, char**)’ is deprecated: Use registerGen(argc, argv, 1) instead [-Wdeprecated-declarations]
            at source.cpp 3:2-3:25 "registerGen(argc, argv)"
            related generator.h 5:5-5:16 "registerGen": declared here
    "#]],
    );
    check(
        "deprecated/gcc15.sarif.txt",
        expect![[r#"
        Warning: 'void registerGen(int, char**)' is deprecated: Use registerGen(argc, argv, 1) instead [-Wdeprecated-declarations]
            at source.cpp 3:2-3:25 "registerGen(argc, argv)"
            related generator.h 5:5-5:16 "registerGen": declared here
    "#]],
    );
}

#[test]
fn missing_header() {
    check(
        "missing_header/clang14.text.txt",
        expect![[r#"
        Error: 'nowhere.h' file not found
            at source.cpp 0:9-0:20 "\"nowhere.h\""
    "#]],
    );
    check(
        "missing_header/gcc12.json.txt",
        expect![[r#"
        Error: nowhere.h: No such file or directory
            at source.cpp 0:9-0:20 "\"nowhere.h\""
    "#]],
    );
    check(
        "missing_header/gcc12.text.txt",
        expect![[r#"
        Error: nowhere.h: No such file or directory
            at source.cpp 0:9-0:20 "\"nowhere.h\""
    "#]],
    );
    check(
        "missing_header/gcc15.sarif.txt",
        expect![[r#"
        Error: nowhere.h: No such file or directory
            at source.cpp 0:9-0:20 "\"nowhere.h\""
    "#]],
    );
}

#[test]
fn an_include_is_found_where_json_does_not_say_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/compiler/include");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let messages = parse(Dialect::GccJson, &read("gcc12.json.txt"));
    let header = &messages.iter().find_map(|message| message.place.as_ref()).unwrap().file;
    let range = include_line(&read("outer.h"), header).unwrap();
    assert_eq!((range.start.line, range.start.character, range.end.character), (1, 0, 22));
}

/// A compiler may be killed at any point of its output.
#[test]
fn cut_output_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/compiler/include");
    for (name, dialect) in [
        ("clang14.text.txt", Dialect::Text),
        ("gcc12.text.txt", Dialect::Text),
        ("gcc12.json.txt", Dialect::GccJson),
        ("gcc15.sarif.txt", Dialect::Sarif),
    ] {
        let written = std::fs::read_to_string(folder.join(name)).unwrap();
        let cuts = written.char_indices().map(|(at, _)| at).filter(|&at| at > 0).step_by(13);
        for message in cuts.flat_map(|at| parse(dialect, &written[..at])) {
            assert!(!message.text.is_empty());
            for place in message.place.iter().chain(message.related.iter().map(|(place, _)| place)) {
                to_range(place, "é\n", CountedEnds::Lf);
            }
        }
    }
}
