#!/usr/bin/env bash
# Drives the real binary with a client that is not ours, pytest-lsp, as several editors. Arguments go to pytest.
#
# The client is installed once, below target/conformance, by the names and versions in requirements.txt. Where it cannot
# be had, as without a network, that is said, and nothing fails, unless TOUCHSTONE_REQUIRE is `full`.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../need.sh
. tests/need.sh

place="$PWD/target/conformance"
mkdir -p "$place"

python_environment "$place" tests/conformance/requirements.txt "pytest-lsp"

if [ -z "${TOUCHSTONE_BIN:-}" ]; then
  cargo build --quiet -p touchstone
  TOUCHSTONE_BIN=$(cargo metadata --format-version 1 --no-deps --offline |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug/touchstone
  export TOUCHSTONE_BIN
fi
"$place/venv/bin/python" -m pytest -q -p no:cacheprovider tests/conformance "$@"
