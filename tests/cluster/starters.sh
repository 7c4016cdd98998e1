#!/usr/bin/env bash
# Starts workers as server/docs/cluster.md does by ssh and by Slurm, with the commands of that page, and has a check run on both.
#
#   tests/cluster/starters.sh [TOUCHSTONE]
#
# It needs root, and of Debian's packages nats-server, openssl, openssh-server, slurm-wlm and munge. All of it runs in namespaces
# of its own, which have another /root, /run, /etc/hosts and network, and nothing is left behind.
set -euo pipefail
if [ -z "${STARTERS_INSIDE:-}" ]; then
  exec env STARTERS_INSIDE=1 unshare --mount --net --pid --fork --kill-child --mount-proc "$0" "$@"
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
touchstone=$(realpath "${1:-$root/target/debug/touchstone}")
place=$(mktemp -d)
# Whoever still runs in these namespaces.
trap 'kill -KILL -- -1 2>/dev/null; wait; rm -rf "$place"' EXIT
ip link set lo up
# Slurm looks for names only where there is a network beside the loopback.
ip link add cable type veth peer name other
ip addr add 10.77.0.1/24 dev cable
ip link set cable up
ip link set other up

# line: the block of the page that has this line.
block() {
  awk -v line="$1" '
    /^```./ {text = ""; is_it = 0; next}
    $0 == "```" {if (is_it) printf "%s", text; is_it = 0; next}
    {text = text $0 "\n"; is_it = is_it || $0 == line}' "$root/server/docs/cluster.md"
}

# what, command: waits until the command holds.
until_() {
  for _ in $(seq 200); do
    if eval "$2" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  echo "$1 never came" >&2
  tail --lines 20 "$place"/*.log >&2
  exit 1
}

mkdir -p "$place"/{bin,home/.ssh,slurm/state,slurm/spool,run,munge}
ln -s "$touchstone" "$place/bin/touchstone"
printf '127.0.0.1 localhost judge.example judge2.example %s\n' "$(hostname)" >"$place/hosts"
mount --bind "$place/hosts" /etc/hosts
mount --bind "$place/home" /root
mount -t tmpfs none /run
mkdir /run/sshd /run/munge
export HOME=/root PATH="$place/bin:$PATH:/usr/sbin:/sbin"
unset "${!TOUCHSTONE_@}"
cd /root

touchstone cluster init judge --host judge.example --workers 2 >/dev/null
cd judge
openssl req -x509 -newkey ed25519 -days 3650 -nodes -keyout key.pem -out cert.pem -subj /CN=judge \
  -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:judge.example 2>/dev/null
nats-server -c nats.conf >"$place/server.log" 2>&1 &
until_ "the server" "grep -q 'Server is ready' '$place/server.log'"

# ssh, with nobody to ask.
ssh-keygen -q -t ed25519 -N '' -f "$place/host"
ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
cp /root/.ssh/id_ed25519.pub /root/.ssh/authorized_keys
printf 'judge2.example %s\n' "$(cut -d' ' -f1,2 "$place/host.pub")" >/root/.ssh/known_hosts
chmod 700 /root /root/.ssh
"$(command -v sshd)" -h "$place/host" -f /dev/null -E "$place/sshd.log" -o PermitRootLogin=prohibit-password \
  -o "SetEnv=PATH=$place/bin:/usr/bin:/bin" -o "PidFile=$place/run/sshd.pid" -o UsePAM=no -o StrictModes=no
block '# ssh' >"$place/ssh.sh"
script --quiet --return --command "bash '$place/ssh.sh'" /dev/null >"$place/by_ssh.log" 2>&1 </dev/null &

# Slurm: one node, this machine; the page's have eight processors.
export SSL_CERT_FILE=$PWD/cert.pem
export TOUCHSTONE_CLUSTER_USER=setters TOUCHSTONE_CLUSTER_PASSWORD_FILE=$PWD/setters/password
head -c 1024 /dev/urandom >"$place/munge/key"
chmod 400 "$place/munge/key"
munged --force --key-file="$place/munge/key" --pid-file="$place/run/munged.pid" --log-file="$place/munged.log" \
  --seed-file="$place/munge/seed"
cat >"$place/slurm/slurm.conf" <<EOF
ClusterName=one
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=1
StateSaveLocation=$place/slurm/state
SlurmdSpoolDir=$place/slurm/spool
SlurmctldPidFile=$place/run/slurmctld.pid
SlurmdPidFile=$place/run/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
NodeName=localhost CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
EOF
export SLURM_CONF=$place/slurm/slurm.conf
slurmctld
slurmd -N localhost
until_ "a node of Slurm" "timeout 5 sinfo --noheader --format=%T | grep -q idle"
block '# Slurm: sbatch workers.sh' | sed "s/cpus-per-task=8/cpus-per-task=$(nproc)/" >workers.sh
job=$(sbatch --parsable --output="$place/by_slurm.%a.log" workers.sh)

until_ "the worker by ssh" "grep -q 'serves tls://judge.example:4222' '$place/by_ssh.log'"
until_ "the worker by Slurm" "grep -q 'serves tls://judge.example:4222' '$place/by_slurm.1.log'"
TOUCHSTONE_CLUSTER_KEYS=$PWD/setters/keys touchstone check --format json --cluster tls://judge.example:4222 \
  "$root/tests/problems/two-parcels" >"$place/report.json" 2>"$place/check.log" || [ $? -eq 1 ]
python3 - "$place/report.json" <<'EOF'
import json, sys
workers = json.load(open(sys.argv[1]))["problem"]["cluster"]["workers"]
assert len(workers) == 2 and all(worker["key"] for worker in workers), workers
print("runs by worker:", ", ".join(str(worker["runs"]) for worker in workers))
EOF
# Whoever is told to end, as before a time limit, drains and ends.
scancel --batch --signal=TERM "${job}_1" || true
until_ "its end" "! pgrep --full 'worker-1[.]key'"
echo "workers were started by ssh and by Slurm"
