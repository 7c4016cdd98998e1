#!/usr/bin/env bash
# Sets up and runs every test of the project.
#
#   tests/all.sh [--budget SECONDS] [--only STAGE[,STAGE...]] [--part K/N] [--list]
#
# On Debian and Ubuntu it installs what is missing by package name (as root, or with sudo); elsewhere it says what to
# install. What only some stages need is no failure where it cannot be had: that is said. --budget is how long each random
# loop may take, 20 seconds if not given: more means more cases. --only runs stages by their names, which --list prints.
# --part does a part of what is much alike: with 2/5 the second fifth of the examples, formats, languages and sessions.
# A stage that fails stops only those that need it; the end says which failed and what was not tried.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/need.sh

case " $* " in *" --list "*) exec python3 tests/stages.py all --list ;; esac
must_have g++ g++
must_have gcc gcc
must_have python3 python3
must_have_rust
g++ --version | head -n 1
python3 --version
cargo --version

may_have_venv
may_have_nextest
exec python3 tests/stages.py all "$@"
