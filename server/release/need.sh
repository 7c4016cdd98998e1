# shellcheck shell=bash
# To be sourced: installs what is missing, by package name.

# name of the package
install_package() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq >/dev/null || true
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$1" >/dev/null
}

# name of the command, name of the package that has it
need() {
  command -v "$1" >/dev/null 2>&1 && return
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "please install $1 (Debian's package is $2) and run this again" >&2
    return 1
  fi
  install_package "$2"
}
