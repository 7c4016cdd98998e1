"""Looks at a binary that is to be handed out: it is stripped, small enough, and runs on an old C library.

    inspect_binary.py BINARY --glibc 2.28 [--max-bytes N] [--debian-depends]

--max-bytes 0 tells the size and does not judge it. --debian-depends prints what a Debian package of it depends on.
"""

import argparse
import os
import re
import subprocess
import sys

# What glibc itself brings.
GLIBC = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"}
# What may be there besides, and Debian's packages of it.
BESIDES = {"libgcc_s.so.1": "libgcc-s1 | libgcc1"}


def objdump(what, binary):
    return subprocess.run(["objdump", what, binary], check=True, capture_output=True, text=True).stdout


def number(version):
    return tuple(int(part) for part in version.split("."))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--glibc", required=True)
    parser.add_argument("--max-bytes", type=int, default=0)
    parser.add_argument("--debian-depends", action="store_true")
    args = parser.parse_args()

    needed = re.findall(r"^\s*NEEDED\s+(\S+)", objdump("-p", args.binary), re.MULTILINE)
    if args.debian_depends:
        besides = [BESIDES[name] for name in needed if name in BESIDES]
        print(", ".join([f"libc6 (>= {args.glibc})", *besides]))
        return 0

    wrong = []
    strange = sorted(set(needed) - GLIBC - set(BESIDES))
    if strange:
        wrong.append(f"needs {', '.join(strange)}")
    # A number after GLIBC_ is a version of the C library; GLIBC_PRIVATE would tie it to one build of it.
    symbols = re.findall(r"\(?\bGLIBC_(\w+(?:\.\d+)*)\)?\s+(\S+)$", objdump("-T", args.binary), re.MULTILINE)
    newest = max((version for version, _ in symbols if version[0].isdigit()), key=number, default="0")
    for version, name in symbols:
        if not version[0].isdigit() or number(version) > number(args.glibc):
            wrong.append(f"{name} needs GLIBC_{version}")
    if not symbols:
        wrong.append("no symbol of glibc was found, which cannot be")
    sections = set(re.findall(r"^\s*\d+\s+(\.\S+)", objdump("-h", args.binary), re.MULTILINE))
    # A debugger is told by some bytes of the program itself where Rust's printers are.
    left = sorted(name for name in sections - {".debug_gdb_scripts"} if name.startswith((".debug", ".zdebug")))
    if left:
        wrong.append(f"is not stripped: it has {', '.join(left)}")
    if "no symbols" not in objdump("-t", args.binary):
        wrong.append("is not stripped: it has a symbol table")
    size = os.path.getsize(args.binary)
    if args.max_bytes and size > args.max_bytes:
        wrong.append(f"has {size} bytes, more than {args.max_bytes}")

    print(f"{size / 1e6:.1f} MB, {len(symbols)} symbols of glibc, the newest of {newest}; needs {', '.join(needed)}")
    for one in wrong:
        print(f"{args.binary} {one}", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
