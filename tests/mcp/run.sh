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

have python3 python3 || not_tried "there is no python3 (Debian's package is python3)"
may_have_venv
python_environment "$place" tests/mcp/requirements.txt "the client"
"$place/venv/bin/python" tests/mcp/client.py "${1:-target/debug/touchstone}"
