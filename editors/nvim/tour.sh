#!/usr/bin/env bash
# A tour through the plugin on whole example problems, on a real terminal's screen; no part of test.sh.
#
#   editors/nvim/tour.sh [EXAMPLE ...]
#
# Each EXAMPLE is a folder of tests/problems. Without a name it is one of each format that most setters have: plain,
# Polygon, ICPC. TOUCHSTONE and NVIM are as for test.sh; with PICTURES, a folder, the screens are kept there, as texts and
# with their colours, which tests/render.py draws.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
kept=${CARGO_TARGET_DIR:-$top/target}/nvim-tests
mkdir -p "$kept"

# shellcheck source=../../tests/need.sh
. "$top/tests/need.sh"
may_have patchelf patchelf
must_have tmux tmux
must_have python3 python3
nvim=$("$here/tests/get-nvim.sh" "$kept/nvim") || not_tried "the plugin needs Neovim 0.11.3 or newer"
server=${TOUCHSTONE:-}
if [ -z "$server" ]; then
  server=${CARGO_TARGET_DIR:-$top/target}/debug/touchstone
  (cd "$top" && cargo build --quiet --bin touchstone)
fi
[ $# -gt 0 ] || set -- two-parcels one-projector night-ferry

work=$(mktemp -d)
t() { tmux -L "touchstone-tour-$$-$name" -f "$work/tmux.conf" "$@"; }
trap 't kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
cat > "$work/tmux.conf" <<'CONF'
set -g default-terminal tmux-256color
set -ga terminal-overrides ',*:RGB:Smulx=\E[4::%p1%dm'
set -s escape-time 10
CONF
mkdir -p "$work"/{problems,pictures,config,data}
export TOUCHSTONE_CACHE_DIR=${TOUCHSTONE_TEST_CACHE:-$kept/cache}
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
TOUCHSTONE=$(realpath "$server")
export TOUCHSTONE EXAMPLES=$top/tests/problems VERDICTS=$top/tests/oracle

name= failed=
for example in "$@"; do
  name=$(basename "$example")
  cp -r "$top/tests/problems/$example" "$work/problems/$name"
  log=$work/$name.log
  export PROBLEM=$work/problems/$name LOG=$log SCREENS=$work/pictures XDG_STATE_HOME=$work/state-$name
  echo "- $name"
  : > "$log"
  # It ends with its program, and so does what follows the log.
  pid=$(t new-session -d -P -F '#{pane_pid}' -x 120 -y 40 -c "$work" -s "$name" \
    "'$nvim' --clean -c 'luafile $here/tests/tour.lua'; echo \$? > '$log.code'")
  tail -n +1 -f -s 0.1 --pid="$pid" "$log"
  [ "$(cat "$log.code" 2>/dev/null)" = 0 ] || failed="$failed $name"
done

if [ -n "${PICTURES:-}" ]; then
  mkdir -p "$PICTURES"
  cp "$work"/pictures/* "$PICTURES/"
fi
[ -z "$failed" ] || { echo "NOT OK  $failed"; exit 1; }
