"""Makes a Python wheel whose only content is the binary, so that pip puts it on the path. The same input gives the same
bytes.

    wheel.py --folder UNPACKED --version VERSION --glibc 2.28 --out DIR
"""

import argparse
import base64
import hashlib
import os
import pathlib
import time
import zipfile


def main():
    parser = argparse.ArgumentParser()
    for option in ("--folder", "--version", "--glibc", "--out"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    folder = pathlib.Path(args.folder)
    tag = f"py3-none-manylinux_{args.glibc.replace('.', '_')}_x86_64"
    stem = f"touchstone-{args.version}"
    info = f"{stem}.dist-info"
    metadata = f"""\
Metadata-Version: 2.4
Name: touchstone
Version: {args.version}
Summary: A language server and command line for people who set competitive-programming problems
License-Expression: MIT
License-File: LICENSE
License-File: LICENSES-OF-PARTS.txt
Requires-Python: >=3.6
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Rust
Description-Content-Type: text/markdown

"""
    wheel = f"Wheel-Version: 1.0\nGenerator: touchstone\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files = {
        f"{stem}.data/scripts/touchstone": (folder / "touchstone").read_bytes(),
        f"{info}/METADATA": (metadata + (folder / "README.md").read_text()).encode(),
        f"{info}/WHEEL": wheel.encode(),
        f"{info}/licenses/LICENSE": (folder / "LICENSE").read_bytes(),
        f"{info}/licenses/LICENSES-OF-PARTS.txt": (folder / "LICENSES-OF-PARTS.txt").read_bytes(),
    }
    record = f"{info}/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items()]
    files[record] = "".join([*lines, f"{record},,\n"]).encode()

    # Archives of this kind know no time before 1980.
    when = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800))[:6]
    path = pathlib.Path(args.out) / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if name.endswith("/scripts/touchstone") else 0o100644) << 16
            archive.writestr(entry, data)
    print(path.name)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


main()
