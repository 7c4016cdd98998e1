#!/usr/bin/env bash
# The ways of installing that the README names, each in a Neovim of its own: tests/install.sh NVIM
set -euo pipefail
nvim=$(realpath -s "$1")
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{problem,repository/editors}
cp -r "$here" "$work/repository/editors/nvim"
echo '#include "testlib.h"' > "$work/problem/gen.cpp"
echo 'gen 1 > $' > "$work/problem/script.txt"

# name, init.lua: whether the command, the server's configuration, the filetype and the help are there
try() {
  local home=$work/$1
  mkdir -p "$home/config/nvim"
  printf '%s\n' "$2" > "$home/config/nvim/init.lua"
  local check='lua local ok = vim.fn.exists(":Touchstone") == 2 and vim.lsp.is_enabled("touchstone")
    and vim.bo.filetype == "touchstone-script" and vim.bo.commentstring == "# %s"
    and #vim.api.nvim_get_runtime_file("lsp/touchstone.lua", true) == 1
    and package.loaded["touchstone.matrix"] == nil
    io.stdout:write(ok and "there" or "missing: " .. vim.api.nvim_exec2("messages", { output = true }).output)'
  local said
  said=$(cd "$work/problem" && XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state \
    "$nvim" --headless -i NONE script.txt -c "$(tr '\n' ' ' <<<"$check")" -c 'qa!' 2>"$home/errors") || true
  if [[ $said != *there* ]]; then
    echo "NOT OK  installing: $1: $said"
    cat "$home/errors"
    exit 1
  fi
  echo "ok      installing: $1"
}

mkdir -p "$work/package/data/nvim/site/pack/touchstone/start"
ln -s "$work/repository/editors/nvim" "$work/package/data/nvim/site/pack/touchstone/start/touchstone"
try package "vim.lsp.config('touchstone', { cmd = { 'true' } })"

try path "vim.opt.rtp:append('$work/repository/editors/nvim')
vim.lsp.config('touchstone', { cmd = { 'true' } })"

# lazy.nvim resets the paths and the loading of plugins, then puts folders first and sources what they hold.
try sourced "vim.go.loadplugins = false
local dir = '$work/repository/editors/nvim'
vim.opt.rtp:prepend(dir)
vim.cmd('filetype plugin indent on')
for _, part in ipairs({ 'plugin', 'ftdetect' }) do
  for _, file in ipairs(vim.fn.glob(dir .. '/' .. part .. '/*', true, true)) do
    vim.cmd.source(file)
  end
end
vim.lsp.config('touchstone', { cmd = { 'true' } })"

if "$nvim" --headless --clean -l /dev/stdin <<<'os.exit(vim.pack and 0 or 1)' && command -v git >/dev/null; then
  (
    cd "$work/repository"
    git init -q
    git add .
    git -c user.name=test -c user.email=test@example.com commit -qm test
  )
  try pack "vim.pack.add({ 'file://$work/repository' }, {
  confirm = false,
  load = function(plugin)
    vim.opt.rtp:append(plugin.path .. '/editors/nvim')
  end,
})
vim.lsp.config('touchstone', { cmd = { 'true' } })"
else
  echo "NOT TRIED: installing by vim.pack, which this Neovim has not"
fi
