//! What happens to the examples in the formats of rbx, sinol-make, task-maker, and of tps with a manager.

use super::stories::{Edit, Killer, Story, Wrong};

pub(super) const BLIND_SCALES: Story = Story {
    problem: "blind-scales",
    validator: "validator/validator.cpp",
    mistake: ("inf.readInt(2, 50000, \"n\")", "inf.readInt(3, 50000, \"n\")"),
    squiggle: "error validator-rejects-sample 7:13 `inf.readInt(3, 50000, \"n\")`: the validator rejects sample 0-01: Integer \
               parameter [name=n] equals to 2, violates the range [3, 50000]",
    related: " | sample-01.in:1:1 `2`: the input that is rejected",
    // The one above and the generated one with two crates.
    n_rejected: 2,
    wrong: Wrong {
        path: "solution/seven.cpp",
        base: "solution/model.cpp",
        change: ("return {low, high};", "return {n == 7 ? high : low, high};"),
        label: ("solutions.json", "2:30 `\"incorrect\"`"),
        manifest: Some(Edit {
            path: "solutions.json",
            changes: &[(
                "{\n    \"model.cpp\"",
                "{\n    \"seven.cpp\": {\"verdict\": \"incorrect\"},\n    \"model.cpp\"",
            )],
        }),
    },
    killer: Killer::Files(&[(
        "gen/data",
        concat!(include_str!("../../problems/blind-scales/gen/data"), "shuffled 7 8\n"),
    )]),
    killer_id: "3-04",
};

pub(super) const CALM_DAYS: Story = Story {
    problem: "calm-days",
    validator: "validator.cpp",
    mistake: ("inf.readInt(0, most, \"d\")", "inf.readInt(1, most, \"d\")"),
    squiggle: "error validator-rejects-test 10:5 `inf.readInt(1, most, \"d\")`: the validator rejects test large/1 (`steps \
               100000 0 0`): Integer parameter [name=d] equals to 0, violates the range [1, ",
    related: " | all.txt:13:5 `steps 100000 0 0`: the command that makes the input",
    // The one above, a sample, and the one that is written in the plan.
    n_rejected: 3,
    wrong: Wrong {
        path: "sols/wa-seven.cpp",
        base: "sols/main.cpp",
        change: ("printf(\"%d\\n\", best);", "printf(\"%d\\n\", best + (n == 7));"),
        label: ("problem.rbx.yml", "30:14 `WRONG_ANSWER`"),
        manifest: None,
    },
    killer: Killer::Edit(Edit {
        path: "plans/all.txt",
        changes: &[("steps 20 5 9\n", "steps 20 5 9\n    @input {\n        7 0\n        3 3 2 2 2 2 2\n    }\n")],
    }),
    killer_id: "small/3",
};

pub(super) const PLANKS: Story = Story {
    problem: "planks",
    validator: "prog/plainwer.cpp",
    mistake: ("number(1, 1000000, '\\n');", "number(1, 3, '\\n');"),
    // It is no testlib program.
    squiggle: "error validator-rejects-test 1:1 `// Planks: whether an input is as the statement says, and as its group, which \
               its name tells, asks for.`: the validator rejects test pla1b (`plaingen`): WRONG a number out of its bounds",
    related: " | plaingen.cpp:1:1 `// Planks: writes the inputs into the working directory.`: the command that makes the input",
    // Those with longer planks: 1b, 2a, 2b and 3b; that by hand and 1c have planks of three tiles.
    n_rejected: 4,
    wrong: Wrong {
        path: "prog/plab4.cpp",
        base: "prog/pla.cpp",
        change: ("printf(\"%zu\\n\", begins.size());", "printf(\"%zu\\n\", begins.size() + (n == 7));"),
        label: (
            "prog/plab4.cpp",
            "1:1 `// Planks, main solution: each plank begins at the first broken tile that is open. O(n).`",
        ),
        manifest: None,
    },
    killer: Killer::Edit(Edit {
        path: "prog/plaingen.cpp",
        changes: &[("    write(\"2a\"", "    write(\"1d\", 2, {1, 2, 3, 4, 5, 6, 7});\n    write(\"2a\"")],
    }),
    killer_id: "pla1d",
};

pub(super) const STAIR_LAMPS: Story = Story {
    problem: "stair-lamps",
    validator: "gen/validator.py",
    mistake: ("n = number(lines[0][0], 1, limits", "n = number(lines[0][0], 3, limits"),
    squiggle: "error validator-rejects-test 1:1 `#!/usr/bin/env python3`: the validator rejects test 002 \
               (`generator 2 3 3 1 mixed`): N is 2, which is not between 3 and 100",
    related: " | GEN:14:1 `2 3 3 1 mixed        # the fewest`: the command that makes the input",
    // The same test in the two subtasks that it counts in.
    n_rejected: 2,
    wrong: Wrong {
        path: "sol/wa_seven.cpp",
        base: "sol/solution.cpp",
        change: ("std::printf(\"%d %d\\n\", best, first);", "std::printf(\"%d %d\\n\", best + (n == 7), first);"),
        label: ("sol/wa_seven.cpp", "1:1 `#include <cstdio>`"),
        manifest: None,
    },
    killer: Killer::Edit(Edit {
        path: "gen/GEN",
        changes: &[("10 40 20 2 falling\n", "10 40 20 2 falling\n7 40 20 2 falling\n")],
    }),
    killer_id: "004",
};
