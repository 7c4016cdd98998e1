//! A client being put together: what it can do, what it has open, what surrounds the server.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::{
    editor::{
        answers::Answers,
        client::Client,
        server::{Launch, Start},
        text::Encoding,
        uri,
    },
    model_server::ModelServer,
    temporary,
};

/// See above.
pub struct Setup {
    pub(crate) start: Start,
    pub(crate) launch: Launch,
    pub(crate) home: TempDir,
    pub(crate) encoding: Encoding,
    pub(crate) answers: Answers,
    pub(crate) reads: bool,
    capabilities: Value,
    folders: Vec<PathBuf>,
    options: Map<String, Value>,
    process: Option<u32>,
}

impl Setup {
    /// A client that can do everything, counts UTF-16 units, is told diagnostics, and says nothing of trust. Its home is
    /// its own, so settings and kept answers are.
    pub fn new(start: Start) -> Setup {
        let home = temporary::folder();
        let directory = home.path().to_owned();
        let mut setup = Setup {
            start,
            launch: Launch { variables: Vec::new(), directory, executable: None, user: None },
            home,
            encoding: Encoding::Utf16,
            answers: Answers::new(),
            reads: true,
            capabilities: able(),
            folders: Vec::new(),
            options: Map::new(),
            process: Some(std::process::id()),
        };
        setup.set("HOME", setup.home.path().to_owned());
        setup.set("LC_ALL", "C.UTF-8");
        if let Some(path) = std::env::var_os("PATH") {
            setup.set("PATH", path);
        }
        setup
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.launch.variables.retain(|(known, _)| known != name);
        self.launch.variables.push((name.to_owned(), value.into()));
    }

    /// With a variable in the server's environment.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Setup {
        self.set(name, value);
        self
    }

    /// With the cache there.
    #[must_use]
    pub fn with_cache(self, cache: &Path) -> Setup {
        self.env("TOUCHSTONE_CACHE_DIR", cache)
    }

    /// With a `config.toml` in its home.
    #[must_use]
    pub fn configured(self, text: &str) -> Setup {
        let directory = self.home.path().join(".config/touchstone");
        std::fs::create_dir_all(&directory).expect("a home can be written to");
        std::fs::write(directory.join("config.toml"), text).expect("a home can be written to");
        self
    }

    /// With another executable.
    #[must_use]
    pub fn at(mut self, executable: &Path) -> Setup {
        self.launch.executable = Some(executable.to_owned());
        self
    }

    /// With the home of another client, which must outlive this one.
    #[must_use]
    pub fn with_home(self, home: &Path) -> Setup {
        self.env("HOME", home)
    }

    /// Started there.
    #[must_use]
    pub fn in_folder(mut self, directory: &Path) -> Setup {
        self.launch.directory = directory.to_owned();
        self
    }

    /// The server is run by that user. Only root can do that.
    #[must_use]
    pub fn as_user(mut self, user: u32) -> Setup {
        self.launch.user = Some(user);
        self
    }

    /// The requests that make handlers fail are answered.
    #[must_use]
    pub fn self_test(self) -> Setup {
        self.env("TOUCHSTONE_SELF_TEST", "1")
    }

    /// What the server may do with what is opened.
    #[must_use]
    pub fn trusted(self, trusted: bool) -> Setup {
        self.option("trusted", trusted)
    }

    /// With an initialization option.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Setup {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    /// With a workspace folder.
    #[must_use]
    pub fn folder(mut self, path: &Path) -> Setup {
        self.folders.push(path.to_owned());
        self
    }

    /// Positions count bytes.
    #[must_use]
    pub fn utf8(mut self) -> Setup {
        self.encoding = Encoding::Utf8;
        self.with("general", "positionEncodings", json!(["utf-8", "utf-16"]))
    }

    /// The client asks for diagnostics itself.
    #[must_use]
    pub fn pulling(self) -> Setup {
        self.with(
            "textDocument",
            "diagnostic",
            json!({ "dynamicRegistration": false, "relatedDocumentSupport": false }),
        )
    }

    /// The language model is this server.
    #[must_use]
    pub fn asking(self, server: &ModelServer) -> Setup {
        self.env("TOUCHSTONE_LLM_BASE_URL", server.unique_base_url()).env("TOUCHSTONE_LLM_MODEL", "scripted")
    }

    /// The client shows edits that want it before it makes them.
    #[must_use]
    pub fn annotating(self) -> Setup {
        let support = json!({ "groupsOnLabel": true });
        let edits =
            json!({ "documentChanges": true, "resourceOperations": ["create"], "changeAnnotationSupport": support });
        self.with("workspace", "workspaceEdit", edits)
    }

    /// The client knows the kinds of code actions.
    #[must_use]
    pub fn knowing_actions(self) -> Setup {
        let kinds = json!({ "codeActionKind": { "valueSet": ["quickfix", "source"] } });
        self.with("textDocument", "codeAction", json!({ "codeActionLiteralSupport": kinds }))
    }

    /// The client can do nothing that is optional.
    #[must_use]
    pub fn incapable(mut self) -> Setup {
        self.capabilities = json!({});
        self
    }

    /// With a capability.
    #[must_use]
    pub fn with(mut self, group: &str, name: &str, value: Value) -> Setup {
        self.capabilities[group][name] = value;
        self
    }

    /// Without a capability.
    #[must_use]
    pub fn without(mut self, group: &str, name: &str) -> Setup {
        self.capabilities[group].as_object_mut().expect("capabilities have groups").remove(name);
        self
    }

    /// The server does not know the client's process.
    #[must_use]
    pub fn without_process(mut self) -> Setup {
        self.process = None;
        self
    }

    /// The server believes that this is the client's process.
    #[must_use]
    pub fn process(mut self, process: u32) -> Setup {
        self.process = Some(process);
        self
    }

    /// The client does not read what the server writes until it is told to.
    #[must_use]
    pub fn deaf(mut self) -> Setup {
        self.reads = false;
        self
    }

    /// The answers to the server's questions may be set.
    #[must_use]
    pub fn answering(mut self, set: impl FnOnce(&mut Answers)) -> Setup {
        set(&mut self.answers);
        self
    }

    /// The parameters of `initialize`.
    pub fn initialization(&self) -> Value {
        let folders = self.folders.iter().map(|path| json!({ "uri": uri::of(path), "name": "folder" }));
        json!({
            "processId": self.process,
            "rootUri": self.folders.first().map(|path| uri::of(path)),
            "workspaceFolders": folders.collect::<Vec<Value>>(),
            "capabilities": self.capabilities,
            "initializationOptions": self.options,
        })
    }

    /// Starts the server, and says hello.
    pub fn start(self) -> Client {
        let hello = self.initialization();
        let mut client = self.start_silently();
        if client.is_reading() {
            client.greet(hello);
        } else {
            client.send_request("initialize", hello);
            client.notify("initialized", json!({}));
        }
        client
    }

    /// Starts the server, and says nothing.
    pub fn start_silently(self) -> Client {
        Client::start(self)
    }
}

fn able() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "window": { "workDoneProgress": true, "showMessage": { "messageActionItem": {} } },
        "workspace": {
            "applyEdit": true,
            "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] },
            "configuration": true,
            "workspaceFolders": true,
            "didChangeConfiguration": { "dynamicRegistration": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
            "codeLens": { "refreshSupport": true },
            "diagnostic": { "refreshSupport": true },
        },
        "textDocument": {
            "synchronization": { "didSave": true },
            "foldingRange": { "lineFoldingOnly": true },
            "publishDiagnostics": { "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true, "dataSupport": true },
        },
    })
}
