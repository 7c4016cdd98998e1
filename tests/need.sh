# shellcheck shell=bash
# To be sourced by scripts that set a machine up: installs what is missing by package name where that can be done.

# name of the package; fails where it cannot be installed
install_package() {
  command -v apt-get >/dev/null 2>&1 || return 1
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$1" >/dev/null 2>&1 ||
    { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$1"; } >/dev/null 2>&1
}

# name of the command, name of the package that has it; fails where it cannot be had
have() {
  command -v "$1" >/dev/null 2>&1 || { install_package "$2" && command -v "$1" >/dev/null 2>&1; }
}

# The same for what nothing can be done without.
must_have() {
  have "$1" "$2" && return
  echo "please install $1 (Debian's package is $2) and run this again" >&2
  exit 1
}

# The same for what can be done without.
may_have() {
  have "$1" "$2" || echo "NOT FOUND: $1 (Debian's package is $2)"
}

must_have_rust() {
  command -v cargo >/dev/null 2>&1 && return
  echo "please install Rust (https://rustup.rs) and run this again" >&2
  exit 1
}

# Debian has the runtime of clang's fuzzer in a package of its own.
may_have_fuzzer() {
  command -v clang++ >/dev/null 2>&1 || return 0
  compgen -G "$(clang++ -print-resource-dir)/lib/linux/libclang_rt.fuzzer-*" >/dev/null && return
  local package
  package="libclang-rt-$(clang++ -dumpversion | cut -d. -f1)-dev"
  install_package "$package" || echo "NOT FOUND: the runtime of clang's fuzzer (Debian's package is $package)"
}

# Debian has what makes Python's virtual environments in a package of its own.
may_have_venv() {
  python3 -c 'import ensurepip, venv' 2>/dev/null || install python3-venv ||
    echo "NOT FOUND: virtual environments of Python (Debian's package is python3-venv)"
}

# The runner of the Rust tests; without it cargo's own does, one test program after the other.
may_have_nextest() {
  local tools=${CARGO_TARGET_DIR:-$PWD/target}/tools
  export PATH="$tools/bin:$PATH"
  command -v cargo-nextest >/dev/null 2>&1 && return
  echo "building cargo-nextest, once, below ${tools}"
  # It need not be fast itself.
  cargo install --quiet --locked --debug --root "$tools" --target-dir "$tools/build" cargo-nextest &&
    rm -rf "$tools/build" && return
  echo "NOT FOUND: cargo-nextest; cargo's own runner takes its place"
}
