#!/usr/bin/env bash
# Tries the client of language models, and whole loops, on a real server, llama.cpp's, with a tiny model of random weights.
# PROPTEST_CASES says how many loops there are: 4 for each 128.
#
# The server is installed once, below target/model-server, by the names and versions in requirements.txt. Where it cannot
# be had, as without a network, that is said, and nothing fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

place="$PWD/target/model-server"
mkdir -p "$place"

not_tried() {
  printf 'NOT TRIED, %s\n' "$1"
  exit 0
}

# The environment is that of these requirements and of this Python, or it is made again.
wanted=$(python3 --version && cat tests/model-server/requirements.txt)
if [ ! -x "$place/venv/bin/python" ] || [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$place/venv" "$place/installed"
  python3 -m venv "$place/venv" >"$place/venv.log" 2>&1 ||
    not_tried "python3 -m venv does not work here (Debian's package is python3-venv)"
  "$place/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tests/model-server/requirements.txt \
    >"$place/pip.log" 2>&1 || not_tried "llama.cpp's server cannot be installed: $(tail -n 1 "$place/pip.log")"
  printf '%s\n' "$wanted" >"$place/installed"
fi
"$place/venv/bin/python" tests/model-server/make_tiny_gguf.py "$place/tiny.gguf"

# A server ends when its standard input does: when this script is over, however it ends.
address=""
listen() {
  local word rest
  address=""
  while read -r -t 60 -u "$1" word rest; do
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
