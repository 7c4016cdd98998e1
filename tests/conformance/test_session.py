"""What every editor does with the server, as several of them."""

import asyncio

import pytest
from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from conftest import initialization
from strict import PATIENCE

ZERO = types.Position(0, 0)


def open_file(client, path):
    """Opens a file with its text."""
    language = "cpp" if path.suffix == ".cpp" else "plaintext"
    item = types.TextDocumentItem(path.as_uri(), language, 1, path.read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(path.as_uri())


def replace(client, path, version, old, new, encoding):
    """Replaces the first place of a word, as the person types it; the document's new text."""
    text = path.read_text()
    before = text[: text.index(old)]
    line, column = before.count("\n"), before[before.rfind("\n") + 1 :]
    width = lambda word: len(word.encode()) if encoding == "utf-8" else len(word.encode("utf-16-le")) // 2
    start = types.Position(line, width(column))
    end = types.Position(line, width(column) + width(old))
    change = types.TextDocumentContentChangePartial(range=types.Range(start, end), text=new)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, path.as_uri()), [change])
    )
    return text.replace(old, new, 1)


def save(client, path, text):
    path.write_text(text)
    client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))


def encoding_of(client):
    return client.answer.capabilities.position_encoding or types.PositionEncodingKind.Utf16


def pulls(client):
    return client.answer.capabilities.diagnostic_provider is not None


async def codes(client, path):
    """The codes of a file's diagnostics, in the way that the client gets them."""
    if not pulls(client):
        return {one.code for one in client.diagnostics.get(path.as_uri(), [])}
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(path.as_uri()))
    report = await client.text_document_diagnostic_async(params)
    return {one.code for one in report.items}


async def until_codes(client, path, condition):
    """Waits until a file's diagnostics are as they should be. A client that pulls asks again only when it is told to."""
    n_told = -1
    while not condition(found := await codes(client, path)):
        if not pulls(client):
            n_published = len(client.said("textDocument/publishDiagnostics"))
            published = lambda: len(client.said("textDocument/publishDiagnostics")) > n_published
            await client.until(f"other diagnostics than {found}", published)
            continue
        n_told = max(n_told, client.diagnostic_refresh_count)
        await client.until(f"other diagnostics than {found}", lambda: client.diagnostic_refresh_count > n_told)
        n_told = client.diagnostic_refresh_count
    return found


async def known(client, problem):
    """Waits until the server has found the problem and read it; nothing of it need be open."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await client.ask("touchstone/matrix", {"uri": problem.as_uri()})
            except JsonRpcException:
                await asyncio.sleep(0.01)


async def run(client, problem, **options):
    argument = {"uri": problem.as_uri()} | options
    return await client.ask("workspace/executeCommand", types.ExecuteCommandParams("touchstone.run", [argument]))


async def test_initialize_says_what_it_offers(client):
    assert client.answer.server_info.name == "touchstone"
    offered = client.answer.capabilities
    encodings = get_capability(client.capabilities, "general.position_encodings", None)
    if encodings is None:
        assert offered.position_encoding is None
    else:
        assert offered.position_encoding in encodings or offered.position_encoding == "utf-16"
    # A client that asks for diagnostics and cannot be told to ask again would never see what a run has found.
    can_pull = get_capability(client.capabilities, "text_document.diagnostic", None) is not None
    can_refresh = get_capability(client.capabilities, "workspace.diagnostics.refresh_support", False)
    assert pulls(client) == (can_pull and can_refresh)
    assert "touchstone.run" in offered.execute_command_provider.commands


async def test_a_run_is_told(client, problem):
    wrong = problem / "wa_same_parcel.cpp"
    open_file(client, wrong)
    # Wrong, and no test shows it.
    await until_codes(client, wrong, lambda found: "wrong-solution-passes" in found)
    status = await client.idle(problem.as_uri())
    assert status["health"] == "error" and 0 < status["tnr"] < 1
    assert client.said("touchstone/matrixChanged")
    if get_capability(client.capabilities, "workspace.code_lens.refresh_support", False):
        await client.until("a question for new lenses", lambda: client.refreshed_lenses > 0)
    if pulls(client):
        assert not client.diagnostics.get(wrong.as_uri())


async def test_progress_begins_and_ends(client, problem):
    # Nobody has compiled this yet.
    (problem / "ac_new.cpp").write_text((problem / "sol.cpp").read_text() + f"// as {client.name}\n")
    await known(client, problem)
    await run(client, problem)
    if get_capability(client.capabilities, "window.work_done_progress", False):
        assert client.progress_reports
    else:
        assert not client.progress_reports and not client.said("$/progress")
    # What the last message says may reach the list after what came later.
    has_ended = lambda reports: reports and isinstance(reports[-1], types.WorkDoneProgressEnd)
    await client.until("the end of all progress", lambda: all(map(has_ended, client.progress_reports.values())))
    for reports in client.progress_reports.values():
        kinds = [type(one) for one in reports]
        middle = [types.WorkDoneProgressReport] * (len(kinds) - 2)
        assert kinds == [types.WorkDoneProgressBegin, *middle, types.WorkDoneProgressEnd]


async def test_an_edit_and_a_save_are_followed(client, problem):
    validator = problem / "val.cpp"
    open_file(client, validator)
    await client.idle(problem.as_uri())
    assert not await codes(client, validator) & {"build-failed", "no-eof-check", "validator-rejects-test"}

    # A character outside of the basic plane counts as one, two or four.
    text = replace(client, validator, 2, "int main", "/* 🜂 */ int main", encoding_of(client))
    save(client, validator, text)
    text = replace(client, validator, 3, "50000", "50", encoding_of(client))
    save(client, validator, text)
    found = await until_codes(client, validator, lambda found: any("reject" in code for code in found))
    assert found

    text = replace(client, validator, 4, '50, "n"', '50000, "n"', encoding_of(client))
    save(client, validator, text)
    await until_codes(client, validator, lambda found: not any("reject" in code for code in found))


async def test_what_is_typed_is_looked_at_without_a_save(client, problem):
    script = problem / "script.txt"
    open_file(client, script)
    await client.idle(problem.as_uri())
    before = await codes(client, script)
    replace(client, script, 2, "gen -n 6", "gne -n 6", encoding_of(client))
    if pulls(client):
        assert await codes(client, script) - before
    else:
        n_before = len(client.said("textDocument/publishDiagnostics"))
        await client.until(
            "diagnostics of the edit", lambda: len(client.said("textDocument/publishDiagnostics")) > n_before
        )
        assert await codes(client, script) - before


async def test_lenses_hover_completion(client, problem):
    validator, script = problem / "val.cpp", problem / "script.txt"
    document, commands = open_file(client, validator), open_file(client, script)
    await client.idle(problem.as_uri())

    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert any(lens.command.command == "touchstone.run" for lens in lenses)
    for lens in lenses:
        assert lens.command.arguments[0]["uri"] == problem.as_uri()

    line = validator.read_text().splitlines().index('    int n = inf.readInt(2, 50000, "n");')
    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(line, 18)))
    assert "readInt" in hover.contents.value
    formats = get_capability(client.capabilities, "text_document.hover.content_format", [])
    assert hover.contents.kind in formats or not formats
    nothing = await client.text_document_hover_async(types.HoverParams(document, ZERO))
    assert nothing is None or nothing.contents.value

    items = await client.text_document_completion_async(types.CompletionParams(document, types.Position(line, 16)))
    assert "readInt" in {item.label for item in items}
    items = await client.text_document_completion_async(types.CompletionParams(commands, types.Position(0, 0)))
    assert "gen" in {item.label for item in items}


async def test_an_option_leads_from_the_script_to_its_generator(client, problem):
    generator, script = problem / "gen.cpp", problem / "script.txt"
    source, commands = open_file(client, generator), open_file(client, script)
    await client.idle(problem.as_uri())
    offered = client.answer.capabilities
    assert script.read_text().startswith("gen -n ")
    place = types.Position(0, 5)

    if offered.definition_provider:
        found = await client.text_document_definition_async(types.DefinitionParams(commands, place))
        assert {one.uri for one in found} == {generator.as_uri()}
    if offered.references_provider:
        context = types.ReferenceContext(include_declaration=False)
        found = await client.text_document_references_async(types.ReferenceParams(context, commands, place))
        # Every command gives it once.
        assert len(found) == sum(" -n " in line for line in script.read_text().splitlines())
    if offered.rename_provider:
        edit = await client.text_document_rename_async(types.RenameParams(commands, place, "size"))
        places = edit.changes or [change.text_document.uri for change in edit.document_changes]
        assert set(places) == {generator.as_uri(), script.as_uri()}
        with pytest.raises(JsonRpcException, match="reads an option `max` already"):
            await client.text_document_rename_async(types.RenameParams(commands, place, "max"))
    if offered.document_symbol_provider:
        outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(source))
        assert [one.name for one in outline] == ["-n", "-min", "-max", "-type"]
    if offered.signature_help_provider:
        lines = generator.read_text().splitlines()
        line = next(at for at, text in enumerate(lines) if 'opt<int>("n")' in text)
        inside = types.Position(line, lines[line].index('"n"'))
        call = await client.text_document_signature_help_async(types.SignatureHelpParams(source, inside))
        assert call.signatures[call.active_signature].label.startswith("T opt<T>(")
    if offered.inlay_hint_provider:
        whole = types.Range(ZERO, types.Position(100, 0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(source, whole))
        assert "2 to 50000" in {one.label for one in hints}
    if offered.semantic_tokens_provider:
        colours = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(commands))
        # The first word is a program.
        assert list(colours.data[2:4]) == [len("gen"), offered.semantic_tokens_provider.legend.token_types.index("function")]
    if offered.document_formatting_provider:
        options = types.FormattingOptions(tab_size=4, insert_spaces=True)
        edits = await client.text_document_formatting_async(types.DocumentFormattingParams(commands, options))
        assert all("\n" not in edit.new_text for edit in edits)
    if offered.workspace_symbol_provider:
        found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("gen.cp"))
        assert {one.location.uri for one in found} == {generator.as_uri()}
    if offered.document_link_provider:
        links = await client.text_document_document_link_async(types.DocumentLinkParams(commands))
        assert links is None or all(link.target for link in links)


async def test_a_quick_fix_is_offered(client, problem):
    validator = problem / "val.cpp"
    document = open_file(client, validator)
    await client.idle(problem.as_uri())
    text = replace(client, validator, 2, "    inf.readEof();\n", "", encoding_of(client))
    everywhere = types.Range(ZERO, types.Position(text.count("\n"), 0))
    # Some clients do not say which diagnostics they mean.
    params = types.CodeActionParams(document, everywhere, types.CodeActionContext(diagnostics=[]))
    if client.answer.capabilities.code_action_provider is None:
        assert not get_capability(client.capabilities, "text_document.code_action.code_action_literal_support", None)
        return
    actions = await client.text_document_code_action_async(params)
    fix = next(one for one in actions if "readEof" in one.title)
    assert fix.kind.startswith("quickfix.touchstone.")
    takes_versions = get_capability(client.capabilities, "workspace.workspace_edit.document_changes", False)
    assert (fix.edit.document_changes is not None) == bool(takes_versions)
    edits = fix.edit.document_changes[0].edits if takes_versions else fix.edit.changes[validator.as_uri()]
    assert any("readEof" in edit.new_text for edit in edits)


async def test_commands_answer(client, problem):
    await known(client, problem)
    generation = await run(client, problem)
    assert generation > 0
    ask = lambda name, **options: client.ask(
        "workspace/executeCommand",
        types.ExecuteCommandParams(f"touchstone.{name}", [{"uri": problem.as_uri()} | options]),
    )
    text = await ask("explain", code="wrong-solution-passes")
    assert "wa_same_parcel.cpp" in text
    matrix = await client.ask("touchstone/matrix", {"uri": problem.as_uri()})
    assert {"generation", "solutions", "tests", "cells", "metrics"} <= set(matrix)
    assert matrix == await ask("showMatrix")
    shown = await ask("showTest", solution="wa_overflow.cpp", test=matrix["tests"][3]["id"])
    assert {"input", "expected", "found", "first_difference", "checker", "verdict"} <= set(shown)

    answer = await ask("setLabel", solution="wa_same_parcel.cpp", label="correct")
    edit = answer.get("edit") or (client.applied and client.applied[0])
    assert edit, answer

    with pytest.raises(JsonRpcException):
        await ask("explain", code="no-such-code")
    with pytest.raises(JsonRpcException):
        await client.ask("workspace/executeCommand", types.ExecuteCommandParams("touchstone.nothing", []))


async def test_workspace_diagnostics(client, problem):
    if not pulls(client):
        pytest.skip("this client does not ask for diagnostics")
    await known(client, problem)
    await run(client, problem)
    report = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=[]))
    found = {item.uri: {one.code for one in item.items} for item in report.items}
    assert "wrong-solution-passes" in found[(problem / "wa_same_parcel.cpp").as_uri()]
    ids = [types.PreviousResultId(item.uri, item.result_id) for item in report.items]
    again = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=ids))
    assert {item.kind for item in again.items} == {"unchanged"}


async def test_a_request_can_be_cancelled(client, problem):
    # Nobody has compiled this yet.
    (problem / "ac_long.cpp").write_text((problem / "sol.cpp").read_text() + f"// of {client.name}\n")
    await known(client, problem)
    argument = {"uri": problem.as_uri()}
    asked = client.protocol.send_request_async(
        "workspace/executeCommand", types.ExecuteCommandParams("touchstone.run", [argument]), msg_id="to-be-cancelled"
    )
    asked = asyncio.ensure_future(asked)
    await client.until("work", lambda: any(one["busy"] for one in client.said("touchstone/status")))
    client.cancel_request(types.CancelParams("to-be-cancelled"))
    answer = await client.until(
        "the answer", lambda: [one for one in client.protocol.received if one.get("id") == "to-be-cancelled"]
    )
    assert answer[0]["error"]["code"] == types.LSPErrorCodes.RequestCancelled
    with pytest.raises(JsonRpcException):
        await asked
    await client.idle(problem.as_uri())
    # The server goes on as if nothing had been.
    assert await run(client, problem) > 0


async def test_neovim_asks_for_documents_alone(connect, problem):
    """With the other kind of question on offer, 0.12 does not show what a run has found in open files."""
    client = await connect()
    hello = initialization(problem, "pulling")
    hello.client_info = types.ClientInfo("Neovim", "0.12.4")
    offered = (await client.initialize_session(hello)).capabilities.diagnostic_provider
    assert offered is not None and not offered.workspace_diagnostics
    await client.shutdown_session()
    await client.stop()


async def test_unknown_requests_are_refused(client):
    with pytest.raises(JsonRpcException) as refused:
        await client.ask("textDocument/noSuchThing", {})
    assert refused.value.code == types.ErrorCodes.MethodNotFound


async def test_nothing_is_run_without_trust(connect, problem):
    client = await connect()
    await client.initialize_session(initialization(problem, "neovim-0.9", trusted=False))
    open_file(client, problem / "val.cpp")
    status = (await client.until("a status", lambda: client.said("touchstone/status")))[-1]
    assert "not trusted" in status["message"]
    with pytest.raises(JsonRpcException):
        await run(client, problem)
    await client.shutdown_session()
    await client.stop()


async def test_requests_before_initialize_are_refused(connect, problem):
    client = await connect()
    client.capabilities = types.ClientCapabilities()
    with pytest.raises(JsonRpcException) as refused:
        await client.ask("textDocument/hover", types.HoverParams(types.TextDocumentIdentifier("file:///a"), ZERO))
    assert refused.value.code == types.ErrorCodes.ServerNotInitialized
    await client.initialize_session(initialization(problem, "nothing"))
    await client.shutdown_session()
    assert client._server.returncode == 0
    await client.stop()


async def test_leaving(connect, problem):
    """After `shutdown` there are no answers; `exit` ends the process with 0, and with 1 where no `shutdown` was."""
    client = await connect()
    await client.initialize_session(initialization(problem, "nothing"))
    await client.shutdown_async(None)
    with pytest.raises(JsonRpcException) as refused:
        await client.ask("textDocument/hover", types.HoverParams(types.TextDocumentIdentifier("file:///a"), ZERO))
    assert refused.value.code == types.ErrorCodes.InvalidRequest
    client.exit(None)
    assert await asyncio.wait_for(client._server.wait(), 10) == 0
    await client.stop()

    client = await connect()
    await client.initialize_session(initialization(problem, "nothing"))
    client.exit(None)
    assert await asyncio.wait_for(client._server.wait(), 10) == 1
    await client.stop()
