#!/usr/bin/env bash
# Sets up and runs every test of the extension.
#
#   editors/code/test.sh [SERVER]
#
# SERVER is a built touchstone; without it the project's own debug build is used, and made if need be. On Debian and
# Ubuntu what is missing is installed by package name. Pictures of the editor are left in target/editor-screenshots.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
tools=${EDITOR_TOOLS:-$root/target/editors}
export EDITOR_TOOLS=$tools

step() { printf '\n== %s\n' "$1"; }

# shellcheck source=../../tests/need.sh
. "$root/tests/need.sh"

step "extension: what the tests need"
# Not having it is no failure, unless everything is required: what could not be tried is said.
for tool in node:nodejs npm:npm chromium:chromium strip:binutils ps:procps; do
  have "${tool%%:*}" "${tool#*:}" && continue
  echo "NOT TRIED, there is no ${tool%%:*} (Debian's package is ${tool#*:})"
  [ "${TOUCHSTONE_REQUIRE:-}" != full ]
  exit
done
server=${1:-$root/target/debug/touchstone}
if [ $# -eq 0 ]; then
  must_have cargo cargo
  (cd "$root" && cargo build --quiet --bin touchstone)
fi
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
  thrice npm ci --no-audit --no-fund --loglevel=error
fi
thrice scripts/get-editor.sh "$tools"

step "extension: types, lints, formatting"
npm run --silent check

step "extension: the settings are those of the server"
node scripts/settings.mjs --check "$server"

step "extension: its own logic"
npm run --silent unit

step "extension: packaged with the server in it"
mkdir -p "$tools"
strip -o "$tools/touchstone" "$server"
node scripts/package.mjs --target linux-x64 --server "$tools/touchstone" --out "$tools/touchstone.vsix" > "$tools/package.log" 2>&1 ||
  { cat "$tools/package.log"; exit 1; }
# Nothing but what the allow list names.
python3 - "$tools/touchstone.vsix" <<'PY'
import sys, zipfile
names = [name.removeprefix("extension/") for name in zipfile.ZipFile(sys.argv[1]).namelist() if name.startswith("extension/")]
tops = {name.split("/")[0].lower() for name in names}
known = {"license.txt", "changelog.md", "readme.md", "package.json", "language-configuration.json", "media", "out", "server", "syntaxes"}
assert tops == known, tops ^ known
assert "server/touchstone" in names and "out/main.js" in names and "out/matrix.js" in names
assert not [name for name in names if name.endswith((".map", ".ts", ".mjs"))], names
PY

step "extension: in the real editor"
export TOUCHSTONE_VSIX=$tools/touchstone.vsix
in_editor() { node --test --test-reporter=spec "$1"; }
# Which part of the sessions, where only one is asked for; the plainest is always there.
read -r part n_parts <<<"${TOUCHSTONE_TESTS_PART:-1 1}"
number=0
for session in test/editor/*.test.mjs; do
  case $session in
  */session.test.mjs) ;;
  *)
    number=$((number + 1))
    [ $((number % n_parts)) -eq $((part % n_parts)) ] || continue
    ;;
  esac
  # A browser on a busy machine loses a key or the focus now and then; what is wrong fails twice.
  in_editor "$session" || { echo "ONCE MORE: $session"; in_editor "$session"; }
done
