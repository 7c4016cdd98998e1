#!/usr/bin/env bash
# Builds the release binary for Linux x86-64 and makes every file that people install. It publishes nothing.
#
#   server/release/build.sh [--out DIR] [--glibc VERSION] [--binary FILE]
#
# The files come to target/release-files, or to DIR. The binary runs on the named glibc and newer, 2.28 if not given.
# --binary packs FILE, which is not stripped yet, in place of building one: to try the packaging. Its size is told and
# not judged.
#
# What is built with is installed by name and version below target/release-tools. On Debian and Ubuntu what else is
# missing is installed by package name.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"

out=$root/target/release-files
glibc=2.28
binary=""
while [ $# -gt 0 ]; do
  case "$1" in
    --out) out=$2; shift 2 ;;
    --glibc) glibc=$2; shift 2 ;;
    --binary) binary=$(realpath "$2"); shift 2 ;;
    *) echo "usage: server/release/build.sh [--out DIR] [--glibc VERSION] [--binary FILE]" >&2; exit 2 ;;
  esac
done
mkdir -p "$out"
out=$(cd "$out" && pwd)

tools=$root/target/release-tools
zig_version=0.17.1
zigbuild_version=0.24.0
target=x86_64-unknown-linux-gnu
max_bytes=32000000
version=$(cargo pkgid --locked -p touchstone)
version=${version##*[#@]}
name=touchstone-$version-x86_64-linux
# The time of everything that has one, so that the same commit gives the same files.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export LC_ALL=C.UTF-8 TZ=UTC
umask 022

step() { printf '\n== %s\n' "$1"; }

. "$root/tests/need.sh"

step "what is built with"
must_have objcopy binutils
must_have python3 python3
must_have pip3 python3-pip
must_have dpkg-deb dpkg
must_have node nodejs
must_have npm npm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Zig is a C compiler and a linker that knows the symbols of every glibc; cargo-zigbuild has cargo use it.
install_zig() {
  local wanted="$zig_version $zigbuild_version"
  [ "$(cat "$tools/installed" 2>/dev/null)" != "$wanted" ] || return 0
  rm -rf "$tools/python" "$tools/installed"
  mkdir -p "$tools"
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$tools/python" \
    "ziglang==$zig_version" "cargo-zigbuild==$zigbuild_version"
  printf '%s\n' "$wanted" >"$tools/installed"
}

build() {
  if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then rustup --quiet target add $target; fi
  install_zig
  # No path of this machine gets into the binary, nor into what it says when it panics.
  local registry=${CARGO_HOME:-$HOME/.cargo}/registry/src flags
  flags=("--remap-path-prefix=$root=touchstone" "--remap-path-prefix=$registry=crates" "-Clink-arg=-Wl,--build-id=sha1")
  (
    IFS=$'\x1f'
    export CARGO_ENCODED_RUSTFLAGS="${flags[*]}"
    export CFLAGS_x86_64_unknown_linux_gnu="-ffile-prefix-map=$root=touchstone -ffile-prefix-map=$registry=crates"
    export CARGO_ZIGBUILD_ZIG_PATH="$tools/python/ziglang/zig" CARGO_ZIGBUILD_CACHE_DIR="$tools/cache"
    export ZIG_GLOBAL_CACHE_DIR="$tools/zig-cache" ZIG_LOCAL_CACHE_DIR="$tools/zig-cache"
    # The symbols are taken out below, not thrown away.
    export CARGO_PROFILE_RELEASE_STRIP=false
    # Rust's library names `gettid`, which glibc has since 2.30 only.
    "$CARGO_ZIGBUILD_ZIG_PATH" cc -target "x86_64-linux-gnu.$glibc" -O2 -c "$here/gettid.c" -o "$tools/gettid.o"
    PATH="$tools/python/bin:$PATH" cargo-zigbuild rustc --locked --release -p touchstone --bin touchstone \
      --target "$target.$glibc" -- "-Clink-arg=$tools/gettid.o"
  )
}

if [ -z "$binary" ]; then
  step "the binary, for glibc $glibc and newer"
  build
  binary=${CARGO_TARGET_DIR:-$root/target}/$target/release/touchstone
else
  max_bytes=0
fi

step "symbols apart"
rm -f "$out"/touchstone[-_]* "$out/SHA256SUMS"
objcopy --only-keep-debug --compress-debug-sections=zlib "$binary" "$out/$name.debug"
chmod 644 "$out/$name.debug"
# The binary names that file, with its sum, so that debuggers and its own backtraces find it beside it.
(cd "$out" && objcopy --strip-all --add-gnu-debuglink="$name.debug" "$binary" "$work/touchstone")
chmod 755 "$work/touchstone"
python3 "$here/inspect_binary.py" "$work/touchstone" --glibc "$glibc" --max-bytes "$max_bytes"
libraries=$(python3 "$here/inspect_binary.py" "$work/touchstone" --glibc "$glibc" --debian-depends)

step "completions and licences"
mkdir "$work/completions"
for shell in bash:touchstone.bash zsh:_touchstone fish:touchstone.fish; do
  "$work/touchstone" completions "${shell%%:*}" >"$work/completions/${shell#*:}"
done
python3 "$here/licences.py" "$target" >"$work/LICENSES-OF-PARTS.txt"

step "$name.tar.gz"
folder=$work/$name
mkdir "$folder"
cp -r "$work/touchstone" "$work/completions" "$work/LICENSES-OF-PARTS.txt" LICENSE "$folder"
sed "s/@VERSION@/$version/g; s/@GLIBC@/$glibc/g" "$here/package/README.md" >"$folder/README.md"
tar --create --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  --format=gnu "$name" | gzip --no-name --best >"$out/$name.tar.gz"

step "touchstone_${version}_amd64.deb"
"$here/package/debian.sh" "$folder" "$version" "$libraries" "$out/touchstone_${version}_amd64.deb"

step "the wheel"
python3 "$here/wheel.py" --folder "$folder" --version "$version" --glibc "$glibc" --out "$out"

step "the extension with the server in it"
(
  cd editors/code
  if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then npm ci --no-audit --no-fund --silent; fi
  node scripts/package.mjs --target linux-x64 --server "$work/touchstone" \
    --out "$out/touchstone-linux-x64-$version.vsix" >"$work/vsix.log" 2>&1 || { cat "$work/vsix.log"; exit 1; }
)

step "sums"
(cd "$out" && sha256sum touchstone[-_]* >SHA256SUMS && cat SHA256SUMS && du -bh touchstone[-_]*)
