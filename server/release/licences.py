"""Prints the licences of everything that is built into the binary: its crates, and what Rust and Zig add.

    licences.py TARGET
"""

import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys

NAMES = re.compile(r"(UN)?LICEN[CS]E|COPYING|COPYRIGHT|NOTICE", re.IGNORECASE)
HEAD = """\
touchstone is under the MIT licence; see LICENSE.
Built into its binary are the parts below, each under its own licence, and the standard library of Rust (MIT or
Apache-2.0) and, in binaries that were linked with Zig, LLVM's libunwind and Zig's compiler-rt (Apache-2.0 with
LLVM-exception, and MIT).
"""


def main():
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", sys.argv[1]]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    start = next(key for key, package in packages.items() if package["name"] == "touchstone")
    found, todo = set(), [start]
    while todo:
        key = todo.pop()
        if key in found:
            continue
        found.add(key)
        # What only builds or tests is not in the binary.
        todo += [dep["pkg"] for dep in nodes[key]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]

    parts = sorted((packages[key] for key in found if packages[key]["source"]), key=lambda one: (one["name"], one["version"]))
    texts, users = {}, collections.defaultdict(list)
    print(HEAD)
    for part in parts:
        label = f"{part['name']} {part['version']}"
        print(f"{label}: {part['license'] or 'see its text'}")
        folder = pathlib.Path(part["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if file.is_file() and NAMES.match(file.name):
                text = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
                digest = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
                texts.setdefault(digest, text)
                if label not in users[digest]:
                    users[digest].append(label)
    for digest, text in texts.items():
        print(f"\n{'=' * 100}\n{', '.join(users[digest])}\n{'=' * 100}\n\n{text}")


main()
