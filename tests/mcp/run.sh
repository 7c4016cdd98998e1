#!/usr/bin/env bash
# Has the client of the Model Context Protocol's own Python package use `touchstone mcp` on an example: it starts the server, lists
# the tools, calls each, checks the structured results against the schemas that the server gives, is told of progress, and
# cancels a call.
#
#   tests/mcp/run.sh [BINARY]
#
# The package is installed once, below target/mcp. Where it cannot be had, as without a network, that is said, and nothing fails,
# unless TOUCHSTONE_REQUIRE is `full`.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../need.sh
. tests/need.sh

place="$PWD/target/mcp"
mkdir -p "$place"

not_tried() {
  printf 'NOT TRIED, %s\n' "$1"
  [ "${TOUCHSTONE_REQUIRE:-}" != full ]
  exit
}

have python3 python3 || not_tried "there is no python3 (Debian's package is python3)"
may_have_venv
wanted=$(python3 --version && cat tests/mcp/requirements.txt)
if [ ! -x "$place/venv/bin/python" ] || [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$place/venv" "$place/installed"
  python3 -m venv "$place/venv" >"$place/venv.log" 2>&1 ||
    not_tried "python3 -m venv does not work here (Debian's package is python3-venv)"
  "$place/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tests/mcp/requirements.txt \
    >"$place/pip.log" 2>&1 || not_tried "the client cannot be installed: $(tail -n 1 "$place/pip.log")"
  printf '%s' "$wanted" >"$place/installed"
fi
"$place/venv/bin/python" tests/mcp/client.py "${1:-target/debug/touchstone}"
