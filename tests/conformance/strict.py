"""A client that holds every message of the server against the protocol.

It is pytest-lsp's client. That one already refuses what does not have the protocol's types; this one also refuses a
field that the protocol does not know, and a message that the client's capabilities do not call for.
"""

import asyncio
import copy
import json
from typing import Union

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features
from pytest_lsp.protocol import LanguageClientProtocol

# Seconds. Compiling everything of an example is the slowest step, and machines are busy.
PATIENCE = 240

# The server's own messages, which the protocol does not know: the fields they have.
OWN = {
    "touchstone/status": {"uri", "health", "busy", "message", "tpr", "tnr", "gone"},
    "touchstone/matrixChanged": {"uri", "generation", "base", "cells", "metrics"},
}

# What a client must have said before the server may ask it.
NEEDED = {
    types.WORKSPACE_CONFIGURATION: "workspace.configuration",
    types.WORKSPACE_APPLY_EDIT: "workspace.apply_edit",
    types.WORKSPACE_CODE_LENS_REFRESH: "workspace.code_lens.refresh_support",
    types.WORKSPACE_DIAGNOSTIC_REFRESH: "workspace.diagnostics.refresh_support",
    types.WORKSPACE_INLAY_HINT_REFRESH: "workspace.inlay_hint.refresh_support",
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH: "workspace.semantic_tokens.refresh_support",
    types.WORKSPACE_FOLDING_RANGE_REFRESH: "workspace.folding_range.refresh_support",
    types.WORKSPACE_WORKSPACE_FOLDERS: "workspace.workspace_folders",
    types.WINDOW_WORK_DONE_PROGRESS_CREATE: "window.work_done_progress",
    types.WINDOW_SHOW_DOCUMENT: "window.show_document.support",
}

# The same for what the server registers.
REGISTRABLE = {
    "workspace/didChangeWatchedFiles": "workspace.did_change_watched_files.dynamic_registration",
    "workspace/didChangeConfiguration": "workspace.did_change_configuration.dynamic_registration",
}


def lost(sent, understood, place="message"):
    """What was sent and is not in what was understood of it, as places."""
    if isinstance(sent, dict) and isinstance(understood, dict):
        missing = [f"{place}.{key}" for key in sent if key not in understood and sent[key] is not None]
        known = [key for key in sent if key in understood]
        return missing + [path for key in known for path in lost(sent[key], understood[key], f"{place}.{key}")]
    if isinstance(sent, list) and isinstance(understood, list) and len(sent) == len(understood):
        pairs = enumerate(zip(sent, understood))
        return [path for index, (a, b) in pairs for path in lost(a, b, f"{place}[{index}]")]
    return [] if sent == understood else [f"{place}: {sent!r} is understood as {understood!r}"]


class StrictProtocol(LanguageClientProtocol):
    """Looks at every message as it comes in."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.received = []
        self.mistakes = []
        self.arrival = asyncio.Event()

    def structure_message(self, data):
        if "jsonrpc" not in data:
            # A part of a message: this is called from the inside to the outside.
            return super().structure_message(data)
        # Understanding a message of ours changes it.
        data, to_understand = copy.deepcopy(data), data
        result_type = self._result_types.get(data.get("id")) if "method" not in data else None
        message = super().structure_message(to_understand)
        self.received.append(data)
        self.mistakes += self.mistakes_of(data, message, result_type)
        self.arrival.set()
        return message

    def mistakes_of(self, data, message, result_type):
        method = data.get("method")
        if method in OWN:
            missing = OWN[method] ^ set(data["params"])
            return [f"{method}: {missing}"] if missing else []
        if method is None and "error" not in data:
            if "result" not in data:
                return [f"neither result nor error: {data}"]
            if result_type is None:
                return []
        elif method is not None and self.get_message_type(method) is None:
            return [f"{method} is not of the protocol, nor one of ours"]
        understood = json.loads(json.dumps(self._converter.unstructure(message), default=str))
        return [f"{method or 'answer'}: {path}" for path in lost(data, understood)] + self.uncalled_for(method, data)

    def uncalled_for(self, method, data):
        """What the client has not said that it can do."""
        capabilities = self._server.capabilities
        needed = NEEDED.get(method)
        if needed and not get_capability(capabilities, needed, False):
            return [f"{method} without {needed}"]
        if method == types.CLIENT_REGISTER_CAPABILITY:
            named = [one["method"] for one in data["params"]["registrations"]]
            return [f"{one} is registered" for one in named if not get_capability(capabilities, REGISTRABLE[one], False)]
        if method == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            return self.unpublishable(capabilities, data["params"])
        return []

    def unpublishable(self, capabilities, params):
        can = lambda what: get_capability(capabilities, f"text_document.publish_diagnostics.{what}", False)
        mistakes = []
        if params.get("version") is not None and not can("version_support"):
            mistakes.append("a version is published to a client that has no use for it")
        if any(one.get("relatedInformation") for one in params["diagnostics"]) and not can("related_information"):
            mistakes.append("related information is published to a client that does not show it")
        return mistakes


def converter():
    """lsprotocol takes every action that has a command for a bare command; those have its name there."""
    made = default_converter()

    def action_or_command(value, _):
        is_bare = isinstance(value.get("command"), str)
        return made.structure(value, types.Command if is_bare else types.CodeAction)

    made.register_structure_hook(Union[types.Command, types.CodeAction], action_or_command)
    made.register_structure_hook(Union[types.CodeAction, types.Command], action_or_command)
    return made


class StrictClient(LanguageClient):
    """The client, with what the tests need of it."""

    def __init__(self):
        super().__init__(protocol_cls=StrictProtocol, converter_factory=converter)
        register_lsp_features(self)
        self.refreshed_lenses = 0
        self.refreshed_hints = 0
        self.applied = []

        @self.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def refresh_lenses(*_):
            self.refreshed_lenses += 1

        @self.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        def refresh_hints(*_):
            self.refreshed_hints += 1

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(*_):
            return None

        @self.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def show_message_request(*_):
            return None

        @self.feature(types.WORKSPACE_APPLY_EDIT)
        def apply_edit(params):
            self.applied.append(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

        for own in OWN:
            self.feature(own)(lambda *_: None)

    def said(self, method):
        """The parameters of all messages of a method, as they were sent."""
        return [one["params"] for one in self.protocol.received if one.get("method") == method]

    async def until(self, what, condition):
        """Waits until something holds, which can change with every message only."""
        async with asyncio.timeout(PATIENCE) as limit:
            while not (found := condition()):
                if self.error:
                    raise self.error
                self.protocol.arrival.clear()
                try:
                    await self.protocol.arrival.wait()
                except asyncio.CancelledError:
                    if limit.expired():
                        raise AssertionError(f"{what} has not happened; last: {self.protocol.received[-3:]}") from None
                    raise
        return found

    async def idle(self, uri):
        """Waits until the problem is judged and nothing more is wanted; the status it then has."""

        def is_idle():
            of_problem = [one for one in self.said("touchstone/status") if one["uri"] == uri]
            was_busy = any(one["busy"] for one in of_problem)
            return of_problem[-1] if was_busy and not of_problem[-1]["busy"] else None

        return await self.until("the end of the run", is_idle)

    async def ask(self, method, params):
        """A request with its result as it was sent."""
        number = f"asked-{len(self.protocol.received)}-{method}"
        await asyncio.wait_for(self.protocol.send_request_async(method, params, msg_id=number), PATIENCE)
        return next(one["result"] for one in reversed(self.protocol.received) if one.get("id") == number)
