#!/usr/bin/env bash
# Checks that the code compiles for Windows and macOS, or for the one that is named.
#
#   tests/other-systems.sh [windows] [macos]
#
# Where the standard library for a system cannot be had, it says so
# and goes on; it fails only when the code does not compile.
#
# What is checked is Rust. The build brings C along, too (SQLite, the parsers, cryptography); nothing of that is linked
# here, so its place is taken by empty files, and no compiler for those systems is needed. Macros and build scripts are
# those of the main build.
set -euo pipefail
cd "$(dirname "$0")/.."
# Lints are for this system's code.
unset RUSTC_WORKSPACE_WRAPPER

place=${CARGO_TARGET_DIR:-$PWD/target}/other-systems
mkdir -p "$place"

# Stands for a C compiler and an archiver: makes what is asked for, empty.
cat >"$place/nothing" <<'END'
#!/usr/bin/env bash
case "${1:-}" in
  -*) ;;
  *) [ $# -lt 2 ] || : >"$2" ;;
esac
while [ $# -gt 1 ]; do
  [ "$1" != -o ] || : >"$2"
  shift
done
END
chmod +x "$place/nothing"

not_checked() { printf 'NOT CHECKED: %s, %s\n' "$1" "$2"; }

# Whether the standard library for a target is there, or could be installed.
has_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
  command -v rustup >/dev/null 2>&1 && rustup --quiet target add "$1" >"$place/rustup.log" 2>&1
}

# target, what is checked
check_for() {
  local target=$1 name=${1//-/_}
  shift
  if ! has_target "$target"; then
    not_checked "$target" "its standard library cannot be had (rustup target add $target)"
  elif ! cargo fetch --quiet --locked --target "$target" 2>"$place/fetch.log"; then
    not_checked "$target" "its crates cannot be downloaded: $(tail -n 1 "$place/fetch.log")"
  else
    export "CC_$name=$place/nothing" "AR_$name=$place/nothing"
    cargo check --quiet --locked --target "$target" "$@"
    printf 'checked for %s\n' "$target"
  fi
}

[ $# -gt 0 ] || set -- windows macos
for system in "$@"; do
  case $system in
    windows) check_for x86_64-pc-windows-gnu --workspace --bins ;;
    # What is no Linux and yet a Unix differs in the one crate that speaks to the system; Windows tells of the others.
    macos) check_for aarch64-apple-darwin --package judge ;;
    *) echo "no system $system is known: windows, macos" >&2; exit 2 ;;
  esac
done
