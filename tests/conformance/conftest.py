"""The binary, a copy of an example problem, and clients like several editors."""

import os
import pathlib
import shutil

import pytest
import pytest_asyncio
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, client_capabilities

from strict import StrictClient

EXAMPLE = pathlib.Path(__file__).parents[1] / "problems" / "two-parcels"

# What today's editors that ask for diagnostics say beside what pytest-lsp has recorded of older ones.
PULLING = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "workspace": {
        "applyEdit": True,
        "codeLens": {"refreshSupport": True},
        "configuration": True,
        "diagnostics": {"refreshSupport": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
        "workspaceFolders": True,
    },
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
        "completion": {"completionItem": {"documentationFormat": ["markdown", "plaintext"]}},
        "diagnostic": {"relatedDocumentSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
    },
    "window": {"workDoneProgress": True},
}

# Pulls: the client asks for diagnostics, and can be told to ask again.
CLIENTS = {
    "nothing": types.ClientCapabilities(),
    "pulling": get_converter().structure(PULLING, types.ClientCapabilities),
    "emacs": "emacs@v29.1",
    "neovim-0.9": "neovim@v0.9.1",
    "neovim-0.11": "neovim@v0.11.0",
    "vscode-1.65": "visual-studio-code@v1.65.2",
}


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """One cache for all, so that each program is compiled once."""
    return os.environ.get("TOUCHSTONE_TEST_CACHE") or tmp_path_factory.mktemp("cache")


@pytest.fixture
def problem(tmp_path):
    """A copy of an example."""
    folder = tmp_path / "two parcels"
    shutil.copytree(EXAMPLE, folder)
    return folder


@pytest.fixture
def connect(tmp_path, cache):
    """Starts servers that have a home of their own; at the end none of them may have made a mistake."""
    clients = []

    async def start():
        home = tmp_path / "home"
        kept = {name: os.environ[name] for name in ["PATH", "LANG", "TMPDIR", "COMPILER_PATH"] if name in os.environ}
        environment = kept | {
            "HOME": str(home),
            "TOUCHSTONE_CACHE_DIR": str(cache),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_STATE_HOME": str(home / "state"),
        }
        command = [os.environ["TOUCHSTONE_BIN"], "lsp"]
        config = ClientServerConfig(command, client_factory=StrictClient, server_env=environment)
        client = await config.start()
        clients.append(client)
        return client

    yield start
    mistakes = [mistake for client in clients for mistake in client.protocol.mistakes]
    assert not mistakes, "\n".join(sorted(set(mistakes)))
    assert not [client.error for client in clients if client.error]


def capabilities_of(name):
    """What a client says that it can do."""
    known = CLIENTS[name]
    return client_capabilities(known) if isinstance(known, str) else known


def initialization(problem, name, **options):
    """The parameters of `initialize`, as the client of that name sends them."""
    folder = types.WorkspaceFolder(problem.as_uri(), problem.name)
    return types.InitializeParams(
        capabilities=capabilities_of(name),
        initialization_options={"trusted": True} | options,
        process_id=os.getpid(),
        root_uri=problem.as_uri(),
        workspace_folders=[folder],
    )


@pytest_asyncio.fixture(params=CLIENTS)
async def client(request, connect, problem):
    """A client of each kind, with the example as its folder; it says goodbye in the end."""
    client = await connect()
    client.answer = await client.initialize_session(initialization(problem, request.param))
    client.name = request.param
    yield client
    await client.shutdown_session()
    assert client._server.returncode == 0
    await client.stop()
