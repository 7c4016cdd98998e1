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
"$binary" show two-parcels --solution wa_overflow.cpp --test 4 | sed '/^to run it by hand/,$d' >show.ansi
python3 "$root/editors/nvim/tests/render.py" show.ansi "$here/show.png"

# The sum of the greatest element of every prefix, in linear time, with much to do for each, and in quadratic time.
mkdir -p prefixes/tests
cd prefixes
cat >linear.cpp <<'CPP'
#include <iostream>
int main() {
    long long n, x, most = 0, sum = 0;
    std::cin >> n;
    while (std::cin >> x) {
        sum += most = std::max(most, x);
        for (volatile int round = 0; round < 5000; round = round + 1) {}
    }
    std::cout << sum << "\n";
}
CPP
cat >quadratic.cpp <<'CPP'
#include <iostream>
#include <vector>
int main() {
    long long n, sum = 0;
    std::cin >> n;
    std::vector<long long> a(n);
    for (auto &x : a) std::cin >> x;
    for (int i = 1; i <= n; i++) {
        volatile long long most = 0;
        for (int j = 0; j < i; j++) if (a[j] > most) most = a[j];
        sum += most;
    }
    std::cout << sum << "\n";
}
CPP
printf 'main = "linear.cpp"\n[limits]\ntime_ms = 1000\nmemory_mb = 256\n[labels]\n"quadratic.cpp" = "time_limit_exceeded"\n' >touchstone.toml
size=300
for number in 01 02 03 04 05 06 07 08 09 10 11 12 13; do
  python3 -c "n = $size; print(n); print(*((i * 48271) % 65537 for i in range(n)))" >"tests/$number.in"
  size=$((size * 3 / 2))
done
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
