#!/usr/bin/env bash
# Runs inside a bare root: installs one of the files, and tries what was installed as root and as a person.
#
#   try-in-root.sh archive|deb|wheel FILE
set -euo pipefail
kind=$1 file=$2
problem=/problems/two-parcels snapshot=/snapshots/two-parcels.json

as_person() {
  setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs env HOME=/home/person "$@"
}

case "$kind" in
  archive)
    tar -C /opt -xzf "$file"
    command=$(echo /opt/touchstone-*/touchstone)
    ;;
  deb)
    dpkg -i "$file"
    command=/usr/bin/touchstone
    ;;
  wheel)
    python3 -m venv /opt/venv
    /opt/venv/bin/pip install --no-index --quiet "$file"
    command=/opt/venv/bin/touchstone
    ;;
esac
ldd --version | sed -n 1p
echo "-- as root"
/release/judge-example.sh "$command" $problem $snapshot
echo "-- as a person"
as_person /release/judge-example.sh "$command" $problem $snapshot

if [ "$kind" = deb ]; then
  bash -c '. /usr/share/bash-completion/completions/touchstone; complete -p touchstone'
  dpkg -r touchstone
  [ ! -e "$command" ] || { echo "$command is left after the package was removed" >&2; exit 1; }
fi
