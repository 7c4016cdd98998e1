#!/usr/bin/env bash
# Makes a Debian package of what the archive holds. The same input gives the same bytes.
#
#   debian.sh UNPACKED VERSION DEPENDS FILE
#
# MAINTAINER in the environment is its "Name <address>".
set -euo pipefail
unpacked=$1 version=$2 depends=$3 file=$4
maintainer=${MAINTAINER:-Touchstone maintainers <maintainers@touchstone.invalid>}

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
umask 022
doc=$tree/usr/share/doc/touchstone

install -D -m 755 "$unpacked/touchstone" "$tree/usr/bin/touchstone"
install -D -m 644 "$unpacked/completions/touchstone.bash" "$tree/usr/share/bash-completion/completions/touchstone"
install -D -m 644 "$unpacked/completions/_touchstone" "$tree/usr/share/zsh/vendor-completions/_touchstone"
install -D -m 644 "$unpacked/completions/touchstone.fish" "$tree/usr/share/fish/vendor_completions.d/touchstone.fish"

mkdir -p "$doc"
gzip --no-name --best <"$unpacked/LICENSES-OF-PARTS.txt" >"$doc/LICENSES-OF-PARTS.txt.gz"
cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: touchstone
Comment: The licences of what is built into the binary are in LICENSES-OF-PARTS.txt.gz.

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' "$unpacked/LICENSE")
License: Expat
$(sed -e '1,/^Copyright/d' "$unpacked/LICENSE" | sed -e '/./,$!d' -e 's/^$/./' -e 's/^/ /')
END
gzip --no-name --best >"$doc/changelog.gz" <<END
touchstone ($version) unstable; urgency=medium

  * Version $version, built from its sources.

 -- $maintainer  $(date --utc --date="@$SOURCE_DATE_EPOCH" --rfc-email)
END
mkdir -p "$tree/usr/share/lintian/overrides"
cat >"$tree/usr/share/lintian/overrides/touchstone" <<END
# What there is to say is in touchstone --help and touchstone explain.
touchstone: no-manual-page
# SQLite is of the version that it is tested with.
touchstone: embedded-library
END

mkdir "$tree/DEBIAN"
cat >"$tree/DEBIAN/control" <<END
Package: touchstone
Version: $version
Architecture: amd64
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$tree" | cut -f1)
Depends: $depends
Recommends: g++, python3
Section: devel
Priority: optional
Description: language server and command line for problem setters
 Touchstone reads the folder of a competitive-programming problem as it is,
 builds every program, generates and validates the tests, judges the whole
 pool of solutions, and says what is wrong: a validator that rejects a sample,
 a correct solution that fails, a wrong solution that passes everything.
END
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
# Older systems cannot read what newer ones compress with by themselves.
dpkg-deb --root-owner-group -Zxz --build "$tree" "$file"
