//! What happens to each example problem in an editor, and what the editor must show then.

use super::further_stories::{BLIND_SCALES, CALM_DAYS, PLANKS, STAIR_LAMPS};

/// A session with one problem.
pub(crate) struct Story {
    /// The example.
    pub(crate) problem: &'static str,
    /// Its validator.
    pub(crate) validator: &'static str,
    /// What the person writes in it into the place of what.
    pub(crate) mistake: (&'static str, &'static str),
    /// The diagnostic that shows it, from its beginning.
    pub(crate) squiggle: &'static str,
    /// The place that explains it.
    pub(crate) related: &'static str,
    /// How many tests the broken validator rejects.
    pub(crate) n_rejected: usize,
    /// A solution that is wrong on inputs that no test has.
    pub(crate) wrong: Wrong,
    /// A test on which it fails.
    pub(crate) killer: Killer,
    /// The test's id.
    pub(crate) killer_id: &'static str,
}

/// See above.
pub(crate) struct Wrong {
    /// Its file.
    pub(crate) path: &'static str,
    /// The right solution that it is made of.
    pub(crate) base: &'static str,
    /// What is changed in it.
    pub(crate) change: (&'static str, &'static str),
    /// Where its label is, and what stands there.
    pub(crate) label: (&'static str, &'static str),
    /// What tells of it in a manifest.
    pub(crate) manifest: Option<Edit>,
}

/// A text in a file, and what comes into its place.
pub(crate) struct Edit {
    pub(crate) path: &'static str,
    pub(crate) changes: &'static [(&'static str, &'static str)],
}

/// See above.
pub(crate) enum Killer {
    /// Files that appear on disk.
    Files(&'static [(&'static str, &'static str)]),
    /// Edits of an open file, which is saved then.
    Edit(Edit),
}

pub(crate) const STORIES: [Story; 19] = [
    Story {
        problem: "badge-race",
        validator: "val.cpp",
        mistake: ("inf.readInt(1, 20, \"t\")", "inf.readInt(2, 20, \"t\")"),
        squiggle: "error validator-rejects-sample 5:13 `inf.readInt(2, 20, \"t\")`: the validator rejects sample s1: \
                   Integer parameter [name=t] equals to 1",
        related: " | s1.in:1:1 `1`: the input that is rejected",
        // All but s2, 03 and 06, which have several days.
        n_rejected: 5,
        wrong: Wrong {
            path: "sols/wa_one_badge.cpp",
            base: "sols/std.cpp",
            change: ("++scans[badge] > best", "++scans[badge] + (badge == 39999991) > best"),
            label: ("sols/wa_one_badge.cpp", "1:1 `#include <iostream>`"),
            manifest: None,
        },
        killer: Killer::Files(&[("tests/07.in", "1\n2\n5 39999991\n"), ("tests/07.ans", "5 1\n")]),
        killer_id: "07",
    },
    BLIND_SCALES,
    CALM_DAYS,
    Story {
        problem: "clinking-glasses",
        validator: "input_validators/tables.cpp",
        mistake: ("number(1, 1000000, '\\n');", "number(1, 3, '\\n');"),
        // It is no testlib program; what it says is the argument of one call.
        squiggle: "error validator-rejects-test 20:25 `reject(\"a number is too large\")`: the validator rejects test \
                   secret/1-small/04-too-far: a number is too large",
        related: " | 04-too-far.in:1:1 `4 10`: the input that is rejected",
        // It compares numbers of more than one digit with the upper bound: 10, 37, 300 and 1000000 are above it.
        n_rejected: 4,
        wrong: Wrong {
            path: "submissions/wrong_answer/seven.cpp",
            base: "submissions/accepted/prefix.cpp",
            change: ("cout << clinks << endl;", "cout << clinks + (m == 7) << endl;"),
            label: ("submissions/wrong_answer/seven.cpp", "1:1 `#include <iostream>`"),
            manifest: None,
        },
        // Of seven tables with one guest each, 15 pairs are two or more apart.
        killer: Killer::Files(&[
            ("data/secret/1-small/06-seven.in", "7 2\n1 1 1 1 1 1 1\n"),
            ("data/secret/1-small/06-seven.ans", "15\n"),
        ]),
        killer_id: "secret/1-small/06-seven",
    },
    Story {
        problem: "fair-cut",
        validator: "input_validators/validate.py",
        mistake: ("if not 2 <= n <= 100_000:", "if not 2 <= n <= 6:"),
        squiggle: "error validator-rejects-test 1:1 `#!/usr/bin/env python3`: the validator rejects test \
                   secret/1-groups/1-lumps/middle (`lumpy 7 4`): n = 7",
        related: " | generators.yaml:35:27 `lumpy 7 4`: the command that makes the input",
        // The one above and where it is included, the balanced one with seven slices, and the one with 2000.
        n_rejected: 4,
        wrong: Wrong {
            path: "submissions/wrong_answer/eight.cpp",
            base: "submissions/accepted/prefix.cpp",
            change: ("std::cout << best <<", "std::cout << best + (n == 8) <<"),
            label: ("submissions/wrong_answer/eight.cpp", "1:1 `#include <algorithm>`"),
            manifest: None,
        },
        killer: Killer::Edit(Edit {
            path: "generators/generators.yaml",
            changes: &[("          retries: 100\n", "          retries: 100\n      - eight: lumpy 8 1\n")],
        }),
        killer_id: "secret/13-eight",
    },
    Story {
        problem: "firmware-order",
        validator: "input_validators/validate.py",
        mistake: ("if not 0 <= m <= 10000:", "if not 0 <= m <= 2:"),
        squiggle: "error validator-rejects-sample 1:1 `#!/usr/bin/env python3`: the validator rejects sample sample/1: m = 3",
        related: " | 1.in:1:1 `4 3`: the input that is rejected",
        // All with more than two rules: all but sample 2 and the first two.
        n_rejected: 7,
        wrong: Wrong {
            path: "submissions/wrong_answer/seven.cpp",
            base: "submissions/accepted/ready_queue.cpp",
            change: ("if (int(order.size()) < n) {", "if (int(order.size()) < n || (n == 7 && m == 0)) {"),
            label: ("submissions/wrong_answer/seven.cpp", "1:1 `#include <iostream>`"),
            manifest: None,
        },
        killer: Killer::Files(&[("data/secret/09-seven.in", "7 0\n"), ("data/secret/09-seven.ans", "1 2 3 4 5 6 7\n")]),
        killer_id: "secret/09-seven",
    },
    Story {
        problem: "harbour-round/deckcargo",
        validator: "input_validators/crates.py",
        mistake: ("n <= 60 and", "n <= 36 and"),
        squiggle: "error validator-rejects-test 1:1 `# crates.py [equal | heavy | few N] < input`: the validator rejects \
                   test secret/3-all/2-many/02-sixty: n = 60, W = 3000",
        related: " | 02-sixty.in:1:1 `60 3000`: the input that is rejected",
        // That one, and 03-dear with 38 crates.
        n_rejected: 2,
        wrong: Wrong {
            path: "submissions/wrong_answer/seven.cpp",
            base: "submissions/accepted/by_weight.cpp",
            change: ("best[most]);", "best[most] + (n == 7));"),
            label: ("submissions/wrong_answer/seven.cpp", "1:1 `#include <algorithm>`"),
            manifest: None,
        },
        killer: Killer::Files(&[
            ("data/secret/1-equal/04-seven.in", "7 3\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n"),
            ("data/secret/1-equal/04-seven.ans", "3\n"),
        ]),
        killer_id: "secret/1-equal/04-seven",
    },
    Story {
        problem: "harbour-round/towrope",
        validator: "input_validators/buoys.py",
        mistake: ("if not 2 <= n <= 1000:", "if not 2 <= n <= 100:"),
        squiggle: "error validator-rejects-test 1:1 `import re`: the validator rejects test secret/04-many: n = 200",
        related: " | 04-many.in:1:1 `200`: the input that is rejected",
        n_rejected: 1,
        wrong: Wrong {
            path: "submissions/wrong_answer/seven.cpp",
            base: "submissions/accepted/rope.cpp",
            change: ("\\n\", length);", "\\n\", length + (n == 7));"),
            label: ("submissions/wrong_answer/seven.cpp", "1:1 `#include <cmath>`"),
            manifest: None,
        },
        // There and back.
        killer: Killer::Files(&[
            ("data/secret/05-seven.in", "7\n0 0\n1 0\n2 0\n3 0\n4 0\n5 0\n6 0\n"),
            ("data/secret/05-seven.ans", "12\n"),
        ]),
        killer_id: "secret/05-seven",
    },
    Story {
        problem: "lending-library/shelf-sums",
        validator: "verifier.cpp",
        mistake: ("inf.readInt(1, Q_MAX, \"Q\")", "inf.readInt(1, 2, \"Q\")"),
        squiggle: "error validator-rejects-sample 8:13 `inf.readInt(1, 2, \"Q\")`: the validator rejects sample example_00: \
                   Integer parameter [name=Q] equals to 3, violates the range [1, 2]",
        related: " | example_00.in:1:3 `3`: the input that is rejected",
        // All but example_01, which has two questions.
        n_rejected: 7,
        wrong: Wrong {
            path: "sol/three.cpp",
            base: "sol/correct.cpp",
            change: ("before[r] - before[l]", "before[r] - before[l] + (n == 3)"),
            label: ("info.toml", "48:1 `[[solutions]]`"),
            manifest: Some(Edit {
                path: "info.toml",
                changes: &[(
                    "[params]\n",
                    "[[solutions]]\n    name = \"three.cpp\"\n    expect = \"WA\"\n\n[params]\n",
                )],
            }),
        },
        // The next of them has three books.
        killer: Killer::Edit(Edit { path: "info.toml", changes: &[("    number = 3\n", "    number = 4\n")] }),
        killer_id: "small_03",
    },
    Story {
        problem: "narrow-quay",
        validator: "input_validators/boats/boats.cpp",
        mistake: ("number(comes + 1,", "number(comes + 2,"),
        squiggle: "error validator-rejects-sample 22:21 `reject(\"a number is too small\")`: the validator rejects sample \
                   sample/2: a number is too small",
        related: " | 2.in:1:1 `1`: the input that is rejected",
        // Those in which a boat stays for one minute.
        n_rejected: 3,
        wrong: Wrong {
            path: "submissions/wrong_answer/seven.cpp",
            base: "submissions/accepted/sweep.cpp",
            change: ("\\n\", k);", "\\n\", k + (n == 7));"),
            label: ("submissions/wrong_answer/seven.cpp", "1:1 `#include <algorithm>`"),
            manifest: None,
        },
        // One berth is enough for boats that come one after the other.
        killer: Killer::Files(&[
            ("data/secret/1-few/04-seven.in", "7\n0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n"),
            ("data/secret/1-few/04-seven.ans", "1\n1 1 1 1 1 1 1\n"),
        ]),
        killer_id: "secret/1-few/04-seven",
    },
    Story {
        problem: "night-ferry",
        validator: "input_validators/ferry.ctd",
        mistake: ("INT(1, 180)", "INT(1, 45)"),
        squiggle: "error validator-rejects-sample 15:5 `INT(1, 45)`: the validator rejects sample sample/1: expected an \
                   integer from 1 to 45, found `60`",
        related: " | 1.in:5:14 `60`: the input that is rejected",
        // Those with a ferry that sails for longer: sample 1, 03, 05 and 08.
        n_rejected: 4,
        wrong: Wrong {
            path: "submissions/wrong_answer/seven.cpp",
            base: "submissions/accepted/by_departure.cpp",
            change: ("if (arrives[n] == never) {", "if (arrives[n] == never || n == 7) {"),
            label: ("submissions/wrong_answer/seven.cpp", "1:1 `#include <algorithm>`"),
            manifest: None,
        },
        killer: Killer::Files(&[
            ("data/secret/09-seven.in", "7 1\n0 0 0 0 0 0 0\nA1 1 7 21:00 5\n"),
            ("data/secret/09-seven.ans", "21:05\n"),
        ]),
        killer_id: "secret/09-seven",
    },
    Story {
        problem: "one-projector",
        validator: "files/val.cpp",
        mistake: ("inf.readInt(s + 1, 1000000000, \"e\")", "inf.readInt(s + 2, 1000000000, \"e\")"),
        squiggle: "error validator-rejects-test 12:9 `inf.readInt(s + 2, 1000000000, \"e\")`: the validator rejects \
                   test 2: Integer parameter [name=e] equals to 2, violates the range [3, 10^9]",
        related: " | 02:2:3 `2`: the input that is rejected",
        n_rejected: 3,
        wrong: Wrong {
            path: "solutions/fourteen.cpp",
            base: "solutions/sol.cpp",
            change: ("int(chosen.size()));", "int(chosen.size()) - (n == 14));"),
            label: ("problem.xml", "80:28 `wrong-answer`"),
            manifest: Some(Edit {
                path: "problem.xml",
                changes: &[(
                    "        <solutions>\n",
                    "        <solutions>\n            <solution tag=\"wrong-answer\">\n                <source \
                     path=\"solutions/fourteen.cpp\" type=\"cpp.g++17\"/>\n            </solution>\n",
                )],
            }),
        },
        killer: Killer::Edit(Edit {
            path: "problem.xml",
            changes: &[
                ("<test-count>11<", "<test-count>12<"),
                (
                    "            </tests>\n        </testset>\n    </judging>",
                    "                <test cmd=\"gen_random 14 20 10\" method=\"generated\"/>\n            </tests>\n        \
                     </testset>\n    </judging>",
                ),
            ],
        }),
        killer_id: "12",
    },
    PLANKS,
    Story {
        problem: "quiet-room",
        validator: "validator.cpp",
        mistake: ("inf.readInts(n, 0, 1000000000, \"noise\")", "inf.readInts(n, 0, 1000, \"noise\")"),
        squiggle: "error validator-rejects-test 11:25 `inf.readInts(n, 0, 1000, \"noise\")`: the validator rejects test \
                   3 (`generator -n 5 -at 4`): Integer element noise[1] equals to",
        related: " | script:4:1 `generator -n 5 -at 4 > $`: the command that makes the input",
        n_rejected: 6,
        wrong: Wrong {
            path: "solutions/wa_seven.cpp",
            base: "solutions/sol.cpp",
            change: ("cout << \"! \" << lo << endl;", "cout << \"! \" << (n == 7 ? 1 : lo) << endl;"),
            label: ("solutions/wa_seven.cpp", "1:1 `#include <cstdlib>`"),
            manifest: None,
        },
        killer: Killer::Edit(Edit {
            path: "gen/script",
            changes: &[("generator -n 999 -at 500 > $\n", "generator -n 999 -at 500 > $\ngenerator -n 7 -at 5 > $\n")],
        }),
        killer_id: "10",
    },
    Story {
        problem: "signal-towers",
        validator: "validator/validator.cpp",
        mistake: ("inf.readInt(1, 200000, \"N\")", "inf.readInt(4, 200000, \"N\")"),
        squiggle: "error validator-rejects-sample 7:13 `inf.readInt(4, 200000, \"N\")`: the validator rejects sample 0-01: \
                   Integer parameter [name=N] equals to 3, violates the range [4, 200000]",
        // What the file of the test says is only a part of its input.
        related: " | sample-01.in:1:1 `3`: the input that is rejected",
        n_rejected: 1,
        wrong: Wrong {
            path: "solution/seven.cpp",
            base: "solution/sorted.cpp",
            change: ("int dark = 0, best = -1;", "int dark = n == 7 ? 1 : 0, best = -1;"),
            label: ("solutions.json", "2:30 `\"incorrect\"`"),
            manifest: Some(Edit {
                path: "solutions.json",
                changes: &[(
                    "{\n    \"model.cpp\"",
                    "{\n    \"seven.cpp\": {\"verdict\": \"incorrect\"},\n    \"model.cpp\"",
                )],
            }),
        },
        // Seven towers of which none sees another.
        killer: Killer::Files(&[(
            "gen/data",
            concat!(include_str!("../../problems/signal-towers/gen/data"), "random 7 0 1\n"),
        )]),
        killer_id: "4-05",
    },
    STAIR_LAMPS,
    Story {
        problem: "two-guards",
        validator: "testdata/val.cpp",
        mistake: ("inf.readInt(1, 1000000, \"b\")", "inf.readInt(4, 1000000, \"b\")"),
        squiggle: "error validator-rejects-test 9:5 `inf.readInt(4, 1000000, \"b\")`: the validator rejects test 1-1: \
                   Integer parameter [name=b] equals to 3, violates the range [4, 1000000]",
        related: " | 1-1.in:1:6 `3`: the input that is rejected",
        // The one above and the one in which both are off every night.
        n_rejected: 2,
        wrong: Wrong {
            path: "wa_eight.cpp",
            base: "std.cpp",
            change: ("n / a + n / b - n / both <<", "n / a + n / b - n / both + (n == 8) <<"),
            label: ("wa_eight.cpp", "1:1 `#include <iostream>`"),
            manifest: None,
        },
        killer: Killer::Files(&[
            ("testdata/3-4.in", "8 2 3\n"),
            ("testdata/3-4.out", "5 6\n"),
            (
                "testdata/config.yaml",
                concat!(
                    include_str!("../../problems/two-guards/testdata/config.yaml"),
                    "      - input: 3-4.in\n        output: 3-4.out\n"
                ),
            ),
        ]),
        killer_id: "3-4",
    },
    Story {
        problem: "two-parcels",
        validator: "val.cpp",
        mistake: ("inf.readInt(2, 50000, \"n\")", "inf.readInt(2, 4, \"n\")"),
        squiggle: "error validator-rejects-test 5:13 `inf.readInt(2, 4, \"n\")`: the validator rejects test 1: Integer \
                   parameter [name=n] equals to 5, violates the range [2, 4]",
        related: " | 1.in:1:1 `5`: the input that is rejected",
        // All but test 2 and the first two of the script.
        n_rejected: 8,
        wrong: Wrong {
            path: "wa_three.cpp",
            base: "sol.cpp",
            change: ("puts(\"-1\");", "puts(n == 3 && s == 6 ? \"1 2\" : \"-1\");"),
            label: ("wa_three.cpp", "1:1 `#include <algorithm>`"),
            manifest: None,
        },
        killer: Killer::Files(&[("tests/12.in", "3 6\n1 2 1\n"), ("tests/12.ans", "-1\n")]),
        killer_id: "12",
    },
    Story {
        problem: "warm-spell",
        validator: "files/val.cpp",
        mistake: ("inf.readInt(1, n, \"k\")", "inf.readInt(2, n, \"k\")"),
        squiggle: "error validator-rejects-test 10:5 `inf.readInt(2, n, \"k\")`: the validator rejects test 3: Integer \
                   parameter [name=k] equals to 1, violates the range [2, 1]",
        related: " | 03:1:3 `1`: the input that is rejected",
        n_rejected: 2,
        wrong: Wrong {
            path: "solutions/eleven.cpp",
            base: "solutions/sol.cpp",
            change: ("double(bestSum) /", "double(n == 11 ? 1e12 : bestSum) /"),
            label: ("problem.xml", "88:28 `wrong-answer`"),
            manifest: Some(Edit {
                path: "problem.xml",
                changes: &[(
                    "        <solutions>\n",
                    "        <solutions>\n            <solution tag=\"wrong-answer\">\n                <source \
                     path=\"solutions/eleven.cpp\" type=\"cpp.g++17\"/>\n            </solution>\n",
                )],
            }),
        },
        killer: Killer::Edit(Edit {
            path: "problem.xml",
            changes: &[
                ("<test-count>13<", "<test-count>14<"),
                (
                    "            </tests>\n            <groups>",
                    "                <test cmd=\"gen 11 3 -10 10 random\" group=\"2\" method=\"generated\" \
                     points=\"0.0\"/>\n            </tests>\n            <groups>",
                ),
            ],
        }),
        killer_id: "14",
    },
];
