// Opens the pages that check.py has left in a real Chromium: nothing of a folder runs or loads anything, the matrix is moved
// in by keys, axe has nothing to say in light and dark, and a large page draws only what is seen.
//
// usage: CHROMIUM=PROGRAM page.mjs PLACE
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const place = path.resolve(process.argv[2]);
const require = createRequire(path.join(place, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"], timeout: 300_000 });

/** A page of a report, which may load nothing and run nothing but its own. */
async function open(file, colorScheme = "light") {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  const wrong = [];
  const address = pathToFileURL(file).href;
  page.on("request", (request) => request.url() !== address && wrong.push(`asks for ${request.url()}`));
  page.on("console", (message) => wrong.push(`says ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`breaks: ${error}`));
  page.on("dialog", (dialog) => (wrong.push("shows a dialog"), dialog.dismiss()));
  await page.goto(address);
  // It is drawn when somebody comes near.
  await page.locator("[data-matrix]").first().evaluate((host) => host.scrollIntoView());
  await page.locator(".cells td[id]").first().waitFor();
  return { page, wrong, close: () => context.close() };
}

const picture = (page, name) => page.screenshot({ path: path.join(place, "pictures", `${name}.png`), fullPage: true });

async function isAccessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary}`).slice(0, 3).join("; ")}`);
  assert.deepEqual(told, [], what);
}

// What folders are called and programs say is text.
for (const colorScheme of ["light", "dark"]) {
  for (const name of ["one", "several", "public"]) {
    const { page, wrong, close } = await open(path.join(place, name, "page.html"), colorScheme);
    assert.notEqual(await page.title(), "hacked");
    assert.equal(await page.locator("main img, main script, main iframe, main b").count(), 0);
    await isAccessible(page, `${name} ${colorScheme}`);
    const row = page.locator(".cells tbody th", { hasText: "wa_long" }).first();
    await row.scrollIntoViewIfNeeded();
    await page.locator(".cells tr", { has: page.locator("th", { hasText: "wa_long" }) }).locator("td[id]").first().click();
    const detail = page.locator(".detail").first();
    const words = await detail.innerText();
    assert.match(words, /wa_long\.py on test 1|wa_long\.py on test samples\/1/);
    if (name === "public") assert.ok(!words.includes("777"), words);
    else assert.ok(words.includes("7777") && words.includes("5001 bytes in all"), words);
    assert.match(words, /touchstone show (\.|'problems\/a <b>&@octocat') --test=\S+ --solution=wa_long\.py/);
    await isAccessible(page, `${name} ${colorScheme}, with a cell`);
    await picture(page, `${name}-${colorScheme}`);
    assert.deepEqual(wrong, [], name);
    await close();
  }
}

// Keys: into the grid, to another cell, open, close; a filter and an order.
{
  const { page, wrong, close } = await open(path.join(place, "one", "page.html"));
  const grid = page.locator(".cells").first();
  await grid.focus();
  const active = () => grid.getAttribute("aria-activedescendant");
  assert.equal(await active(), "m0-0-0");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(await active(), "m0-1-1");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".detail h4").innerText(), /on test/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".detail").count(), 0);
  const rows = () => page.locator(".cells tbody tr:not([aria-hidden]) th").allInnerTexts();
  const all = await rows();
  await page.getByLabel("Solutions whose path has").fill("wa_long");
  assert.deepEqual(await rows(), ["wa_long.py"]);
  await page.getByLabel("Solutions whose path has").fill("");
  await page.getByLabel("Show solutions").selectOption("wrong");
  assert.deepEqual(await rows(), all.filter((name) => name !== "sol.c"));
  // Of nobody it is known, since a test is not valid.
  await page.getByLabel("Show solutions").selectOption("unmet");
  assert.deepEqual(await rows(), []);
  await page.getByLabel("Show solutions").selectOption("all");
  await page.getByLabel("Sort solutions").selectOption("failures");
  assert.deepEqual((await rows()).toSorted(), all.toSorted());
  assert.match((await rows())[0], /^wa_/);
  assert.ok((await page.locator(".plot svg").getAttribute("aria-label")).includes("the limit is"));
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".finding").first().isVisible());
  assert.ok(!(await page.locator(".matrix").first().isVisible()) && !(await page.locator(".plot").first().isVisible()));
  assert.ok(await page.locator(".metrics").first().isVisible());
  await picture(page, "print");
  assert.deepEqual(wrong, []);
  await close();
}

// 100 solutions on 3000 tests, with as much in their cells as there is room for.
{
  const whole = readFileSync(path.join(place, "one", "page.html"), "utf8");
  const [before, rest] = whole.split('<script type="application/json" id="data">');
  const [data, ...after] = rest.split("</script>");
  const [problem] = JSON.parse(data);
  const [solutions, tests] = [100, 3000];
  const many = (n, of) => Array.from({ length: n }, (_, at) => of(at));
  problem.solutions = many(solutions, (at) => ({ ...problem.solutions[0], path: `solutions/wa_${String(at).padStart(3, "0")}.cpp`, time: at * 10 }));
  problem.tests = many(tests, (at) => ({ ...problem.tests[0], id: `secret/${at}`, killed: at % 7 }));
  problem.codes = ["AC", "WA", "TLE"];
  problem.verdicts = many(solutions, (s) => many(tests, (t) => "abc"[(s * t) % 5 % 3]).join(""));
  problem.time = many(solutions, () => many(tests, (t) => t + 1000));
  problem.memory = many(solutions, () => many(tests, (t) => t + 100_000));
  problem.texts = Object.fromEntries(many(tests, (t) => [t, { input: "1 ".repeat(500), expected: "2 ".repeat(500) }]));
  problem.cells = Object.fromEntries(many(4000, (at) => [`${at % 100},${Math.floor(at / 100) + 1}`, { found: "3 ".repeat(500), checker: "differs" }]));
  const file = path.join(place, "large.html");
  const large = [`${before}<script type="application/json" id="data">${JSON.stringify([problem]).replaceAll("<", "\\u003c")}`, ...after].join("</script>");
  writeFileSync(file, large);
  const { page, wrong, close } = await open(file);
  const drawn = async () => page.locator(".cells td").count();
  const shown = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? performance.now());
  const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
  console.log(`page of ${(large.length / 1e6).toFixed(1)} MB: painted after ${shown.toFixed(0)} ms, loaded after ${loaded.toFixed(0)} ms`);
  assert.ok((await drawn()) < 5000, `${await drawn()} of 300000 cells`);
  await page.locator(".cells").focus();
  await page.keyboard.press("Control+End");
  assert.equal(await page.locator(".cells").getAttribute("aria-activedescendant"), "m0-99-2999");
  const [cell, view] = [await page.locator("#m0-99-2999").boundingBox(), await page.locator(".window").boundingBox()];
  assert.ok(cell.x >= view.x && cell.x + cell.width <= view.x + view.width, "the last cell is seen");
  assert.ok(cell.y >= view.y && cell.y + cell.height <= view.y + view.height, "the last cell is seen");
  assert.ok((await drawn()) < 5000);
  await page.screenshot({ path: path.join(place, "pictures", "large.png") });
  assert.deepEqual(wrong, []);
  await close();
}
await browser.close();
console.log("page: nothing loads or runs but its own, axe is content in light and dark, keys work, large pages draw what is seen");
