#!/bin/sh
# tests/answer.sh ANSWERS GIVEN      a model that is a command: reads a question, prints the next answer of a folder
#
# GIVEN is a file with a line for each answer that was given.
set -eu
grep -q 'begin statement' || exit 3
echo given >>"$2"
next=$(find "$1" -name '*.json' | sort | sed -n "$(wc -l <"$2")p")
cat "${next:?there are no more answers}"
