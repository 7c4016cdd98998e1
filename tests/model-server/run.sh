#!/usr/bin/env bash
# Tries the client of language models, and whole loops, on a real server, llama.cpp's, with a tiny model of random weights.
# PROPTEST_CASES says how many loops there are: 4 for each 128.
#
# The server is installed once, below target/model-server, by the names and versions in requirements.txt. Where it cannot
# be had, as without a network, that is said, and nothing fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../need.sh
. tests/need.sh

place="$PWD/target/model-server"
mkdir -p "$place"

# Not having it is no failure, whatever is required.
not_tried() {
  printf 'NOT TRIED, %s\n' "$1"
  exit 0
}

python_environment "$place" tests/model-server/requirements.txt "llama.cpp's server"
"$place/venv/bin/python" tests/model-server/make_tiny_gguf.py "$place/tiny.gguf"

# A server ends when its standard input does: when this script is over, however it ends.
address=""
listen() {
  local word rest
  address=""
  while read -r -t 600 -u "$1" word rest; do
    if [ "$word" = LISTENING ]; then
      address=$rest
      return
    fi
  done
  cat "$place/server.log" >&2
  exit 1
}

coproc SERVER { exec "$place/venv/bin/python" tests/model-server/serve.py "$place/tiny.gguf" 0 2>"$place/server.log"; }
listen "${SERVER[0]}"
export TOUCHSTONE_TEST_MODEL_SERVER=$address
if command -v cargo-nextest >/dev/null 2>&1; then
  # All packages are named, so that nothing is built in another form than for the other tests.
  cargo nextest run --workspace --cargo-quiet --status-level fail \
    -E 'test(/^model_server::/) + test(=random_answers::a_real_server_of_random_weights_changes_nothing)'
else
  cargo test --quiet -p llm --test integration model_server
  cargo test --quiet -p e2e --test e2e random_answers::a_real_server
fi
