#!/usr/bin/env bash
# Tries every file that build.sh made, each where nothing of this project is: the archive, the Debian package and the wheel
# in bare roots of old systems, the wheel in a virtual environment of this machine, the extension in the real editor, the
# container file in a container. Everywhere g++ must be found, sandbox level full be reached, and an example be judged
# as it is known to be.
#
#   server/release/test.sh [--only PATTERN] [DIR]
#
# DIR is target/release-files if not given. PATTERN is a shell pattern of names. It prints PASSED, FAILED or NOT TRIED for
# each, goes on after a failure, and ends with exit code 1 if there was one. What each said is in target/release-tests.
#
# The roots are Debian's, made once by debootstrap. SUITES in the environment names others than buster, whose glibc 2.28
# is the oldest that will do, and bullseye. What is missing is installed by package name on Debian and Ubuntu.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"

pattern='*'
files=$root/target/release-files
while [ $# -gt 0 ]; do
  case "$1" in
    --only) pattern=$2; shift 2 ;;
    -*) echo "usage: server/release/test.sh [--only PATTERN] [DIR]" >&2; exit 2 ;;
    *) files=$1; shift ;;
  esac
done
files=$(cd "$files" && pwd)
suites=${SUITES:-buster bullseye}

place=$root/target/release-tests
problem=$root/tests/problems/two-parcels
snapshot=$root/tests/snapshots/two-parcels.json
mkdir -p "$place/logs" "$place/roots"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)

. "$root/tests/need.sh"

# One file of a kind, by the end of its name.
the() {
  local found=("$files"/touchstone*"$1")
  if [ ${#found[@]} -ne 1 ] || [ ! -f "${found[0]}" ]; then
    echo "there is not one touchstone*$1 in $files" >&2
    return 1
  fi
  printf '%s\n' "${found[0]}"
}

n_failed=0

# name of the try, then its command. A try that ends with 77 was not possible here; its last line says why.
try() {
  local name=$1 began=$SECONDS code=0
  shift
  # shellcheck disable=SC2254
  case "$name" in $pattern) ;; *) return 0 ;; esac
  (set -euo pipefail; "$@") >"$place/logs/$name.log" 2>&1 </dev/null || code=$?
  case $code in
    0) printf 'PASSED %s (%s s)\n' "$name" $((SECONDS - began)) ;;
    77) printf 'NOT TRIED %s, %s\n' "$name" "$(tail -n 1 "$place/logs/$name.log")" ;;
    *)
      n_failed=$((n_failed + 1))
      printf 'FAILED %s: what it said is in %s\n' "$name" "$place/logs/$name.log"
      tail -n 15 "$place/logs/$name.log" | sed 's/^/    /'
      ;;
  esac
}

not_possible() {
  printf '%s\n' "$1"
  exit 77
}

sums() { cd "$files" && sha256sum --check SHA256SUMS; }

# Of the files' own names: which glibc they are for.
glibc() { the .whl | sed -n 's/.*manylinux_\([0-9]*\)_\([0-9]*\)_.*/\1.\2/p'; }

unpack() {
  tar -C "$work" -xzf "$(the .tar.gz)"
  echo "$work"/touchstone-*/touchstone
}

binary() {
  have objdump binutils || not_possible "there is no objdump"
  python3 "$here/inspect_binary.py" "$(unpack)" --glibc "$(glibc)" --max-bytes 32000000
}

# What cargo build --release makes, on this machine's glibc.
plain_build() {
  local built=${CARGO_TARGET_DIR:-$root/target}/release/touchstone
  [ -x "$built" ] || not_possible "cargo build --release has not been run"
  [ -z "$(find Cargo.toml Cargo.lock server testlib prompts -path server/release -prune -o -type f -newer "$built" -print -quit)" ] ||
    not_possible "what cargo build --release made is older than the sources"
  python3 "$here/inspect_binary.py" "$built" --glibc "$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" --max-bytes 32000000
}

symbols() {
  have addr2line binutils || not_possible "there is no addr2line"
  python3 "$here/symbols.py" "$(unpack)" "$(the .debug)"
}

deb_rules() {
  have lintian lintian || not_possible "lintian is not there and cannot be installed"
  lintian --allow-root --fail-on error,warning "$(the .deb)"
}

# A bare root of Debian with a compiler, made once.
root_of() {
  local suite=$1 packages=${2-g++,gcc,python3,python3-venv} made="$place/roots/$1${2+-plain}"
  if [ -e "$made.complete" ]; then return 0; fi
  have debootstrap debootstrap || not_possible "debootstrap is not there and cannot be installed"
  "${as_root[@]}" rm -rf "$made"
  local mirror=http://deb.debian.org/debian keys=/usr/share/keyrings/debian-archive-keyring.gpg options
  [ -e $keys ] || install_packages debian-archive-keyring || not_possible "there are no keys of Debian's (debian-archive-keyring)"
  # No longer supported, so it has moved, and its keys with it.
  if [ "$suite" = buster ]; then
    mirror=http://archive.debian.org/debian keys=/usr/share/keyrings/debian-archive-removed-keys.gpg
  fi
  options=("--keyring=$keys")
  [ -z "$packages" ] || options+=("--include=$packages")
  "${as_root[@]}" debootstrap --variant=minbase "${options[@]}" "$suite" "$made" "$mirror" ||
    not_possible "Debian $suite cannot be had from $mirror"
  touch "$made.complete"
}

in_root() {
  local suite=$1 kind=$2 file
  file=$(the "$3")
  root_of "$suite"
  "${as_root[@]}" "$here/in-root.sh" "$place/roots/$suite" "$here:/release" "$files:/files" "$root/tests/problems:/problems" \
    "$root/tests/snapshots:/snapshots" -- bash /release/try-in-root.sh "$kind" "/files/$(basename "$file")"
}

# A home of its own, and no way to what this machine keeps of earlier checks.
at_home() {
  local name
  mkdir -p "$work/home"
  for name in XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME; do unset "$name"; done
  HOME=$work/home "$@"
}

virtual_environment() {
  python3 -m venv "$work/venv" || not_possible "python3 -m venv does not work here (Debian's package is python3-venv)"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$(the .whl)"
  at_home env PATH="$work/venv/bin:/usr/local/bin:/usr/bin:/bin" "$here/judge-example.sh" touchstone "$problem" "$snapshot"
  "$work/venv/bin/pip" uninstall --quiet --yes touchstone
  [ ! -e "$work/venv/bin/touchstone" ] || { echo "the command is left after pip uninstall"; exit 1; }
}

real_editor() {
  local tool
  for tool in node:nodejs npm:npm chromium:chromium ps:procps; do
    have "${tool%%:*}" "${tool#*:}" || not_possible "${tool%%:*} is not there and cannot be installed"
  done
  export EDITOR_TOOLS=${EDITOR_TOOLS:-$root/target/editors}
  cd "$root/editors/code"
  if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then npm ci --no-audit --no-fund --silent; fi
  scripts/get-editor.sh "$EDITOR_TOOLS" || not_possible "the editor cannot be installed"
  TOUCHSTONE_VSIX=$(the .vsix)
  export TOUCHSTONE_VSIX
  in_editor() { node --test --test-reporter=spec "$here/editor.test.mjs"; }
  # A browser on a busy machine loses a key or the focus now and then; what is wrong fails twice.
  in_editor || { echo "ONCE MORE"; in_editor; }
}

container() {
  local image=localhost/touchstone-try base=localhost/touchstone-base limits=() options run
  have podman podman || not_possible "podman is not there and cannot be installed"
  local podman=("${as_root[@]}" podman)
  # crun does not start where both versions of control groups are mounted.
  ! command -v runc >/dev/null 2>&1 || podman+=(--runtime runc)
  root_of bookworm ""
  "${as_root[@]}" tar -C "$place/roots/bookworm-plain" -c . | "${podman[@]}" import - "$base" ||
    not_possible "podman cannot import an image here"
  # Where this machine may not raise limits, containers get those that are there.
  limits=(--ulimit "nofile=$(ulimit -n):$(ulimit -n)" --ulimit "nproc=4096:4096")
  "${podman[@]}" run --rm "${limits[@]}" --network none "$base" true || not_possible "podman cannot start a container here"
  "${podman[@]}" build --network host --build-arg "BASE=$base" --file "$here/Containerfile" --tag "$image" "$files"
  # The options that the instructions give.
  options=(--security-opt seccomp=unconfined --security-opt apparmor=unconfined)
  run="${podman[*]} run --rm --network none ${limits[*]} ${options[*]}"
  run+=" --volume $problem:/problem:ro $image"
  "$here/judge-example.sh" "$run" /problem "$snapshot"
}

try sums sums
try binary binary
try plain-build plain_build
try symbols symbols
try deb-rules deb_rules
for suite in $suites; do
  try "archive-in-$suite" in_root "$suite" archive .tar.gz
  try "deb-in-$suite" in_root "$suite" deb .deb
  try "wheel-in-$suite" in_root "$suite" wheel .whl
done
try wheel-in-a-virtual-environment virtual_environment
try container container
try extension-in-the-real-editor real_editor
[ "$n_failed" -eq 0 ]
