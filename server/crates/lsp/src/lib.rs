//! The language server: protocol, session, scheduling.
//!
//! Standard input and output have threads of their own ([`wire`]); tower-lsp runs between them and hands every message to
//! one queue ([`inbox`]); one thread, the [`session`], changes what is known; folders are read by the [`analyst`], programs
//! are run by the judge ([`judging`]), requests are answered from snapshots in the [`pool`], proposals are made by errands
//! ([`making`]), and only the [`outbox`] speaks to the client.
//!
//! Invariant: only this crate names `tower_lsp` and `lsp_types`. Standard output belongs to the protocol.

mod analyst;
mod backend;
mod capabilities;
mod commands;
mod documents;
mod encoding;
mod inbox;
mod judging;
mod kinds;
mod log;
mod making;
mod outbox;
mod overlay;
mod payload;
mod pool;
mod questions;
mod report;
mod session;
mod sync;
mod timers;
mod wire;

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use judge::{dirs::Dirs, scratch::Scratch, store::Store, testlib::TestlibText};
use problem::{
    finding,
    settings::{SandboxChoice, UserSettings},
};
use tower_lsp::{
    LspService, Server,
    jsonrpc::{Error, ErrorCode},
    lsp_types::Url,
};

use crate::{
    backend::Backend,
    inbox::Inbox,
    judging::{Control, JudgeConfig},
    making::{Errands, Kit},
    pool::Pool,
    session::{Session, Tools},
    wire::{guard::Guard, input, output},
};

/// What the server is started with.
pub struct ServerConfig {
    /// The tool's own directories.
    pub dirs: Dirs,
    /// The user's settings by file.
    pub user: UserSettings,
    /// The user's settings by environment.
    pub environment: UserSettings,
    /// How programs are shut in, where the command line says so.
    pub sandbox: Option<SandboxChoice>,
    /// What was wrong with them, as sentences.
    pub mistakes: Vec<String>,
    /// The header that is built in.
    pub testlib: TestlibText<'static>,
    /// The tool's version.
    pub version: &'static str,
    /// Whether tests may make handlers fail.
    pub self_test: bool,
}

/// How long what was said last may take to reach the client.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How long errands may take to end.
const LAST_DEEDS: Duration = Duration::from_secs(2);
/// How often is looked whether the client's process is still there.
const LOOK_FOR_CLIENT: Duration = Duration::from_secs(1);

/// Serves standard input and output until the client leaves. Does not return: whatever still runs ends with the process.
///
/// # Errors
/// When not even a temporary folder can be used.
pub fn serve(config: ServerConfig) -> io::Result<()> {
    let ServerConfig { dirs, user, environment, sandbox, mistakes, testlib, version, self_test } = config;
    let (outbox, said) = outbox::channel();
    let _log = log::start(&dirs, outbox.clone());
    tracing::info!("touchstone {version}, process {}", std::process::id());
    for mistake in mistakes {
        tracing::warn!("{mistake}");
    }
    let (store, _scratch) = open_store(&dirs)?;
    let (sender, events) = crossbeam_channel::unbounded();
    let inbox = Inbox::new(sender);
    let control = Control::default();
    let judge_config = JudgeConfig {
        dirs: dirs.clone(),
        store: Arc::clone(&store),
        user: environment.clone().or(user.clone()),
        sandbox,
        testlib,
    };
    let judge = judging::start(judge_config, inbox.clone(), control.clone());
    let kit = Kit {
        dirs: dirs.clone(),
        store: Arc::clone(&store),
        sandbox,
        testlib,
        inbox: inbox.clone(),
        outbox: outbox.clone(),
    };
    let errands = Errands::new(kit);
    let tools = Tools {
        analyst: analyst::start(Arc::clone(&store), inbox.clone()),
        inbox: inbox.clone(),
        outbox,
        judge,
        control: control.clone(),
        errands: errands.clone(),
        pool: Pool::start(),
        page: reference_page(&dirs),
        store,
        dirs,
        user,
        environment,
    };
    thread::Builder::new().name("session".to_owned()).spawn(move || Session::new(tools).live(&events))?;

    let (output, backlog) = output::start(io::stdout());
    let was_shut_down = Arc::new(AtomicBool::new(false));
    let leave = {
        let (control, backlog) = (control, backlog.clone());
        move |in_order: bool| -> ! {
            control.end();
            // What they have copied is to be gone.
            errands.end(LAST_DEEDS);
            backlog.drain(LAST_WORDS);
            tracing::info!("leaving");
            std::process::exit(i32::from(!in_order));
        }
    };
    let at_end = {
        let (leave, was_shut_down) = (leave.clone(), Arc::clone(&was_shut_down));
        move || leave(was_shut_down.load(Ordering::SeqCst))
    };
    let on_exit = {
        let leave = leave.clone();
        Arc::new(move |in_order| leave(in_order))
    };
    let input = input::start(io::stdin(), at_end);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(tokio::task::LocalSet::new().run_until(async move {
        let mut client = None;
        let backend = |of_service: tower_lsp::Client| {
            client = Some(of_service);
            Backend { inbox: inbox.clone(), version, self_test }
        };
        let service = LspService::build(backend)
            .custom_method("touchstone/matrix", Backend::matrix)
            .custom_method("touchstone/selfTest", Backend::fail_on_purpose)
            .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress);
        let (service, socket) = service.finish();
        if let Some(client) = client {
            tokio::task::spawn_local(outbox::deliver(said, client, inbox, backlog));
        }
        let guard = Guard::new(service, was_shut_down, on_exit);
        Server::new(input, output, socket).concurrency_level(MOST_AT_ONCE).serve(guard).await;
    }));
    leave(false)
}

/// Requests under way at once; the real limits are the pool's.
const MOST_AT_ONCE: usize = 1024;

/// The cache; where it cannot be used, one that is thrown away.
fn open_store(dirs: &Dirs) -> io::Result<(Arc<Store>, Option<Scratch>)> {
    match Store::open(&dirs.cache) {
        Ok(store) => Ok((Arc::new(store), None)),
        Err(error) => {
            tracing::error!("{error}");
            let scratch = Scratch::make()?;
            let store = Store::open(scratch.path()).map_err(io::Error::other)?;
            Ok((Arc::new(store), Some(scratch)))
        }
    }
}

/// The page that codes of diagnostics link to.
fn reference_page(dirs: &Dirs) -> Option<Url> {
    let laid = judge::files::lay_text(dirs, "finding-codes.md", finding::page());
    let path = laid.inspect_err(|error| tracing::warn!("the reference page cannot be written: {error}")).ok()?;
    Url::from_file_path(path.as_path()).ok()
}

/// Leaves once a process has ended: a client that was killed cannot say goodbye.
fn leave_after(process: u32) {
    let look = move || {
        while judge::is_alive(process) {
            thread::park_timeout(LOOK_FOR_CLIENT);
        }
        tracing::warn!("the client's process is gone");
        std::process::exit(1);
    };
    drop(thread::Builder::new().name("watchdog".to_owned()).spawn(look));
}

/// A request that cannot be granted, for a reason that the person should read.
fn refusal(words: &str) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: words.to_owned().into(), data: None }
}
