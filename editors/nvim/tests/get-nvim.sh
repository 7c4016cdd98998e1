#!/usr/bin/env bash
# Prints the path of a Neovim that is new enough for the plugin.
#
#   tests/get-nvim.sh FOLDER
#
# The one on the path is taken when it is new enough. Else the package of a newer Debian is unpacked into FOLDER with
# the libraries that it wants, from the mirror that this system's own sources name; nothing of the system is changed.
set -euo pipefail

is_new_enough() {
  [ "$("$1" --headless --clean -l /dev/stdin <<<'io.stdout:write(vim.fn.has("nvim-0.11.3"))' 2>/dev/null)" = 1 ]
}
for there in "${NVIM:-}" "$(command -v nvim || true)" "$1/bin/nvim"; do
  if [ -n "$there" ] && [ -x "$there" ] && is_new_enough "$there"; then
    echo "$there"
    exit 0
  fi
done

command -v apt-get >/dev/null && command -v patchelf >/dev/null && command -v dpkg-deb >/dev/null || exit 1
mkdir -p "$1"
folder=$(cd "$1" && pwd)
apt=$folder/apt
mirror=$({ sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (\[[^]]*\] )?([^ ]+) .*/\2/p' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true; } | grep -v security | head -n 1)
[ -n "$mirror" ] || exit 1
arch=$(dpkg --print-architecture)

# An apt of its own: its lists and its state stay in the folder.
fetch() {
  mkdir -p "$apt"/{lists/partial,archives/partial,empty}
  : > "$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $1 main" > "$apt/sources.list"
  cat > "$apt/apt.conf" <<CONF
Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "$apt/empty"; Dir::Etc::preferencesparts "$apt/empty";
Dir::Etc::preferences "/dev/null"; Dir::State "$apt"; Dir::State::lists "$apt/lists"; Dir::State::status "$apt/status";
Dir::Cache "$apt"; Dir::Cache::archives "$apt/archives"; APT::Architecture "$arch"; APT::Architectures { "$arch"; };
APT::Install-Recommends "false"; APT::Get::Assume-Yes "true"; APT::Sandbox::User "root"; Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false"; Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
Acquire::Retries "3";
CONF
  APT_CONFIG=$apt/apt.conf apt-get -qq update &&
    APT_CONFIG=$apt/apt.conf apt-get -qq --download-only install neovim >/dev/null
}

unpack() {
  local root=$folder/root libs exe deb
  rm -rf "$root" "$folder/bin"
  mkdir -p "$root/usr/lib64" "$folder/bin"
  ln -s usr/lib "$root/lib"
  ln -s usr/lib64 "$root/lib64"
  for deb in "$apt"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x --keep-directory-symlink -C "$root"
  done
  libs=$(dirname "$(find "$root/usr/lib" -name 'libc.so.6' | head -n 1)")
  exe=$(find "$root/usr/bin" -type f -name 'nvim*' | head -n 1)
  # The program finds its newer libraries by itself, what it starts keeps the system's.
  patchelf --set-interpreter "$(find "$libs" "$root/usr/lib64" -name 'ld-linux*' | head -n 1)" \
    --force-rpath --set-rpath "$libs" "$exe"
  printf '#!/bin/sh\nexport VIMRUNTIME="${VIMRUNTIME:-%s}"\nexec "%s" "$@"\n' "$root/usr/share/nvim/runtime" "$exe" \
    > "$folder/bin/nvim"
  chmod +x "$folder/bin/nvim"
  rm -rf "$apt/lists"
}

for suite in testing unstable; do
  rm -rf "$apt"
  if fetch "$suite" >&2 && unpack >&2 && is_new_enough "$folder/bin/nvim"; then
    echo "$folder/bin/nvim"
    exit 0
  fi
done
exit 1
