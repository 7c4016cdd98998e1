#!/usr/bin/env bash
# Runs inside a bare root: installs one of the files, and tries what was installed as root and as a person.
#
#   try-in-root.sh archive|deb|wheel FILE
#
# It ends with 77 where the system cannot take the file, and says why in its last line.
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
    pip=$(/opt/venv/bin/pip --version | cut -d' ' -f2)
    if [ "$(printf '%s\n' "$pip" 20.3 | sort -V | sed -n 1p)" != 20.3 ]; then
      echo "pip $pip is too old for wheels of this kind"
      exit 77
    fi
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
