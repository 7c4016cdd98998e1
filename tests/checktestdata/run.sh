#!/usr/bin/env bash
# Compares the crate `checktestdata` with the independent implementation on PyPI, on some thousand random programs and
# inputs. Arguments go to compare.py.
#
# That implementation is installed once, below target/checktestdata, by the names and versions in requirements.txt. Where it
# cannot be had, as without a network, that is said, and nothing fails, unless TOUCHSTONE_REQUIRE is `full`.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../need.sh
. tests/need.sh

place="$PWD/target/checktestdata"
mkdir -p "$place"

python_environment "$place" tests/checktestdata/requirements.txt "checktestdata"

# Where the binary under test was built, the example was too.
check="$(dirname "${TOUCHSTONE_BIN:-none/none}")/examples/check"
if [ ! -x "$check" ]; then
  cargo build --quiet -p checktestdata --example check
  check=$(cargo metadata --format-version 1 --no-deps --offline |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug/examples/check
fi
"$place/venv/bin/python" tests/checktestdata/compare.py --check "$check" --cases 4000 "$@"
