#!/usr/bin/env bash
# Sets up and runs the tests of the plugin for Neovim, in a real Neovim with a real server.
#
#   editors/nvim/test.sh
#
# TOUCHSTONE is the server to use, target/debug/touchstone if not given; NVIM is a Neovim to use. What cannot be had
# here is said and left out; only a test that fails makes this fail.
set -euo pipefail
cd "$(dirname "$0")"
here=$(pwd)
top=$(cd ../.. && pwd)
kept=${CARGO_TARGET_DIR:-$top/target}/nvim-tests
mkdir -p "$kept"

# shellcheck source=../../tests/need.sh
. "$top/tests/need.sh"

may_have patchelf patchelf
may_have tmux tmux
may_have luacheck lua-check

if command -v luacheck >/dev/null 2>&1; then
  luacheck --no-color -q .
else
  echo "NOT TRIED: luacheck"
fi
stylua=$(command -v stylua || true)
if [ -z "$stylua" ] && command -v npm >/dev/null 2>&1; then
  [ -x "$kept/node_modules/.bin/stylua" ] ||
    npm install --silent --no-audit --no-fund --prefix "$kept" @johnnymorganz/stylua-bin@2.5.2 >/dev/null 2>&1 || true
  [ ! -x "$kept/node_modules/.bin/stylua" ] || stylua=$kept/node_modules/.bin/stylua
fi
if [ -n "$stylua" ]; then
  "$stylua" --check .
else
  echo "NOT TRIED: stylua"
fi

nvim=$(tests/get-nvim.sh "$kept/nvim" || true)
if [ -z "$nvim" ]; then
  found=$(nvim --version 2>/dev/null | head -n 1 || true)
  echo "NOT TRIED: the plugin needs Neovim 0.11.3 or newer, here is ${found:-none}"
  exit 0
fi
"$nvim" --version | head -n 1

server=${TOUCHSTONE:-}
if [ -z "$server" ]; then
  server=${CARGO_TARGET_DIR:-$top/target}/debug/touchstone
  (cd "$top" && cargo build --quiet --bin touchstone)
fi
server=$(realpath "$server")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Results are kept from one time to the next: most of the time goes to the compiler.
export TOUCHSTONE_CACHE_DIR=${TOUCHSTONE_TEST_CACHE:-$kept/cache}
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data

# A copy of an example problem, without the solutions that take long.
problem() {
  mkdir -p "$work/$1"
  cp -r "$top/tests/problems/two-parcels" "$work/$1/"
  rm "$work/$1"/two-parcels/{greedy_heaviest.cpp,slow.cpp,wa_sorted_index.cpp,wa_zero_based.py}
  echo "$work/$1/two-parcels"
}

"$nvim" --headless --clean -c 'helptags doc' -c 'qa!' && rm -f doc/tags

echo "- the plugin's own logic"
XDG_STATE_HOME=$work/unit "$nvim" --headless --clean -l tests/unit.lua

echo "- installing"
tests/install.sh "$nvim"

echo "- a session with a server"
(
  cd "$work"
  # The session empties its cache.
  export TOUCHSTONE_CACHE_DIR=$kept/cache
  XDG_STATE_HOME=$work/state TOUCHSTONE=$server PROBLEM=$(problem session) \
    "$nvim" --headless --clean -l "$here/tests/session.lua"
)

echo "- a contest"
mkdir -p "$work/contest"
(
  cd "$work"
  XDG_STATE_HOME=$work/state-contest TOUCHSTONE=$server PLACE=$work/contest \
    "$nvim" --headless --clean -l "$here/tests/contest.lua"
)

echo "- what a model proposes, in every way"
# The answers, what is done to the copy of an example before, the example, what is typed, and words of the page.
proposed() {
  local place=$work/$1
  mkdir -p "$place"
  cp -r "$top/tests/problems/$3" "$place/"
  (cd "$place/$3" && eval "$2")
  (
    cd "$work"
    XDG_STATE_HOME=$work/state-$1 TOUCHSTONE=$server PROBLEM=$place/$3 FILE=$(cd "$place/$3" && ls sol.cpp sols/std.cpp 2>/dev/null) ANSWERS=$1 COMMAND=$4 WORDS=$5 \
      "$nvim" --headless --clean -l "$here/tests/loops.lua"
  )
}
fewer="rm greedy_heaviest.cpp slow.cpp wa_sorted_index.cpp wa_zero_based.py"
proposed two-parcels-feedback "$fewer" two-parcels "hack method=codecontests-o" "# 1 test is worth adding
gen -n 3 -max 9 -type half
fails \`wa_same_parcel.cpp\` with **WA**"
proposed badge-race-agent "rm -r tests" badge-race "hack method=codecontests-plus seeds=3 all=true" " s1
tests are worth adding
\`val.cpp\` accepts it"
proposed badge-race-kinds "rm -r tests val.cpp" badge-race "hack method=hardtestgen" "# 2 tests are worth adding
To be changed: \`tests/3.in\`, \`tests/4.in\`, \`val.cpp\`"
proposed two-parcels-validator "$fewer val.cpp" two-parcels "write validator attempts=5" "it accepts 5 samples
it has 3 bounds of the statement
To be changed: \`val.cpp\`"
# A command of the user's answers.
XDG_CONFIG_HOME=$work/config-command BY=$here/tests/answer.sh proposed two-parcels-fix "sed -i s/50000/100/ val.cpp" two-parcels "fix validator-rejects-test attempts=4" "To be changed: \`val.cpp\`"

echo "- on a screen"
if command -v tmux >/dev/null 2>&1; then
  tests/screen.sh "$nvim" "$server" "$(problem screen)"
else
  echo "NOT TRIED: there is no tmux"
fi
