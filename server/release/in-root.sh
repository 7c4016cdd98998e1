#!/usr/bin/env bash
# Runs a command in a copy of a bare root, in namespaces of its own: nothing of this machine is there, no network either,
# and nothing of it stays.
#
#   in-root.sh ROOT FROM:TO… -- COMMAND…
#
# FROM of this machine is shown, read-only, at TO. It must be started as root; a person's account in it is person.
set -euo pipefail
root=$(realpath "$1")
shift
shown=()
while [ "$1" != -- ]; do shown+=("$1"); shift; done
shift

if [ -z "${IN_NAMESPACES:-}" ]; then
  place=$(mktemp -d)
  trap 'rmdir "$place"' EXIT
  IN_NAMESPACES=$place unshare --mount --pid --ipc --uts --net --fork --kill-child -- \
    "$0" "$root" "${shown[@]}" -- "$@"
  exit
fi

place=$IN_NAMESPACES
mount --make-rprivate /
mount -t tmpfs tmpfs "$place"
mkdir "$place"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=$root,upperdir=$place/changes,workdir=$place/work" "$place/root"
cd "$place/root"
mount -t proc proc proc
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
for one in "${shown[@]}"; do
  mkdir -p ".${one#*:}"
  mount --bind "${one%%:*}" ".${one#*:}"
  mount -o remount,bind,ro ".${one#*:}"
done
mkdir -p home/person
chown 1000:1000 home/person
grep -q ^person: etc/passwd || echo person:x:1000:1000::/home/person:/bin/bash >>etc/passwd
grep -q ^person: etc/group || echo person:x:1000: >>etc/group
mkdir .old
pivot_root . .old
cd /
umount --lazy /.old
rmdir /.old
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
