#!/usr/bin/env bash
# Checks that the code compiles for Windows and macOS. Where a target or a C compiler for it cannot be had, it says so
# and goes on; it fails only when the code does not compile.
#
# C compilers are needed for what the build brings along in C: SQLite and the parsers. For Windows it is Debian's
# gcc-mingw-w64-x86-64; for macOS it is Zig, which pip brings. Everything is kept below target/other-systems, so the main
# build stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."

place="$PWD/target/other-systems"
zig_version=0.17.1
mkdir -p "$place"
export CARGO_TARGET_DIR="$place/cargo"

not_checked() { printf '%s: NOT CHECKED, %s\n' "$1" "$2"; }

# Whether the standard library for a target is there, or could be installed.
has_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
  command -v rustup >/dev/null 2>&1 && rustup --quiet target add "$1" >"$place/rustup.log" 2>&1
}

check() {
  local target=$1 began=$SECONDS
  if ! cargo fetch --quiet --locked --target "$target" 2>"$place/fetch.log"; then
    not_checked "$target" "its crates cannot be downloaded: $(tail -n 1 "$place/fetch.log")"
    return
  fi
  # Nothing of it is ever run for long, so nothing is optimised.
  cargo check --quiet --locked -p touchstone --target "$target" \
    --config 'profile.dev.package."*".opt-level=0' --config 'profile.dev.debug=false'
  printf '%s: checked in %s s\n' "$target" $((SECONDS - began))
}

# Zig as a C compiler for macOS. It reads a target's name in its own form only.
zig_for_macos() {
  local library="$place/zig-$zig_version"
  if ! PYTHONPATH="$library" python3 -m ziglang version >/dev/null 2>&1; then
    rm -rf "$library"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$library" \
      "ziglang==$zig_version" >"$place/pip.log" 2>&1 || return 1
  fi
  local start="PYTHONPATH='$library' ZIG_GLOBAL_CACHE_DIR='$place/zig-cache' ZIG_LOCAL_CACHE_DIR='$place/zig-cache'"
  cat >"$place/cc" <<END
#!/usr/bin/env bash
args=()
for arg in "\$@"; do
  case "\$arg" in
    --target=* | -mmacosx-version-min=*) ;;
    *) args+=("\$arg") ;;
  esac
done
$start exec python3 -m ziglang cc -target aarch64-macos "\${args[@]}"
END
  cat >"$place/ar" <<END
#!/usr/bin/env bash
$start exec python3 -m ziglang ar "\$@"
END
  chmod +x "$place/cc" "$place/ar"
  PYTHONPATH="$library" python3 -m ziglang version >/dev/null 2>&1
}

windows=x86_64-pc-windows-gnu
if ! has_target $windows; then
  not_checked $windows "its standard library cannot be had (rustup target add $windows)"
elif ! command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
  not_checked $windows "there is no C compiler for it (Debian's gcc-mingw-w64-x86-64)"
else
  check $windows
fi

macos=aarch64-apple-darwin
if ! has_target $macos; then
  not_checked $macos "its standard library cannot be had (rustup target add $macos)"
elif ! zig_for_macos; then
  not_checked $macos "there is no C compiler for it (pip install ziglang==$zig_version)"
else
  CC_aarch64_apple_darwin="$place/cc" AR_aarch64_apple_darwin="$place/ar" check $macos
fi
