"""Has a stripped binary panic, and looks whether its symbols file names functions, files and lines.

    symbols.py BINARY DEBUG
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

PLACE = re.compile(r"server/crates/lsp/src/protocol/backend\.rs:\d+")


def main():
    binary, debug = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        alone = pathlib.Path(folder) / "touchstone"
        shutil.copy(binary, alone)
        said = panic(alone, folder)
        assert "panicked at" in said and PLACE.search(said), f"no panic:\n{said}"
        frames = re.findall(r"^\s+\d+:\s", said, re.MULTILINE)
        assert frames and "lsp::" not in said, f"it is not stripped, or has no backtrace:\n{said}"
        # Beside the binary the file is found by the name that the binary has of it.
        shutil.copy(debug, folder)
        said = panic(alone, folder)
        places = PLACE.findall(said.partition("stack backtrace")[2])
        assert places, f"the backtrace has no line of the file that panicked:\n{said}"
        print(f"the backtrace of a panic names {places[0]}")

    # Debuggers and addr2line are given the address in the file.
    symbols = subprocess.run(["nm", "--defined-only", "--demangle", debug], check=True, capture_output=True, text=True).stdout
    address = re.search(r"^([0-9a-f]+) \w touchstone::main$", symbols, re.MULTILINE)
    assert address, "touchstone::main is not among the symbols"
    command = ["addr2line", "--exe", debug, "--functions", "--demangle", "0x" + address[1]]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert re.search(r"server/src/main\.rs:\d+$", found[1]), found
    print(f"addr2line: 0x{address[1].lstrip('0')} is {found[0]} at {found[1]}")


def panic(binary, folder):
    """What a language server says on its standard error when it is asked to panic, as tests may ask it."""
    home = {name: f"{folder}/home" for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    env = {**os.environ, **home, "TOUCHSTONE_SELF_TEST": "1", "RUST_BACKTRACE": "full"}
    errors = pathlib.Path(folder) / "errors"
    with open(errors, "w") as stderr:
        server = subprocess.Popen([binary, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=env)
    timer = threading.Timer(60, server.kill)
    timer.start()
    send(server, {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}})
    send(server, {"method": "initialized", "params": {}})
    send(server, {"id": 2, "method": "touchstone/selfTest", "params": {"how": "panic"}})
    # Its answer comes when all has been said.
    while receive(server).get("id") != 2:
        pass
    timer.cancel()
    server.kill()
    server.wait()
    return errors.read_text()


def send(server, message):
    text = json.dumps({"jsonrpc": "2.0", **message})
    server.stdin.write(f"Content-Length: {len(text)}\r\n\r\n{text}".encode())
    server.stdin.flush()


def receive(server):
    length = 0
    while line := server.stdout.readline().strip():
        key, _, value = line.partition(b":")
        if key.lower() == b"content-length":
            length = int(value)
    assert length, "the server has ended"
    return json.loads(server.stdout.read(length))


main()
