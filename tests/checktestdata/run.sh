#!/usr/bin/env bash
# Compares the crate `checktestdata` with the independent implementation on PyPI, on some thousand random programs and
# inputs. Arguments go to compare.py.
#
# That implementation is installed once, below target/checktestdata, by the names and versions in requirements.txt. Where it
# cannot be had, as without a network, that is said, and nothing fails, unless TOUCHSTONE_REQUIRE is `full`.
set -euo pipefail
cd "$(dirname "$0")/../.."

place="$PWD/target/checktestdata"
mkdir -p "$place"

not_tried() {
  printf 'NOT TRIED, %s\n' "$1"
  [ "${TOUCHSTONE_REQUIRE:-}" != full ]
  exit
}

# The environment is that of these requirements and of this Python, or it is made again.
wanted=$(python3 --version && cat tests/checktestdata/requirements.txt)
if [ ! -x "$place/venv/bin/python" ] || [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$place/venv" "$place/installed"
  python3 -m venv "$place/venv" >"$place/venv.log" 2>&1 ||
    not_tried "python3 -m venv does not work here (Debian's package is python3-venv)"
  "$place/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tests/checktestdata/requirements.txt \
    >"$place/pip.log" 2>&1 || not_tried "checktestdata cannot be installed: $(tail -n 1 "$place/pip.log")"
  printf '%s\n' "$wanted" >"$place/installed"
fi

# Where the binary under test was built, the example was too.
check="$(dirname "${TOUCHSTONE_BIN:-none/none}")/examples/check"
if [ ! -x "$check" ]; then
  cargo build --quiet -p checktestdata --example check
  check=$(cargo metadata --format-version 1 --no-deps --offline |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug/examples/check
fi
"$place/venv/bin/python" tests/checktestdata/compare.py --check "$check" --cases 4000 "$@"
