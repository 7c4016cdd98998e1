//! Telling scripts from other texts.

use std::collections::BTreeSet;

use super::super::looks_like_script;

#[test]
fn recognises_scripts() {
    let generators = BTreeSet::from(["gen", "gen_tree"]);
    let is_script = |text: &str| looks_like_script(text, &generators);
    assert!(is_script("gen 1 > $\n# comment\n\ngen_tree 5 | sort > $\r\n"));
    assert!(is_script("\u{feff}gen"));
    assert!(is_script("<#assign n = 5>\n<#list 1..n as i> gen ${i} > $ </#list>\n<#-- any\nthing -->"));
    assert!(is_script("./gen 1\nfiles/gen.exe 2\n${command} 3\n"));
    assert!(is_script("gen>5"));
    assert!(!is_script(""));
    assert!(!is_script("# only a comment"));
    assert!(!is_script("${command} 3"));
    assert!(!is_script("gen 1\nother 2"));
    assert!(!is_script("generate 1"));
    assert!(!is_script("3 4\n1 2\n"));
}
