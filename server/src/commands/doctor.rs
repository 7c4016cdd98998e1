//! `touchstone doctor`

use judge::compile::Compiler;

use super::{FOUND_NOTHING, FOUND_SOMETHING};
use crate::{app::App, args::Global, assets, output};

pub(crate) fn run(global: &Global) -> anyhow::Result<u8> {
    let app = App::start(global, false)?;
    output::line(&format!("touchstone  {}", assets::version()));
    let mut is_fit = true;
    compiler("C++", app.toolchain.cxx.as_ref(), "install g++ (Debian, Ubuntu: `apt install g++`)", &mut is_fit);
    compiler("C", app.toolchain.cc.as_ref(), "install gcc; only C solutions need it", &mut true);
    match &app.toolchain.python {
        Some(python) => output::line(&format!("Python      {} at {}", python.version, python.path)),
        None => output::line("Python      missing: install python3; only Python programs need it"),
    }
    output::line(&format!("testlib.h   {} ({})", app.testlib.origin, app.testlib.directory));
    is_fit &= sandbox(&app);
    let usage = app.store.usage();
    output::line(&format!(
        "cache       {}: {:.1} MB, {} results",
        app.store.root(),
        usage.total_bytes() as f64 / f64::from(1 << 20),
        usage.n_results
    ));
    output::line(&format!("settings    {}", app.dirs.config.child("config.toml")));
    Ok(if is_fit { FOUND_NOTHING } else { FOUND_SOMETHING })
}

/// Says how programs are shut in; whether they can be at all.
fn sandbox(app: &App) -> bool {
    match app.executor.find_sandbox() {
        Ok(sandbox) => {
            output::line(&format!("sandbox     {} ({})", sandbox.level, sandbox.layers.join(", ")));
            if let Some(advice) = advice(&sandbox.level) {
                output::line(&format!("            {advice}"));
            }
            if judge::user::accepted_limits(&app.dirs) {
                let answer = judge::user::acceptance(&app.dirs);
                output::line(&format!(
                    "            you accepted limits where nothing else is to be had; remove {answer} to be asked again"
                ));
            }
            true
        }
        Err(error) => {
            output::line(&format!("sandbox     none: {error}"));
            false
        }
    }
}

/// What could be better about a level.
fn advice(level: &str) -> Option<&'static str> {
    match level {
        "limits-only" => Some("programs of the folder run as you, with limits only: check only folders you trust"),
        "reduced" => Some(
            "for level full, allow user namespaces: on Ubuntu `sysctl kernel.apparmor_restrict_unprivileged_userns=0`, \
             in a container start it with them",
        ),
        _ => None,
    }
}

fn compiler(name: &str, found: Option<&Compiler>, cure: &str, is_fit: &mut bool) {
    let padded = format!("{name:<11}");
    match found {
        Some(compiler) => {
            let linking = if compiler.links_statically { "links statically" } else { "cannot link statically" };
            output::line(&format!("{padded} {} at {}, {linking}", compiler.version, compiler.path));
        }
        None => {
            output::line(&format!("{padded} missing: {cure}"));
            *is_fit = false;
        }
    }
}
