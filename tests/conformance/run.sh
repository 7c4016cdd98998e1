#!/usr/bin/env bash
# Drives the real binary with a client that is not ours, pytest-lsp, as several editors. Arguments go to pytest.
#
# The client is installed once, below target/conformance, by the names and versions in requirements.txt. Where it cannot
# be had, as without a network, that is said, and nothing fails, unless TOUCHSTONE_REQUIRE is `full`.
set -euo pipefail
cd "$(dirname "$0")/../.."

place="$PWD/target/conformance"
mkdir -p "$place"

not_tried() {
  printf 'NOT TRIED, %s\n' "$1"
  [ "${TOUCHSTONE_REQUIRE:-}" != full ]
  exit
}

# The environment is that of these requirements and of this Python, or it is made again.
wanted=$(python3 --version && cat tests/conformance/requirements.txt)
if [ ! -x "$place/venv/bin/pytest" ] || [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$place/venv" "$place/installed"
  python3 -m venv "$place/venv" >"$place/venv.log" 2>&1 ||
    not_tried "python3 -m venv does not work here (Debian's package is python3-venv)"
  "$place/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tests/conformance/requirements.txt \
    >"$place/pip.log" 2>&1 || not_tried "pytest-lsp cannot be installed: $(tail -n 1 "$place/pip.log")"
  printf '%s\n' "$wanted" >"$place/installed"
fi

if [ -z "${TOUCHSTONE_BIN:-}" ]; then
  cargo build --quiet -p touchstone
  TOUCHSTONE_BIN=$(cargo metadata --format-version 1 --no-deps --offline |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug/touchstone
  export TOUCHSTONE_BIN
fi
"$place/venv/bin/python" -m pytest -q -p no:cacheprovider tests/conformance "$@"
