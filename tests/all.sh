#!/usr/bin/env bash
# Sets up and runs every test of the project.
#
#   tests/all.sh [--budget SECONDS]
#
# On Debian and Ubuntu it installs what is missing by package name (as root, or with sudo); elsewhere it says what to
# install. --budget is how long each random loop may take, 20 seconds if not given: more means more cases.
set -euo pipefail
cd "$(dirname "$0")/.."

budget=20
while [ $# -gt 0 ]; do
  case "$1" in
    --budget) budget=$2; shift 2 ;;
    *) echo "usage: tests/all.sh [--budget SECONDS]" >&2; exit 2 ;;
  esac
done
# The usual 256 cases stay below 20 seconds in every loop.
export PROPTEST_CASES=$((256 * budget / 20))

step() { printf '\n== %s\n' "$1"; }

# name of the package
install() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq || true
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$1"
}

# name of the command, name of the package that has it
need() {
  command -v "$1" >/dev/null 2>&1 && return
  if command -v apt-get >/dev/null 2>&1; then
    install "$2"
  else
    echo "please install $1 (Debian's package is $2) and run this again" >&2
    exit 1
  fi
}

step "what the tests need"
need g++ g++
need gcc gcc
need python3 python3
command -v cargo >/dev/null 2>&1 || { echo "please install Rust (https://rustup.rs) and run this again" >&2; exit 1; }
g++ --version | head -n 1
python3 --version
cargo --version

# Not having it is no failure: what could not be tried is said.
(need clang++ clang) || true

# Debian has the runtime of clang's fuzzer in a package of its own.
need_fuzzer() {
  command -v clang++ >/dev/null 2>&1 || return 0
  compgen -G "$(clang++ -print-resource-dir)/lib/linux/libclang_rt.fuzzer-*" >/dev/null && return
  command -v apt-get >/dev/null 2>&1 && install "libclang-rt-$(clang++ -dumpversion | cut -d. -f1)-dev"
}
need_fuzzer || true

# Debian has what makes Python's virtual environments in a package of its own.
need_venv() {
  python3 -c 'import ensurepip, venv' 2>/dev/null && return
  command -v apt-get >/dev/null 2>&1 && install python3-venv
}
need_venv || true

step "formatting"
cargo fmt --all -- --check

step "lints"
cargo clippy --workspace --all-targets --quiet -- -D warnings

step "Rust tests: units, end to end, the house rules"
cargo test --workspace --quiet

step "a second client: the language server as several editors use it"
# Not having it is no failure: what could not be tried is said.
tests/conformance/run.sh

step "language models: a real server answers"
# Not having it is no failure: what could not be tried is said.
tests/model-server/run.sh

step "other systems: the code is checked for them"
# Not having it is no failure: what could not be checked is said.
(need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64) || true
tests/other-systems.sh

step "Neovim: the plugin in a real Neovim with a real server"
cargo build --quiet --bin touchstone
editors/nvim/test.sh

step "Visual Studio Code: the extension in the real editor"
editors/code/test.sh "${CARGO_TARGET_DIR:-$PWD/target}/debug/touchstone"

step "testlib.h: made of its parts"
python3 testlib/join.py --check

step "testlib.h: hygiene in every standard"
python3 testlib/tests/hygiene.py testlib

step "testlib.h: worked random values"
python3 testlib/tests/vectors.py testlib

step "testlib.h: golden corpus"
python3 testlib/tests/golden/run.py testlib --set public --precompiled

step "testlib.h: golden corpus, bodies in an archive"
python3 testlib/tests/golden/run.py testlib --set public --split

for standard in c++11 c++14 c++20 c++23; do
  step "testlib.h: golden corpus, $standard, not optimised"
  python3 testlib/tests/golden/run.py testlib --set public --std "$standard" --opt=-O0 --precompiled
done

step "testlib.h: golden corpus, clang++"
if command -v clang++ >/dev/null 2>&1; then
  # Two cases show in which order g++ evaluates arguments, and what its isdigit gives.
  python3 testlib/tests/golden/run.py testlib --set public --cxx clang++ --opt=-O0 --precompiled \
    --except opts/idx_out,compat_includes/all
else
  echo "NOT TRIED, there is no clang++"
fi

step "testlib.h: its own cases"
python3 testlib/tests/golden/run.py testlib --set ../own

step "testlib.h: validators run backwards"
python3 testlib/tests/generative/run.py testlib

step "testlib.h: random input"
python3 testlib/tests/fuzz/run.py testlib

step "the standard checkers as C++ sources: golden cases"
python3 testlib/tests/golden/checkers/run_checkers.py testlib/checkers testlib

step "the oracle agrees with its tables"
python3 tests/oracle/verdicts.py --check

step "everything passed"
