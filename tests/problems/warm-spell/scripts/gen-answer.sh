#!/usr/bin/env bash
wine files/val.exe --testset "$3" --group "$4" < "$1" || exit 1
wine solutions/sol.exe < "$1" > "$2" || exit 1
wine check.exe "$1" "$2" "$2"
code=$?
if [ $code -ne 0 ] && [ $code -ne 7 ]; then
    echo "The checker rejects the answer of $1: exit code $code" >&2
    exit 1
fi
