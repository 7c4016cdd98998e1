//! What a quick look at inputs tells of solutions: the time that they take, whether they are right in another way, and the
//! places that they come to.

#![expect(clippy::unwrap_used, reason = "what cannot be built or run fails the test")]

use judge::check::{
    screen::{Look, Screen},
    traces::{Trace, Traces},
};
use problem::model::{ProgramIdx, Role};

use crate::bodies::{Bench, program};

const MAIN: &str =
    "#include <stdio.h>\nint main() { int n; return scanf(\"%d\", &n) != 1 || printf(\"%d\\n\", n) < 0; }\n";
/// Says the same otherwise, and after a tenth of a second where the number is 9.
const SLOW: &str = r#"#include <stdio.h>
#include <time.h>
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    while (n == 9 && clock() < CLOCKS_PER_SEC / 10) {}
    printf(n == 2 ? "%d \n" : "%d\n", n);
}
"#;
/// Comes elsewhere where the number is 9.
const BRANCHES: &str = r#"#include <stdio.h>
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    if (n == 9) puts("nine");
    else printf("%d\n", n);
}
"#;
const INPUTS: [&[u8]; 3] = [b"1\n", b"2\n", b"9\n"];

pub(crate) fn what_inputs_lead_to() {
    let bench = Bench::with(problem::settings::SandboxChoice::Auto, None, None);
    let files = [("sol.cpp", MAIN), ("slow.cpp", SLOW), ("branches.cpp", BRANCHES)];
    bench.write(&files);
    let programs = files.map(|(path, _)| program(path, Role::Solution));
    let header = bench.header_with_bodies();
    let [main, slow, branches] = [0, 1, 2].map(ProgramIdx::from);
    let asked = [&programs[1], &programs[2]].map(|program| program.path.clone());
    let screen = bench.with_context(&header, &programs, |context| {
        Screen::new(context, (main, &[slow, branches]), Some(2000), 2).unwrap().unwrap()
    });
    let looks = screen.look(bench.executor(), &INPUTS, &asked).unwrap();
    assert!(looks[2].times_us[0] >= 100_000, "{:?}", looks[2]);
    let otherwise = |look: &Look| look.otherwise.clone();
    assert_eq!(looks.iter().map(otherwise).collect::<Vec<_>>(), [vec![], vec![(0, 0)], vec![]]);
    let failing = |look: &Look| look.failing.iter().map(|one| one.solution.clone()).collect::<Vec<_>>();
    assert_eq!(looks.iter().map(failing).collect::<Vec<_>>(), [vec![], vec![], vec![asked[1].clone()]]);

    let traces =
        bench.with_context(&header, &programs, |context| Traces::build(context, &[slow, branches], 2).unwrap());
    let traced = traces.of(bench.executor(), &INPUTS, &asked).unwrap();
    let of_branches = |traces: &Vec<Trace>| traces.iter().find(|trace| trace.of == 1).unwrap().places.clone();
    let [one, two, nine] = [0, 1, 2].map(|at| of_branches(&traced[at]));
    assert!(!one.is_empty());
    assert_eq!(one, two);
    // The place before the other words, and not the one before the number.
    let only = |these: &[u32], those: &[u32]| these.iter().filter(|place| !those.contains(place)).count();
    assert!(only(&nine, &one) >= 1 && only(&one, &nine) >= 1, "{one:?} {nine:?}");
}
