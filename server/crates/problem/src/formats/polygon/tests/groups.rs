//! Groups of testsets.

use expect_test::{Expect, expect};

use super::{dump_place, read};
use crate::scoring::{Item, Rules};

fn check(tests: &str, groups: &str, expected: Expect) {
    let manifest = format!(
        "<problem short-name=\"p\"><judging><testset name=\"tests\"><input-path-pattern>tests/%d</input-path-pattern>\n\
         <tests>\n{tests}</tests>\n{groups}</testset></judging>\n<assets><solutions/></assets></problem>"
    );
    let files = [("problem.xml", manifest.as_str()), ("tests/1", "1"), ("tests/2", "2"), ("tests/3", "3")];
    let problem = read(&files);
    let mut out = String::new();
    if let Some(scoring) = &problem.scoring {
        let Rules::Polygon(rules) = &scoring.rules else { panic!("{scoring:?}") };
        out += if scoring.scored { "" } else { "no scores\n" };
        for (group, rule) in scoring.groups.iter().zip(rules) {
            let items = group.items.iter().map(|item| match *item {
                Item::Test(test) => problem.tests[test].id.clone(),
                Item::Group(part) => format!("[{}]", scoring.groups[part].name),
            });
            let items: Vec<String> = items.collect();
            let on: Vec<&str> = group.dependencies.iter().map(|&on| scoring.groups[on].name.as_str()).collect();
            out += &format!("`{}` {:?}: {} after {on:?} {rule:?}\n", group.name, group.max_score, items.join(" "));
        }
    }
    for finding in problem
        .findings
        .iter()
        .filter(|finding| finding.message.contains("group") || finding.message.contains("policy"))
    {
        let place = finding.place.as_ref().map(dump_place).unwrap_or_default();
        out += &format!("{:?} {} {place} {}\n", finding.severity, finding.code, finding.message);
    }
    expected.assert_eq(&out);
}

#[test]
fn policies_points_and_dependencies() {
    let tests = "<test method=\"manual\" group=\"a\" points=\"10\"/>\n<test method=\"manual\" points=\"5\"/>\n\
                 <test method=\"manual\" group=\"b\" points=\"7.5\"/>\n";
    let groups = "<groups>\n<group name=\"a\" points=\"12\" points-policy=\"complete-group\"/>\n\
                  <group name=\"b\" points-policy=\"each-test\" feedback-policy=\"none\"><dependencies>\
                  <dependency group=\"a\"/></dependencies></group>\n</groups>";
    check(
        tests,
        groups,
        expect![[r#"
        `` Some(24.5): [a] [b] 2 after [] PolygonRule { complete: false, points: None }
        `a` Some(12.0): 1 after [] PolygonRule { complete: true, points: Some(12.0) }
        `b` Some(7.5): 3 after ["a"] PolygonRule { complete: false, points: None }
    "#]],
    );
}

#[test]
fn groups_without_points_and_nothing_at_all() {
    let tests = "<test method=\"manual\" group=\"a\"/>\n<test method=\"manual\" group=\"b\"/>\n";
    check(
        tests,
        "",
        expect![[r#"
        no scores
        `` None: [a] [b] after [] PolygonRule { complete: false, points: None }
        `a` None: 1 after [] PolygonRule { complete: false, points: None }
        `b` None: 2 after [] PolygonRule { complete: false, points: None }
    "#]],
    );
    check("<test method=\"manual\"/>\n", "", expect![[""]]);
}

#[test]
fn groups_that_do_not_fit() {
    let tests = "<test method=\"manual\" group=\"a\"/>\n<test method=\"manual\" group=\"c\"/>\n\
                 <test method=\"manual\" group=\"c\"/>\n";
    let groups = "<groups>\n<group name=\"a\" points-policy=\"half\" points=\"1\"/>\n<group name=\"a\"/>\n<group/>\n\
                  <group name=\"b\"><dependencies><dependency group=\"b\"/><dependency group=\"z\"/></dependencies></group>\n\
                  </groups>";
    check(
        tests,
        groups,
        expect![[r#"
        `` None: [a] [b] [c] after [] PolygonRule { complete: false, points: None }
        `a` Some(1.0): 1 after [] PolygonRule { complete: false, points: Some(1.0) }
        `b` Some(0.0):  after ["b"] PolygonRule { complete: false, points: None }
        `c` None: 2 3 after [] PolygonRule { complete: false, points: None }
        Warning manifest-stale problem.xml:4:1-34 the group `c` is not among the groups of the testset
        Warning manifest-broken problem.xml:8:32-36 `half` is neither `complete-group` nor `each-test`; the latter is taken
        Warning manifest-broken problem.xml:9:1-18 there is already a group `a`, which counts
        Warning manifest-broken problem.xml:10:1-9 this group has no `name` and is left out
        Warning manifest-stale problem.xml:11:1-17 the group `b` has no tests
        Warning manifest-broken problem.xml:11:50-51 the group `b` depends on itself
        Warning manifest-broken problem.xml:11:73-74 there is no group `z` to depend on
    "#]],
    );
}
