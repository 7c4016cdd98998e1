#!/usr/bin/env bash
# Has the real binary write every kind of report, also of hostile folders, and reads them with programs that are not ours:
# schemas and parsers in Python, a real Chromium with axe. The examples for continuous integration are tried, too.
#
#   tests/reports/run.sh [BINARY]
#
# What that needs is installed once, below target/reports, by the names and versions in requirements.txt and
# package-lock.json. Where it cannot be had, as without a network, that is said, and nothing fails, unless
# TOUCHSTONE_REQUIRE is `full`. Pictures of the page are left in target/reports/pictures.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../need.sh
. tests/need.sh

place="$PWD/target/reports"
mkdir -p "$place/pictures"

tools=(python3:python3 node:nodejs npm:npm)
[ -n "${CHROMIUM:-}" ] || tools+=(chromium:chromium)
for tool in "${tools[@]}"; do
  have "${tool%%:*}" "${tool#*:}" || not_tried "there is no ${tool%%:*} (Debian's package is ${tool#*:})"
done
export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
may_have_venv

# The environment is that of these requirements and of this Python, or it is made again.
wanted=$(python3 --version && cat tests/reports/requirements.txt tests/reports/package-lock.json)
if [ ! -x "$place/venv/bin/python" ] || [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$place/venv" "$place/installed"
  python3 -m venv "$place/venv" >"$place/venv.log" 2>&1 ||
    not_tried "python3 -m venv does not work here (Debian's package is python3-venv)"
  thrice "$place/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tests/reports/requirements.txt \
    >"$place/pip.log" 2>&1 || not_tried "the parsers cannot be installed: $(tail -n 1 "$place/pip.log")"
  cp tests/reports/package.json tests/reports/package-lock.json "$place"
  thrice npm ci --prefix "$place" --no-audit --no-fund --loglevel=error >"$place/npm.log" 2>&1 ||
    not_tried "axe cannot be installed: $(tail -n 1 "$place/npm.log")"
  printf '%s\n' "$wanted" >"$place/installed"
fi

binary=${1:-$PWD/target/debug/touchstone}
[ -x "$binary" ] || cargo build --quiet --bin touchstone
"$place/venv/bin/python" tests/reports/check.py "$binary" "$place"
node tests/reports/page.mjs "$place"
