"""Uses `touchstone mcp` by a client that is not ours; see run.sh."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CancelledNotification, CancelledNotificationParams, ClientNotification

INPUT = "2 4\n2 3\n"
# The longest that anything may take, seconds.
PATIENCE = 300


async def tries(session: ClientSession, folder: Path) -> None:
    known = await session.initialize()
    assert known.serverInfo.name == "touchstone", known
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    print("tools:", ", ".join(tools))
    stages = []

    async def progress(number: float, total: float | None, message: str | None) -> None:
        stages.append(message)

    # The client itself checks a structured result against the tool's schema.
    report = await session.call_tool("check", {}, progress_callback=progress)
    assert not report.isError, report
    assert report.structuredContent["problem"]["name"] == folder.name
    judged = await session.call_tool("judge_input", {"input": INPUT}, progress_callback=progress)
    assert {"solution": "sol.cpp", "verdict": "AC"}.items() <= next(
        one for one in judged.structuredContent["solutions"] if one["solution"] == "sol.cpp"
    ).items()
    assert stages, "progress is told"
    print("stages:", "; ".join(stages))
    proved = await session.call_tool("prove_test", {"input": INPUT})
    assert proved.structuredContent["evidence"]["kills"][0]["solution"] == "wa_same_parcel.cpp", proved
    source = (folder / "val.cpp").read_text()
    tried = await session.call_tool("try_program", {"piece": "validator", "source": source})
    assert tried.structuredContent["stands_its_trial"], tried
    print("trial:", tried.structuredContent["trial"])
    needed = await session.call_tool("minimise", {})
    assert not needed.isError, needed
    refused = await session.call_tool("prove_test", {"input": INPUT, "apply": True})
    assert refused.isError and "--allow-write" in refused.content[0].text, refused
    # A call that the client gives up is ended without an answer, and the next ones are answered.
    spin = "#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerValidation(argc, argv); for (volatile int i = 0;; ++i) {} }\n"
    tried_now = asyncio.Event()

    async def begun(number: float, total: float | None, message: str | None) -> None:
        if message == "trying it":
            tried_now.set()

    spinning = asyncio.create_task(
        session.call_tool("try_program", {"piece": "validator", "source": spin}, progress_callback=begun)
    )
    await asyncio.wait_for(tried_now.wait(), PATIENCE)
    assert not spinning.done(), "it cannot be over"
    params = CancelledNotificationParams(requestId=session._request_id - 1, reason="given up")
    await session.send_notification(
        ClientNotification(CancelledNotification(method="notifications/cancelled", params=params))
    )
    explained = await session.call_tool("explain_finding", {"code": "wrong-solution-passes"})
    assert explained.structuredContent["explanation"], explained
    judged = await session.call_tool("judge_input", {"input": INPUT})
    assert judged.structuredContent["worth_adding"], judged
    # Calls are done in their order, so none comes any more.
    await session.send_ping()
    assert not spinning.done(), f"a call that was given up is answered: {spinning}"
    spinning.cancel()


def ends_by_signal(server: StdioServerParameters) -> None:
    """A server that waits for the next call ends when it is asked to."""
    waiting = subprocess.Popen([server.command, *server.args], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    waiting.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    waiting.stdin.flush()
    assert b'"id":1' in waiting.stdout.readline()
    waiting.terminate()
    assert waiting.wait(PATIENCE) == 130, waiting.returncode


async def main(binary: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "two-parcels"
        shutil.copytree("tests/problems/two-parcels", folder)
        server = StdioServerParameters(
            command=str(Path(binary).resolve()), args=["mcp", "--trust", str(folder)], env=dict(os.environ)
        )
        async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as session:
            await tries(session, folder)
        ends_by_signal(server)
    print("all of it works")


asyncio.run(main(sys.argv[1]))
