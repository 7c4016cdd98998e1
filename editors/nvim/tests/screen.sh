#!/usr/bin/env bash
# The plugin on a real terminal's screen, in a private tmux.
#
#   tests/screen.sh NVIM TOUCHSTONE PROBLEM [PICTURES]
#
# PROBLEM is a copy of an example problem that may be changed. With PICTURES, screens are kept there with their colours;
# BACKGROUND=light makes them light.
set -euo pipefail
nvim=$(realpath -s "$1") server=$(realpath -s "$2") problem=$(realpath "$3") pictures=${4:-}
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
socket=touchstone-$$
t() { tmux -L "$socket" -f "$work/tmux.conf" "$@"; }
trap 't kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
mkdir -p "$work"/{state,config,data}

cat > "$work/tmux.conf" <<'CONF'
set -g default-terminal tmux-256color
set -ga terminal-overrides ',*:RGB:Smulx=\E[4::%p1%dm'
set -s escape-time 10
CONF
cat > "$work/init.lua" <<LUA
vim.opt.rtp:prepend('$here')
vim.o.swapfile, vim.o.number, vim.o.signcolumn, vim.o.laststatus = false, true, 'yes', 2
vim.o.termguicolors, vim.o.shortmess = true, vim.o.shortmess .. 'I'
vim.o.background = '${BACKGROUND:-dark}'
vim.diagnostic.config({ virtual_text = true })
vim.lsp.config('touchstone', {
  cmd = { '$server', 'lsp' },
  settings = { touchstone = { editor = { probe_when_idle = false } } },
})
vim.o.statusline = ' %t %= %{v:lua.require("touchstone").status()} '
vim.api.nvim_create_autocmd('User', {
  pattern = { 'TouchstoneStatus', 'TouchstoneMatrixChanged' },
  callback = function() vim.cmd.redrawstatus({ bang = true }) end,
})
LUA

fail() {
  echo "NOT OK  $1"
  t capture-pane -p -t s || true
  exit 1
}
# Waits for a text on the screen. What it is made for can take long on a busy machine.
expect() {
  local n
  for n in $(seq 1 "${PATIENCE:-600}"); do
    if t capture-pane -p -t s | grep -qF -- "$1"; then
      echo "ok      screen: $1"
      return
    fi
    sleep 0.1
  done
  fail "screen: $1"
}
expect_gone() {
  local n
  for n in $(seq 1 "${PATIENCE:-600}"); do
    if ! t capture-pane -p -t s | grep -qF -- "$1"; then
      echo "ok      screen, gone: $1"
      return
    fi
    sleep 0.1
  done
  fail "screen, gone: $1"
}
keys() { t send-keys -t s "$@"; }
picture() {
  [ -n "$pictures" ] || return 0
  mkdir -p "$pictures"
  sleep "${2:-0.5}"
  t capture-pane -e -N -p -t s > "$pictures/$1.ansi"
}

t new-session -d -x ${COLUMNS_OF_SCREEN:-110} -y ${LINES_OF_SCREEN:-34} -s s "cd '$problem' && '$nvim' -u '$work/init.lua' val.cpp"

# Trust is asked for, with a list to choose from.
expect 'Do you trust the authors'
expect '1: Compile and run'
keys 1 Enter
expect 'validator: '
expect 'tests accepted'
expect 'TPR 100%'

# A broken validator.
keys ':%s/4000000000LL/3999999999LL/' Enter
keys ':write' Enter
expect 'the validator rejects test'
expect 'validator: rejects'
t capture-pane -e -p -t s | grep -qE $'\e\\[[0-9;:]*4(:3)?[;m]' || fail 'an underline'
# The whole message, in a window at the cursor.
keys 7G
keys C-w d
expect 'violates the range'
if [ -n "$pictures" ]; then t resize-window -t s -y 20; fi
picture findings
if [ -n "$pictures" ]; then t resize-window -t s -y "${LINES_OF_SCREEN:-34}"; fi
keys h
keys u
keys ':write' Enter
expect_gone 'the validator rejects test'

# The matrix.
keys ':Touchstone matrix' Enter
expect 'wa_overflow.cpp'
expect '...W...W.W .  WA'
expect '✗ false positive'
keys /wa_overflow Enter
keys '0' 'fW' ':nohlsearch' Enter
expect 'wa_overflow.cpp on test 4: WA, '
keys ':echo' Enter
picture matrix

# A test.
keys Enter
expect 'expected (-) and found (+)'
expect '◀ first difference'
picture test
keys q
expect_gone 'expected (-) and found (+)'

# The matrix follows a save.
keys o
expect 'The weights fit into an int'
keys '/int sum' Enter
expect 'int sum ='
keys ':%s/int sum =/long long sum =/ | write' Enter
expect 'test 4: AC'
expect_gone '...W...W.W .  WA'
keys ':%s/long long sum =/int sum =/ | write' Enter
expect '...W...W.W .  WA'

keys ':qa!' Enter
for _ in $(seq 1 "${PATIENCE:-600}"); do
  t has-session 2>/dev/null || break
  sleep 0.1
done
if t has-session 2>/dev/null; then fail 'leaving'; fi
echo 'ok      screen: left'
