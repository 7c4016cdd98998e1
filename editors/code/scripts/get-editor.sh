#!/usr/bin/env bash
# Installs a real editor for the tests, from the npm registry alone and without compiling anything: code-server, which is
# Visual Studio Code for the browser, and the Node that it wants.
#
#   scripts/get-editor.sh FOLDER
set -euo pipefail
version=4.139.1
mkdir -p "$1/node24" "$1/cs"
folder=$(cd "$1" && pwd)
quiet=(--no-audit --no-fund --loglevel=error --ignore-scripts)
if [ -e "$folder/installed-$version" ]; then exit 0; fi

cd "$folder/node24"
[ -f package.json ] || echo '{"private":true}' > package.json
# The registry's package brings the program in a dependency, which a script of it would put into place.
npm install --no-audit --no-fund --loglevel=error node@24
export PATH=$folder/node24/node_modules/.bin:$PATH

cd "$folder/cs"
[ -f package.json ] || echo '{"private":true}' > package.json
npm install "${quiet[@]}" "code-server@$version"
cd node_modules/code-server/lib/vscode
npm install --omit=dev "${quiet[@]}"
# What its own installer would do, beside compiling modules that it can do without.
ln -sf code-linux.sh bin/remote-cli/code-server
ln -sf browser-linux.sh bin/helpers/browser.sh
(cd extensions && npm install --omit=dev "${quiet[@]}")
rm -rf extensions/copilot node_modules/@github/copilot-sdk* node_modules/@microsoft/mxc-sdk
touch "$folder/installed-$version"
