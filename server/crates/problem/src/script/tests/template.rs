//! Commands that templates make.

use expect_test::expect;

use super::check;

#[test]
fn lists_on_one_line() {
    check(
        "<#list 1..3 as i> gen ${i} > $ </#list>",
        expect![[r#"
            0:18-30 gen 1 > $
            0:18-30 gen 2 > $
            0:18-30 gen 3 > $
        "#]],
    );
    check(
        "<#list 1..2 as i><#list 1..2 as j>gen ${i} ${j} > $ </#list></#list> gen last",
        expect![[r#"
            0:34-51 gen 1 1 > $
            0:34-51 gen 1 2 > $
            0:34-51 gen 2 1 > $
            0:34-51 gen 2 2 > $
            0:69-77 gen last > $
        "#]],
    );
    check(
        "gen <#list 1..3 as i>${i} </#list> > $",
        expect![[r#"
            0:0-38 gen 1 2 3 > $
        "#]],
    );
    check(
        "gen > <#list [1, 2] as i>${i}</#list>",
        expect![[r#"
            0:0-29 gen > 12
        "#]],
    );
    check(
        "<#list 1..2 as i> gen \"${i} > 5\" </#list>",
        expect![[r#"
            0:17-33 gen "1 > 5" gen "2 > 5" > $
                "gen" ["1 > 5", "gen", "2 > 5"]
        "#]],
    );
    check(
        "<#list 1..2 as i> gen ${i} | sort > ${i} </#list>",
        expect![[r#"
            0:18-40 gen 1 | sort > 1
            0:18-40 gen 2 | sort > 2
        "#]],
    );
}

#[test]
fn text_that_is_no_template() {
    check(
        "gen <#5> <@ #{x} $x {y} <b> </b\ngen $ > 5",
        expect![[r#"
            1:0-9 gen $ > 5
            0:26-27 error: a command has one redirect; put the next command on a line of its own, or `>` in quotes
        "#]],
    );
}
