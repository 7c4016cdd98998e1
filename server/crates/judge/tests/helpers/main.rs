//! Tests whose executors start this executable again for their helpers, so that it has a `main` of its own: builds with
//! the bodies of testlib.h, what a quick look at inputs tells, and two executors behind one seam (what runs in worker
//! processes that share nothing but contents comes to the same as what runs here).

mod bodies;
mod examples;
mod honest;
mod looks;
mod seam;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

const TESTS: [(&str, fn()); 18] = [
    (
        "bodies::a_check_with_five_programs_makes_the_bodies_and_uses_them",
        bodies::a_check_with_five_programs_makes_the_bodies_and_uses_them,
    ),
    (
        "bodies::a_single_program_gets_the_bodies_in_a_later_check",
        bodies::a_single_program_gets_the_bodies_in_a_later_check,
    ),
    ("bodies::programs_of_several_sources", bodies::programs_of_several_sources),
    ("bodies::what_goes_wrong_is_told_as_without_bodies", bodies::what_goes_wrong_is_told_as_without_bodies),
    ("bodies::a_configured_header_may_have_bodies", bodies::a_configured_header_may_have_bodies),
    ("bodies::clang_links_with_bodies_too", bodies::clang_links_with_bodies_too),
    ("bodies::an_interpreter_that_programs_may_not_start", bodies::an_interpreter_that_programs_may_not_start),
    ("honest::after_programs", honest::after_programs),
    ("honest::after_programs_reduced", honest::after_programs_reduced),
    ("honest::after_random_calls", honest::after_random_calls),
    ("honest::after_random_calls_reduced", honest::after_random_calls_reduced),
    ("honest::memory_that_nobody_has", honest::memory_that_nobody_has),
    ("looks::what_inputs_lead_to", looks::what_inputs_lead_to),
    ("local::open_for_writing", seam::open_for_writing),
    ("local::contract", seam::contract_here),
    ("remote::contract", seam::contract_there),
    ("remote::two_parcels", examples::two_parcels),
    ("remote::quiet_room", examples::quiet_room),
];

fn main() -> ExitCode {
    judge::launcher::serve_if_asked();
    testkit::remote::work_if_asked();
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), TESTS.map(trial).into()).exit_code()
}
