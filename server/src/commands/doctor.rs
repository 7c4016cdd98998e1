//! `touchstone doctor`

use judge::compile::{Compiler, Look};
use problem::{languages, settings::UserSettings};

use super::{FAILURE, SUCCESS};
use crate::{
    app::App,
    args::{Doctor, Global},
    assets, output,
};

pub(crate) fn run(global: &Global, doctor: &Doctor) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    let mut page = Page::default();
    let is_fit = look(&app, doctor, &mut page);
    output::line(page.0.trim_end());
    if let Some(file) = &doctor.bundle {
        let bundle = bundle(&app, &page.0)?;
        judge::disk::files::write_for_person(file, bundle.as_bytes()).map_err(anyhow::Error::msg)?;
        output::note(&format!("{} holds what a bug report needs; read it before you send it", file.display()));
    }
    Ok(if is_fit { SUCCESS } else { FAILURE })
}

/// The lines that were found.
#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}

/// Looks at everything; whether the tool can do its job here.
fn look(app: &App, doctor: &Doctor, page: &mut Page) -> bool {
    page.line(&format!("touchstone  {}", assets::version()));
    let mut is_fit = true;
    compiler("C++", app.toolchain.cxx.as_ref(), "install g++ (Debian, Ubuntu: `apt install g++`)", &mut is_fit, page);
    compiler("C", app.toolchain.cc.as_ref(), "install gcc; only C solutions need it", &mut true, page);
    match &app.toolchain.python {
        Some(python) => page.line(&format!("Python      {} at {}", python.version, python.path)),
        None => page.line("Python      missing: install python3; only Python programs need it"),
    }
    page.line(&format!("testlib.h   {} ({})", app.testlib.origin, app.testlib.directory));
    let is_shut_in = sandbox(app, page);
    is_fit &= is_shut_in;
    if is_shut_in {
        languages(app, if doctor.quick { Look::Quick } else { Look::Thorough }, page);
    }
    let usage = app.store.usage();
    page.line(&format!(
        "cache       {}: {:.1} MB, {} results",
        app.store.root(),
        usage.total_bytes() as f64 / f64::from(1 << 20),
        usage.n_results
    ));
    page.line(&format!("settings    {}", app.dirs.config.child("config.toml")));
    page.line(&format!("log         {}", app.dirs.state.child("log")));
    is_fit
}

/// The page, the settings and the end of the editors' last log. The person's own directory is left out of all paths. No
/// setting is meant to hold a secret; flags are left out, since people put anything there.
fn bundle(app: &App, page: &str) -> anyhow::Result<String> {
    const LOG_LINES: usize = 400;
    let flags = app.user.flags.as_ref().map(|flags| vec![format!("({} left out)", flags.len())]);
    let settings =
        serde_json::to_string_pretty(&UserSettings { flags, llm: app.user.llm.without_secrets(), ..app.user.clone() })?;
    let log = judge::disk::files::newest(&app.dirs.state.child("log")).unwrap_or_default();
    let lines: Vec<&str> = log.lines().collect();
    let log = lines[lines.len().saturating_sub(LOG_LINES)..].join("\n");
    let text = format!("# touchstone doctor\n\n{page}\n# settings\n\n{settings}\n\n# log\n\n{log}\n");
    Ok(match judge::disk::dirs::environment_word("HOME") {
        Some(home) if home.len() > 1 => text.replace(&home, "~"),
        Some(_) | None => text,
    })
}

/// Says how programs are shut in; whether they can be at all.
fn sandbox(app: &App, page: &mut Page) -> bool {
    match app.machine.find_sandbox() {
        Ok(sandbox) => {
            page.line(&format!("sandbox     {} ({})", sandbox.level, sandbox.layers.join(", ")));
            if let Some(advice) = advice(&sandbox.level) {
                page.line(&format!("            {advice}"));
            }
            if judge::user::accepted_limits(&app.dirs) {
                let answer = judge::user::acceptance(&app.dirs);
                page.line(&format!(
                    "            you accepted limits where nothing else is to be had; remove {answer} to be asked again"
                ));
            }
            true
        }
        Err(error) => {
            page.line(&format!("sandbox     none: {error}"));
            false
        }
    }
}

/// The languages that programs can be run in, with what starting one costs; and those for which something is missing.
fn languages(app: &App, how: Look, page: &mut Page) {
    let found = app.languages(Look::Quick).and_then(|found| {
        let n_unknown = found.iter().filter(|one| one.runtime == Ok(None)).count();
        if how == Look::Quick || n_unknown == 0 {
            return Ok(found);
        }
        output::note(&format!("a program is built and started in {n_unknown} languages, this once"));
        app.languages(how)
    });
    let found = match found {
        Ok(found) => found,
        Err(error) => return page.line(&format!("languages   cannot be looked at: {error}")),
    };
    let title = |language: &str| languages::table().get(language).map_or("", |entry| &entry.title).to_owned();
    let (mut unknown, mut missing) = (Vec::new(), Vec::new());
    for one in &found {
        match &one.runtime {
            Ok(None) => unknown.push(title(one.language)),
            Ok(Some((runtime, start))) => page.line(&format!(
                "{:<11} {}; a program that prints one number takes {:.0} ms and {:.0} MB",
                title(one.language),
                runtime.version,
                start.cpu_us as f64 / 1e3,
                start.memory_kb as f64 / 1024.0
            )),
            Err(_) if !one.is_here => missing.push(title(one.language)),
            Err(why) => page.line(&format!("{:<11} {why}", title(one.language))),
        }
    }
    if !unknown.is_empty() {
        page.line(&format!("not tried   {}; `touchstone doctor` starts a program in each", unknown.join(", ")));
    }
    if !missing.is_empty() {
        page.line(&format!("not here    {}; `touchstone languages` names the packages", missing.join(", ")));
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

fn compiler(name: &str, found: Option<&Compiler>, cure: &str, is_fit: &mut bool, page: &mut Page) {
    let padded = format!("{name:<11}");
    match found {
        Some(compiler) => {
            let linking = if compiler.links_statically { "links statically" } else { "cannot link statically" };
            page.line(&format!("{padded} {} at {}, {linking}", compiler.version, compiler.path));
        }
        None => {
            page.line(&format!("{padded} missing: {cure}"));
            *is_fit = false;
        }
    }
}
