#!/usr/bin/env bash
# Draws the pictures of the pages in server/docs anew: a report in light and dark, `touchstone show` on a terminal, the plot of
# `touchstone calibrate`.
#
#   server/pictures/draw.sh [BINARY]
#
# Needs chromium, node, and `npm ci` in editors/code. Calibrating needs a machine that is not busy.
set -euo pipefail
cd "$(dirname "$0")/../.."
binary=$(realpath "${1:-target/debug/touchstone}")
root=$PWD
here=$PWD/server/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy, so that no path of this machine is in a picture.
cp -r tests/problems/two-parcels "$work"
cd "$work"
"$binary" check two-parcels --report html=report.html >/dev/null || true
# The lines that run it by hand have paths of this machine.
"$binary" show two-parcels --solution wa_overflow.cpp --test 4 --color always | sed '/to run it by hand/,$d' >show.ansi
python3 "$root/editors/nvim/tests/render.py" show.ansi "$here/show.png"

# How many pairs are in the wrong order, in time n log n and in quadratic time. The tests are two; sizes are generated. Numbers
# have six digits, so that a size in bytes is one in numbers.
mkdir -p inversions/samples
cd inversions
cat >fenwick.cpp <<'CPP'
#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> a(n), tree(n + 1);
    for (auto &x : a) scanf("%d", &x);
    std::vector<int> sorted(a);
    std::sort(sorted.begin(), sorted.end());
    long long found = 0;
    for (int i = 0; i < n; i++) {
        int rank = std::lower_bound(sorted.begin(), sorted.end(), a[i]) - sorted.begin();
        found += i;
        for (int k = rank + 1; k > 0; k -= k & -k) found -= tree[k];
        for (int k = rank + 1; k <= n; k += k & -k) tree[k]++;
    }
    printf("%lld\n", found);
}
CPP
cat >quadratic.cpp <<'CPP'
#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> a(n);
    for (auto &x : a) scanf("%d", &x);
    long long found = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) found += a[j] > a[i];
    printf("%lld\n", found);
}
CPP
cat >gen.cpp <<'CPP'
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    println(n);
    for (int i = 0; i < n; i++) printf("%d%c", rnd.next(100000, 999999), i + 1 < n ? ' ' : '\n');
}
CPP
cat >val.cpp <<'CPP'
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000000, "n");
    inf.readEoln();
    inf.readInts(n, 100000, 999999, "a");
    inf.readEoln();
    inf.readEof();
}
CPP
printf 'main = "fenwick.cpp"\n[limits]\ntime_ms = 1000\nmemory_mb = 256\n[labels]\n"quadratic.cpp" = "time_limit_exceeded"\n' >touchstone.toml
printf '3\n200000 300000 100000\n' >samples/1.in
printf '2\n' >samples/1.ans
echo 'gen -n 50000 > $' >script.txt
"$binary" calibrate --plot "$work/plot.svg" || true
cd "$work"

cat >pictures.cjs <<'JS'
const { chromium } = require(`${process.argv[2]}/editors/code/node_modules/playwright-core`);
const [, , , to, program] = process.argv;
(async () => {
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 860, height: 720 } });
    await page.goto(`file://${process.cwd()}/report.html`);
    await page.locator("[data-matrix]").first().evaluate((host) => host.scrollIntoView());
    await page.locator(".cells tr", { hasText: "wa_overflow" }).locator("td[id]").nth(3).click();
    // The one has the summary, the other the matrix and the cell.
    const matrix = page.locator("[data-matrix]").first();
    await matrix.evaluate((host) => host.scrollIntoView());
    await page.evaluate((isDark) => (isDark ? scrollBy(0, -60) : scrollTo(0, 0)), colorScheme === "dark");
    await page.screenshot({ path: `${to}/report-${colorScheme}.png` });
  }
  const page = await browser.newPage({ viewport: { width: 900, height: 480 } });
  await page.goto(`file://${process.cwd()}/plot.svg`);
  await page.screenshot({ path: `${to}/growth.png` });
  await browser.close();
})();
JS
node pictures.cjs "$root" "$here" "$(command -v chromium)"
python3 - "$here" <<'PY'
import pathlib, sys
sizes = {path.name: path.stat().st_size for path in pathlib.Path(sys.argv[1]).glob("*.png")}
print(sizes)
assert all(size <= 100_000 for size in sizes.values()), "a picture is larger than 100 kB"
PY
