#!/usr/bin/env bash
$1 > "$2"
if [ ! -s "$2" ]; then
    echo "Test $3 is empty: '$1'" >&2
    exit 1
fi
