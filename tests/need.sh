# shellcheck shell=bash
# To be sourced by scripts that set a machine up: installs what is missing by package name where that can be done.

# a command: runs it up to three times, until it does not fail. A network is away for a moment now and then.
thrice() {
  "$@" && return
  sleep 10
  "$@" && return
  sleep 30
  "$@"
}

# names of packages; fails where one of them cannot be installed
install_packages() {
  command -v apt-get >/dev/null 2>&1 || return 1
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq)
  if [ "$(id -u)" -ne 0 ]; then
    # A password is asked for only where somebody can give it.
    if [ -t 0 ]; then apt=(sudo "${apt[@]}"); else apt=(sudo -n "${apt[@]}"); fi
  fi
  "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >/dev/null 2>&1 ||
    { "${apt[@]}" update </dev/null && "${apt[@]}" install -y --no-install-recommends "$@" </dev/null; } >/dev/null 2>&1
}

# name of the command, name of the package that has it; fails where it cannot be had
have() {
  command -v "$1" >/dev/null 2>&1 || { install_packages "$2" && command -v "$1" >/dev/null 2>&1; }
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
  install_packages "$package" || echo "NOT FOUND: the runtime of clang's fuzzer (Debian's package is $package)"
}

# Debian has what makes Python's virtual environments in a package of its own.
may_have_venv() {
  python3 -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv ||
    echo "NOT FOUND: virtual environments of Python (Debian's package is python3-venv)"
}

# Debian puts it where not everybody looks for programs, and starts it, for whoever connects to this machine.
may_have_nats() {
  PATH=$PATH:/usr/sbin command -v nats-server >/dev/null 2>&1 && return
  if install_packages nats-server; then
    if command -v systemctl >/dev/null 2>&1; then systemctl disable --now nats-server >/dev/null 2>&1 || true; fi
  else
    echo "NOT FOUND: nats-server (Debian's package is nats-server)"
  fi
}

# Languages that tests have programs in, each with a command that is there if it is installed, and with the Debian package that
# has the command: language, command, package.
LANGUAGES='
java javac default-jdk-headless
kotlin kotlinc kotlin
go go golang-go
javascript node nodejs
pascal fpc fp-compiler
perl perl perl
pypy3 pypy3 pypy3
'

# Installs them; what cannot be had is named, and its tests are left out.
may_have_languages() {
  TOUCHSTONE_LANGUAGES_MISSING=
  local language package command lacking=()
  while read -r language command package; do
    [ -z "$command" ] || command -v "$command" >/dev/null 2>&1 || lacking+=("$package")
  done <<<"$LANGUAGES"
  # All at once is much quicker; where one cannot be had, the others are asked for one by one.
  [ ${#lacking[@]} -lt 2 ] || install_packages "${lacking[@]}" || true
  while read -r language command package; do
    [ -n "$command" ] || continue
    have "$command" "$package" && continue
    echo "NOT FOUND: $command (Debian's package is $package), for programs in $language"
    TOUCHSTONE_LANGUAGES_MISSING+=" $language"
  done <<<"$LANGUAGES"
  export TOUCHSTONE_LANGUAGES_MISSING
}

# Says what could not be tried, and ends the script: a failure only where everything is required.
not_tried() {
  printf 'NOT TRIED, %s\n' "$1"
  [ "${TOUCHSTONE_REQUIRE:-}" != full ]
  exit
}

# folder, file of requirements, what they are in words: makes FOLDER/venv of these requirements and of this Python, unless it
# is there.
python_environment() {
  local place=$1 requirements=$2 wanted
  wanted=$(python3 --version && cat "$requirements")
  if [ ! -x "$place/venv/bin/python" ] || [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$place/venv" "$place/installed"
    python3 -m venv "$place/venv" >"$place/venv.log" 2>&1 ||
      not_tried "python3 -m venv does not work here (Debian's package is python3-venv)"
    thrice "$place/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" \
      >"$place/pip.log" 2>&1 || not_tried "$3 cannot be installed: $(tail -n 1 "$place/pip.log")"
    printf '%s\n' "$wanted" >"$place/installed"
  fi
}

# The runner of the Rust tests; without it cargo's own does, one test program after the other.
may_have_nextest() {
  local tools
  tools=$(realpath -m "${CARGO_TARGET_DIR:-target}")/tools
  export PATH="$tools/bin:$PATH"
  command -v cargo-nextest >/dev/null 2>&1 && return
  echo "building cargo-nextest, once, below ${tools}"
  # It need not be fast itself, nor look for newer versions of itself.
  cargo install --quiet --locked --debug --no-default-features --features default-no-update --root "$tools" --target-dir "$tools/build" cargo-nextest &&
    rm -rf "$tools/build" && return
  echo "NOT FOUND: cargo-nextest; cargo's own runner takes its place"
}
