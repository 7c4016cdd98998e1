//! What stands between the transport and tower-lsp's service.
//!
//! tower-lsp hands the futures of handlers to a pool that polls them in any order, lets a panic in one of them stop the
//! process from ever ending, and does not end while a handler waits. This layer gives every handler its first poll immediately.
//!
//! Invariant: the first statement of each handler runs in the order of the wire. A handler that panics is answered with
//! an internal error, and only its own request suffers.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use futures::FutureExt as _;
use serde_json::Value;
use tower_lsp::{
    ExitedError,
    jsonrpc::{Error, Id, Request, Response},
};
use tower_service::Service;

type Answer = Result<Option<Response>, ExitedError>;
type Answering = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// Called with whether `shutdown` came before, as soon as `exit` is read.
pub(crate) type OnExit = Arc<dyn Fn(bool) + Send + Sync>;

/// The layer.
pub(crate) struct Guard<S> {
    inner: S,
    on_exit: OnExit,
    was_shut_down: bool,
}

impl<S> Guard<S> {
    pub(crate) fn new(inner: S, on_exit: OnExit) -> Guard<S> {
        Guard { inner, on_exit, was_shut_down: false }
    }
}

impl<S> Service<Request> for Guard<S>
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
{
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = Answering;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Answering {
        match request.method() {
            "shutdown" => self.was_shut_down = true,
            "exit" => (self.on_exit)(self.was_shut_down),
            _ => {}
        }
        let id = request.id().cloned();
        let request = in_words_of_lsp_types(without_null(request));
        let handler = match catch_unwind(AssertUnwindSafe(|| self.inner.call(request))) {
            Ok(handler) => handler,
            Err(panic) => return Box::pin(std::future::ready(Ok(answer_to_panic(id, &*panic)))),
        };
        let caught = AssertUnwindSafe(handler).catch_unwind();
        let mut answering: Answering = Box::pin(caught.map(move |outcome| match outcome {
            // A request of a method that may be ignored (`$/…`) wants an answer all the same.
            Ok(Ok(None)) => Ok(id.map(|id| Response::from_error(id, Error::method_not_found()))),
            Ok(answer) => answer,
            Err(panic) => Ok(answer_to_panic(id, &*panic)),
        }));
        // Nobody need be woken: the pool polls it again, with a waker of its own.
        match answering.poll_unpin(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => Box::pin(std::future::ready(answer)),
            Poll::Pending => answering,
        }
    }
}

/// `"params": null`, which some clients send with `shutdown`, means that there are none.
fn without_null(request: Request) -> Request {
    if request.params() != Some(&Value::Null) {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let request = Request::build(method);
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}

/// The protocol's capability `workspace.diagnostics`, which lsp-types 0.94 knows as `workspace.diagnostic` alone.
fn in_words_of_lsp_types(request: Request) -> Request {
    if request.method() != "initialize" {
        return request;
    }
    let (method, id, params) = request.into_parts();
    let mut params = params.unwrap_or_default();
    let workspace = params.pointer_mut("/capabilities/workspace").and_then(Value::as_object_mut);
    if let Some(workspace) = workspace
        && let Some(diagnostics) = workspace.remove("diagnostics")
    {
        workspace.insert("diagnostic".to_owned(), diagnostics);
    }
    let request = Request::build(method).params(params);
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}

fn answer_to_panic(id: Option<Id>, panic: &(dyn Any + Send)) -> Option<Response> {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown");
    tracing::error!("a request panicked: {words}");
    let mut error = Error::internal_error();
    error.message = "the server made a mistake with this request; the log has more".into();
    id.map(|id| Response::from_error(id, error))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_refreshes_diagnostics_is_understood() {
        let params = json!({ "capabilities": { "workspace": { "diagnostics": { "refreshSupport": true } } } });
        let request = Request::build("initialize").params(params).id(1).finish();
        let read: tower_lsp::lsp_types::InitializeParams =
            serde_json::from_value(in_words_of_lsp_types(request).into_parts().2.unwrap()).unwrap();
        let diagnostic = read.capabilities.workspace.unwrap().diagnostic;
        assert_eq!(diagnostic.and_then(|it| it.refresh_support), Some(true));
    }
}
