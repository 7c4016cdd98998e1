#!/usr/bin/env bash
# Installs the compilers and interpreters that some tests want, where they are missing, and names in FILE the languages
# that cannot be had.
#
#   tests/tools.sh FILE
set -euo pipefail
# shellcheck source=need.sh
. "$(dirname "$0")/need.sh"
may_have clang++ clang
may_have_fuzzer
may_have_nats
may_have_languages
printf '%s' "$TOUCHSTONE_LANGUAGES_MISSING" >"$1"
