//! The language server: protocol, session, scheduling.
//!
//! Standard input and output have threads of their own ([`protocol::wire`]); tower-lsp runs between them and hands every
//! message to one queue ([`inbox`]); one thread, the [`session`], changes what is known; workers read folders, judge,
//! compute responses from snapshots and make proposals ([`workers`]); what is sent unasked goes through the outbox of
//! [`protocol`].
//!
//! Invariant: only this crate names `tower_lsp` and `lsp_types`. Standard output belongs to the protocol.

mod diagnostics;
mod documents;
mod inbox;
mod leaving;
mod log;
mod overlay;
mod protocol;
mod session;
mod sync;
pub mod workers;

use std::{
    io::{self, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use judge::{disk::dirs::Dirs, machine::MakeMachine, scratch::Scratch, store::Cache, testlib::TestlibText};
use problem::{
    finding,
    settings::{SandboxChoice, UserSettings},
};
use tokio::{sync::oneshot, task::LocalSet};
use tower_lsp::{
    LspService, Server,
    jsonrpc::{Error, ErrorCode},
    lsp_types::Url,
};

use crate::{
    inbox::{Event, Inbox},
    leaving::Leave,
    protocol::{
        backend::Backend,
        outbox::{self, ServerMessage},
        wire::{
            guard::Guard,
            input::{self, Input},
            output::{self, Backlog, Output},
        },
    },
    session::{Services, Session},
    workers::{
        analyst,
        disk::Disk,
        judging::{self, CheckCanceller, JudgeConfig},
        pool::Pool,
        tasks::{TaskContext, Tasks},
        threads,
    },
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
    /// What builds and runs programs.
    pub make_machine: MakeMachine,
    /// Tells where single files really are, and what is in them.
    pub disk: Arc<dyn Disk>,
    /// The tool's version.
    pub version: &'static str,
    /// Whether tests may make handlers fail.
    pub self_test: bool,
}

/// How long what was said last may take to reach the client.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How long tasks may take to end.
const LAST_DEEDS: Duration = Duration::from_secs(2);

/// Serves a client over two streams until it leaves, and returns whether it had asked for the end before. What it started
/// ends with it, or, where that cannot be interrupted, with the process.
///
/// # Errors
/// When not even a temporary folder can be used.
pub fn serve(
    config: ServerConfig,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<bool> {
    let (outbox, unsent) = outbox::channel();
    let (log, _log_file) = log::start(&config.dirs, outbox.clone());
    let _log = tracing::dispatcher::set_default(&log);
    tracing::info!("touchstone {}, process {}", config.version, std::process::id());
    let (leave, left) = leaving::channel();
    let (sender, events) = crossbeam_channel::unbounded();
    let inbox = Inbox::new(sender);
    let (version, self_test) = (config.version, config.self_test);
    let (services, _scratch) = services(config, &inbox, outbox, leave.clone())?;
    let (canceller, tasks) = (services.canceller.clone(), services.tasks.clone());
    threads::try_start("session", move || Session::new(services).run(&events))?;

    let at_end = {
        let leave = leave.clone();
        move |in_order| leave.now(in_order)
    };
    let (output, backlog) = output::start(output);
    let (stop, stopped) = oneshot::channel();
    let protocol = Protocol {
        backend: Backend { inbox: inbox.clone(), version, self_test },
        input: input::start(input, output.direct_responder(), at_end),
        output,
        unsent,
        backlog: backlog.clone(),
        leave,
        stopped,
    };
    threads::try_start("protocol", move || protocol.speak())?;

    let in_order = left.recv().unwrap_or(false);
    canceller.end();
    // What they have copied is to be gone.
    tasks.end(LAST_DEEDS);
    backlog.drain(LAST_WORDS);
    tracing::info!("leaving");
    inbox.send(Event::End);
    // The other end is gone when the protocol has ended by itself.
    let _ = stop.send(());
    Ok(in_order)
}

/// What the session works with, and the cache that is thrown away, where the usual one cannot be used.
fn services(
    config: ServerConfig,
    inbox: &Inbox,
    outbox: outbox::Outbox,
    leave: Leave,
) -> io::Result<(Services, Option<Scratch>)> {
    let ServerConfig {
        dirs,
        user,
        environment,
        sandbox,
        mistakes,
        testlib,
        make_machine,
        disk,
        version: _,
        self_test: _,
    } = config;
    for mistake in mistakes {
        tracing::warn!("{mistake}");
    }
    let Cache { store, trouble, scratch } = Cache::open_or_empty(&dirs.cache).map_err(io::Error::other)?;
    let store = Arc::new(store);
    if let Some(trouble) = &trouble {
        tracing::error!("{trouble}");
    }
    let canceller = CheckCanceller::default();
    let judge_config = JudgeConfig {
        dirs: dirs.clone(),
        store: Arc::clone(&store),
        user: environment.clone().or(user.clone()),
        sandbox,
        testlib,
        make_machine,
    };
    let task_context = TaskContext {
        exchanges: workers::tasks::Exchanges::default(),
        dirs: dirs.clone(),
        store: Arc::clone(&store),
        sandbox,
        testlib,
        make_machine,
        inbox: inbox.clone(),
        outbox: outbox.clone(),
    };
    let services = Services {
        analyst: analyst::start(Arc::clone(&store), disk, inbox.clone()),
        inbox: inbox.clone(),
        outbox,
        judge: judging::start(judge_config, inbox.clone(), canceller.clone()),
        canceller,
        tasks: Tasks::new(task_context),
        pool: Pool::start(),
        disk_pool: Pool::start(),
        trust_answers: judge::disk::files::trust_answers(&dirs),
        cache_trouble: trouble.map(|trouble| trouble.to_string()),
        page: reference_page(&dirs),
        store,
        dirs,
        testlib,
        user,
        environment,
        leave,
    };
    Ok((services, scratch))
}

/// What speaks with the client.
struct Protocol {
    backend: Backend,
    input: Input,
    output: Output,
    unsent: tokio::sync::mpsc::UnboundedReceiver<ServerMessage>,
    backlog: Backlog,
    leave: Leave,
    /// Nobody listens any more.
    stopped: oneshot::Receiver<()>,
}

impl Protocol {
    /// Speaks until it is stopped, or until a stream fails, which ends the server.
    fn speak(self) {
        let leave = self.leave.clone();
        let speak = || match tokio::runtime::Builder::new_current_thread().enable_time().build() {
            Ok(runtime) => runtime.block_on(LocalSet::new().run_until(self.serve())),
            Err(error) => tracing::error!("the server cannot begin: {error}"),
        };
        if catch_unwind(AssertUnwindSafe(speak)).is_err() {
            tracing::error!("the protocol panicked");
        }
        leave.now(false);
    }

    async fn serve(self) {
        let Protocol { backend, input, output, unsent, backlog, leave, stopped } = self;
        let inbox = backend.inbox.clone();
        let mut client = None;
        let begin = |of_service: tower_lsp::Client| {
            client = Some(of_service);
            backend
        };
        let service = LspService::build(begin)
            .custom_method("touchstone/matrix", Backend::matrix)
            .custom_method("touchstone/problems", Backend::problems)
            .custom_method("touchstone/modelPart", Backend::model_part)
            .custom_method("touchstone/modelEnd", Backend::model_end)
            .custom_method("touchstone/modelNamed", Backend::model_named)
            .custom_method("touchstone/selfTest", Backend::fail_on_purpose)
            .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress);
        let (service, socket) = service.finish();
        if let Some(client) = client {
            tokio::task::spawn_local(outbox::deliver(unsent, client, inbox, backlog));
        }
        let guard = Guard::new(service, Arc::new(move |in_order| leave.now(in_order)));
        let serving = Server::new(input, output, socket).concurrency_level(MAX_AT_ONCE).serve(guard);
        tokio::select! {
            () = serving => {}
            _ = stopped => {}
        }
    }
}

/// Requests under way at once; the real limits are the pool's.
const MAX_AT_ONCE: usize = 1024;

/// The page that codes of diagnostics link to.
fn reference_page(dirs: &Dirs) -> Option<Url> {
    let laid = judge::disk::files::lay_text(dirs, "finding-codes.md", finding::page());
    let path = laid.inspect_err(|error| tracing::warn!("the reference page cannot be written: {error}")).ok()?;
    Url::from_file_path(path.as_path()).ok()
}

/// A request that cannot be granted, for a reason that the person should read.
fn request_failed(words: &str) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: words.to_owned().into(), data: None }
}
