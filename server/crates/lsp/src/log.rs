//! The log: everything to a file, warnings and errors to the client as well.

use std::fmt::{Debug, Write as _};

use judge::disk::dirs::Dirs;
use tower_lsp::lsp_types::MessageType;
use tracing::{
    Dispatch, Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_appender::{
    non_blocking::WorkerGuard,
    rolling::{RollingFileAppender, Rotation},
};
use tracing_subscriber::{
    Layer,
    filter::LevelFilter,
    layer::{Context, SubscriberExt as _},
};

use crate::protocol::outbox::{Outbox, ServerMessage};

/// How many files are kept, one for a day.
const N_KEPT: usize = 7;

/// The log of one server. What was logged is on disk when the guard is gone.
pub(crate) fn start(dirs: &Dirs, outbox: Outbox) -> (Dispatch, Option<WorkerGuard>) {
    let to_client = ToClient(outbox).with_filter(LevelFilter::WARN);
    let (to_file, guard) = match file(dirs) {
        Some(file) => {
            let (writer, guard) = tracing_appender::non_blocking(file);
            let layer = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(false);
            (Some(layer.with_filter(LevelFilter::INFO)), Some(guard))
        }
        None => (None, None),
    };
    (Dispatch::new(tracing_subscriber::registry().with(to_file).with(to_client)), guard)
}

/// Today's file; `None` where none can be written.
fn file(dirs: &Dirs) -> Option<RollingFileAppender> {
    let directory = dirs.state.child("log");
    judge::disk::files::make_directory(&directory).ok()?;
    let files = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("lsp")
        .filename_suffix("log")
        .max_log_files(N_KEPT);
    files.build(directory.as_path()).ok()
}

/// Tells the client.
struct ToClient(Outbox);

impl<S: Subscriber> Layer<S> for ToClient {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut words = Words::default();
        event.record(&mut words);
        let kind = if *event.metadata().level() == Level::ERROR { MessageType::ERROR } else { MessageType::WARNING };
        self.0.send(ServerMessage::Log(kind, words.0));
    }
}

/// The message of an event.
#[derive(Default)]
struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            // A text cannot refuse what is written to it.
            let _ = write!(self.0, "{value:?}");
        }
    }
}
