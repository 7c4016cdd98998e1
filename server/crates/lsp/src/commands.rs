//! The names of the commands that any client may call.

/// Each takes one object with `uri`, the problem's root, and named options.
pub(crate) const COMMANDS: [&str; 11] = [
    "touchstone.run",
    "touchstone.showMatrix",
    "touchstone.showTest",
    "touchstone.setLabel",
    "touchstone.clearCache",
    "touchstone.exportReport",
    "touchstone.explain",
    "touchstone.hack",
    "touchstone.write",
    "touchstone.fix",
    "touchstone.minimize",
];
