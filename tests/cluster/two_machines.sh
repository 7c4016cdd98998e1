#!/usr/bin/env bash
# Follows "On two machines" of server/docs/cluster.md to the letter: two network namespaces are the machines, and a pair of
# virtual devices is the cable. The server and the check are on one of them, a worker on the other.
#
#   tests/cluster/two_machines.sh [TOUCHSTONE]
#
# It needs root, `ip`, `openssl` and `nats-server`, and leaves nothing behind.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
touchstone=$(realpath "${1:-$root/target/debug/touchstone}")
place=$(mktemp -d)
# Names of devices are short.
one=ts$$a two=ts$$b
jobs=()
clean() {
  for job in "${jobs[@]}"; do kill "$job" 2>/dev/null || true; done
  wait
  for machine in "$one" "$two"; do
    # Whoever is still there.
    ip netns pids "$machine" 2>/dev/null | xargs --no-run-if-empty kill -KILL
    ip netns del "$machine" 2>/dev/null || true
  done
  rm -rf "$place"
}
trap clean EXIT

# number: the commands of a block of the page, without what is indented in it.
block() {
  awk -v wanted="$1" '
    /^## /{in_part = ($0 == "## On two machines")}
    in_part && /^    /{ if (!in_block) n++; in_block = 1; if (n == wanted) print substr($0, 5); next }
    {in_block = 0}' "$root/server/docs/cluster.md"
}

# machine, commands: becomes what runs them there, in its own folder.
become() {
  exec ip netns exec "$1" unshare --mount env -i HOME="$place/$1" PATH="$place/bin:$PATH:/usr/sbin" hosts="$place/hosts" \
    bash -euc "mount --bind \"\$hosts\" /etc/hosts; cd; $2"
}

on() { (become "$@"); }

mkdir -p "$place/bin" "$place/$one" "$place/$two"
ln -s "$touchstone" "$place/bin/touchstone"
printf '127.0.0.1 localhost\n10.77.0.1 judge.example\n' >"$place/hosts"
for machine in "$one" "$two"; do ip netns add "$machine"; done
ip link add "$one" netns "$one" type veth peer name "$two" netns "$two"
number=0
for machine in "$one" "$two"; do
  number=$((number + 1))
  ip -n "$machine" addr add "10.77.0.$number/24" dev "$machine"
  ip -n "$machine" link set "$machine" up
  ip -n "$machine" link set lo up
done

become "$one" "$(block 1 | sed 's/^nats-server/exec &/')" >"$place/server.log" 2>&1 &
jobs+=($!)
until grep -q 'Server is ready' "$place/server.log" 2>/dev/null; do
  kill -0 "${jobs[0]}" 2>/dev/null || { cat "$place/server.log"; exit 1; }
  sleep 0.1
done
mkdir -p "$place/$two/judge/setters"
cp "$place/$one/judge/cert.pem" "$place/$two/judge"
cp "$place/$one/judge/setters/"{password,worker-1.key} "$place/$two/judge/setters"

become "$two" "cd judge; $(block 2); exec $(block 3 | grep 'touchstone worker')" >"$place/worker.log" 2>&1 &
jobs+=($!)
until grep -q 'serves tls://judge.example:4222' "$place/worker.log" 2>/dev/null; do
  kill -0 "${jobs[1]}" 2>/dev/null || { cat "$place/worker.log"; exit 1; }
  sleep 0.1
done
check=$(block 3 | grep 'touchstone check')
on "$one" "cd judge; $(block 2); ${check/%DIR/$root/tests/problems/two-parcels}" >"$place/check.log" 2>&1 || [ $? -eq 1 ]
cat "$place/check.log"
grep -q 'of the cluster at tls://judge.example:4222; results count if one of 2 keys has signed them' "$place/check.log"
# Without the certificate nobody is believed to be the server.
if on "$one" "touchstone cluster status --cluster tls://judge.example:4222" >"$place/stranger.log" 2>&1; then exit 1; fi
grep -q 'cannot prove who it is' "$place/stranger.log"
echo "the page holds"
