//! What the command line says of what it was asked for: no more than that, each thing once, and nothing silently.

use std::fs;

use e2e::touchstone::Touchstone;
use testkit::temporary;

#[test]
fn the_size_of_the_cache_is_that_of_all_its_parts() {
    let cache = temporary::folder();
    let write = |name: &str, bytes: usize| {
        let path = cache.path().join(name);
        fs::create_dir_all(path.parent().expect("it lies in one")).expect("a folder can be made");
        fs::write(path, vec![0; bytes]).expect("a file can be written");
    };
    write("include/made-a/testlib.h.gch", 3 << 20);
    write("include/made-b/bits/stdc++.h.gch", 4 << 20);
    write("include/made-a/testlib.a", 2 << 20);
    write("replies/one", 5 << 20);
    let command = || Touchstone::new().with_cache(cache.path()).arg("cache");
    let shown = command().arg("show").run().expect_code(0).stdout;
    assert!(shown.contains("\n       9.0 MB  precompiled headers\n"), "{shown}");
    assert!(shown.contains("\n       5.0 MB  replies of language models\n"), "{shown}");
    let freed = command().arg("clean").run().expect_code(0).stdout;
    let freed: f64 = freed.split(' ').next().and_then(|number| number.parse().ok()).expect("a number comes first");
    assert!(freed >= 14.0, "{freed}");
    assert!(!cache.path().join("include/made-a/testlib.h.gch").exists());
}
