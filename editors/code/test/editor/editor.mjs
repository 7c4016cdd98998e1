// A real editor in a real browser: starts code-server with the packaged extension in it, and drives it as a person would.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
export const repository = path.resolve(here, "..", "..");
const tools = process.env.EDITOR_TOOLS ?? path.join(repository, "target", "editors");
export const shots = process.env.EDITOR_SHOTS ?? path.join(repository, "target", "editor-screenshots");

const SETTINGS = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "always",
  "security.workspace.trust.banner": "always",
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Dark Modern",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true,
  "git.openRepositoryInParentFolders": "never",
  "editor.minimap.enabled": false,
  "editor.autoIndent": "none",
  "files.autoSave": "off",
  "editor.accessibilitySupport": "off",
  "workbench.editor.useModal": "off",
  "editor.cursorBlinking": "solid",
  // What begins by itself would take the time and the core that a step needs.
  "touchstone.editor.probe_when_idle": false,
};

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** A copy of an example, so that no test touches the one that is checked in. */
export function copyProblem(name, ...without) {
  const workspace = mkdtempSync(path.join(os.tmpdir(), "touchstone-editor-"));
  const folder = path.join(workspace, name);
  cpSync(path.join(repository, "tests", "problems", name), folder, { recursive: true });
  for (const file of without) rmSync(path.join(folder, file));
  return { workspace, folder };
}

/** An extension of the tests' own as the file that the editor installs. */
export function packed(name) {
  const out = path.join(tools, `${name}.vsix`);
  const vsce = path.join(here, "node_modules", "@vscode", "vsce", "vsce");
  const words = ["package", "--no-dependencies", "--allow-missing-repository", "--skip-license", "-o", out];
  const made = spawnSync(process.execPath, [vsce, ...words], {
    cwd: path.join(here, "test", "editor", name),
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`${name} cannot be packed\n${made.stdout}${made.stderr}`);
  return out;
}

export class Editor {
  /** `settings` are the user's, `machine` those of the machine that the editor's extensions run on. */
  static async start({ vsix, further = [], environment = {}, settings = {}, machine = {} }) {
    const editor = new Editor();
    editor.began = Date.now();
    editor.state = mkdtempSync(path.join(os.tmpdir(), "touchstone-editor-state-"));
    editor.port = await freePort();
    // Programs that were built once need not be built again: what is kept is known by its contents.
    editor.cache = process.env.TOUCHSTONE_TEST_CACHE ?? path.join(tools, "cache");
    const { state, port } = editor;
    editor.configure({ ...SETTINGS, ...settings }, "User");
    editor.configure(machine);
    writeFileSync(path.join(state, "config.yaml"), `bind-addr: 127.0.0.1:${port}\nauth: none\ncert: false\n`);
    const entry = path.join(tools, "cs", "node_modules", "code-server", "out", "node", "entry.js");
    const node = path.join(tools, "node24", "node_modules", ".bin", "node");
    const env = {
      ...process.env,
      XDG_DATA_HOME: path.join(state, "data"),
      XDG_CONFIG_HOME: path.join(state, "config"),
      XDG_STATE_HOME: path.join(state, "state"),
      TOUCHSTONE_CACHE_DIR: editor.cache,
      ...environment,
    };
    // Only the server inside the package is to be found.
    delete env.__TOUCHSTONE_SERVER_DEBUG;
    const words = ["--config", path.join(state, "config.yaml"), "--user-data-dir", path.join(state, "user")];
    words.push("--extensions-dir", path.join(state, "extensions"));
    const files = [vsix, ...further].flatMap((file) => ["--install-extension", file]);
    const installed = spawnSync(node, [entry, ...words, ...files, "--force"], {
      env,
      encoding: "utf8",
    });
    if (installed.status !== 0)
      throw new Error(`the extension cannot be installed\n${installed.stdout}${installed.stderr}`);
    words.push("--bind-addr", `127.0.0.1:${port}`, "--auth", "none", "--disable-telemetry", "--disable-update-check");
    words.push("--disable-getting-started-override", "--reconnection-grace-time", "5");
    editor.process = spawn(node, [entry, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
    editor.output = "";
    for (const stream of [editor.process.stdout, editor.process.stderr])
      stream.on("data", (data) => (editor.output += data));
    for (let tries = 0; !(await isUp(port)); tries++) {
      if (tries > 3000 || editor.process.exitCode !== null)
        throw new Error(`the editor does not start\n${editor.output}`);
      await sleep(100);
    }
    const profile = path.join(state, "browser");
    editor.browser = await chromium.launchPersistentContext(profile, {
      executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) =>
        existsSync(file),
      ),
      headless: true,
      timeout: 300_000,
      viewport: { width: 1400, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    // What turns while something runs is drawn sixty times a second, by the cores that it runs on.
    await editor.browser.addInitScript(() => {
      const still = new globalThis.CSSStyleSheet();
      still.replaceSync("*, *::before, *::after { animation: none !important; }");
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    });
    editor.page = editor.browser.pages()[0] ?? (await editor.browser.newPage());
    // Generous: the machine may have other things to do.
    editor.page.setDefaultTimeout(60_000);
    return editor;
  }

  /** Writes the settings of the machine, or others, anew; an editor that runs takes them up by itself. */
  configure(set, scope = "Machine") {
    const folder = path.join(this.state, "user", scope);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "settings.json"), JSON.stringify(set, null, 2));
  }

  /** Chooses a theme, as a person would. */
  async theme(name, kind) {
    const input = this.page.locator(".quick-input-widget:visible input");
    const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name });
    // The list may be drawn anew while it is filled, or close; the next one stays.
    for (let tries = 0; tries < 5; tries++) {
      await this.press("Control+k Control+t", input, "the list of themes", 5000);
      await sleep(500);
      if ((await fills(input, name)) && (await shows(row, 5000))) {
        await this.page.keyboard.press("Enter");
        await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
        return sleep(500);
      }
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`not in the list of themes: ${name}`);
  }

  async open(folder, ...files) {
    const base = `http://127.0.0.1:${this.port}`;
    const payload = files.map((file) => [
      "openFile",
      `vscode-remote://127.0.0.1:${this.port}${path.join(folder, file)}`,
    ]);
    await this.page.goto(
      `${base}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`,
    );
    await this.page.locator(".monaco-workbench").waitFor();
  }

  /** Opens several folders together, with settings of their own. */
  async openWorkspace(file, folders, settings) {
    writeFileSync(file, JSON.stringify({ folders: folders.map((folder) => ({ path: folder })), settings }));
    // Now and then the editor begins before it has read the workspace, and then shows none of its folders.
    for (let tries = 0; tries < 5; tries++) {
      await this.page.goto(`http://127.0.0.1:${this.port}/?workspace=${encodeURIComponent(file)}`);
      await this.page.locator(".monaco-workbench").waitFor();
      const listed = this.page.locator(".explorer-folders-view .monaco-list-row");
      if (await shows(listed.filter({ hasText: path.basename(folders[0]) }), 10_000)) return;
      console.log(`no folder of the workspace is shown, try ${tries}`);
    }
    throw new Error(`the workspace's folders are never shown: ${file}`);
  }

  async shot(name) {
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: path.join(shots, `${name}.png`) });
  }

  /** Keys can be lost while the workbench is busy: presses again until something shows. */
  async press(key, locator, what, wait = 3000) {
    for (let tries = 0; tries < 10; tries++) {
      for (const one of key.split(" ")) await this.page.keyboard.press(one);
      if (await shows(locator, wait)) return;
    }
    throw new Error(`never appeared: ${what}`);
  }

  /** Runs a command by the palette; once more when what it brings does not come, since Enter may have gone elsewhere. */
  async command(title, brings) {
    const input = this.page.locator(".quick-input-widget:visible input");
    const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
    // On a busy machine the palette may close while it fills.
    for (let tries = 0; tries < 5; tries++) {
      await this.press("F1", input, "the command palette");
      const isFilled = await fills(input, `>${title}`);
      if (!isFilled || !(await shows(row, 5000))) {
        // It lists what could be done when this was typed, perhaps while a file was still being opened; the same text again
        // would change nothing.
        if (await input.isVisible()) await this.page.keyboard.press("Escape");
        continue;
      }
      await this.page.keyboard.press("Enter");
      if (!brings || (await shows(brings, 20_000))) return;
    }
    throw new Error(`not done by the palette: ${title}`);
  }

  async openFile(name) {
    const input = this.page.locator(".quick-input-widget:visible input");
    const tab = this.page.locator(`.tab.active[data-resource-name="${path.basename(name)}"]`);
    // The list has a file's name and then its folder.
    const { dir, base } = path.parse(name);
    const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: base });
    for (let tries = 0; tries < 5; tries++) {
      await this.press("Control+p", input, "the box for files");
      if (!(await fills(input, name))) continue;
      if (!(await shows(row.filter({ hasText: dir }), 5000))) continue;
      await this.page.keyboard.press("Enter");
      if (await shows(tab, 5000)) return;
    }
    throw new Error(`cannot open ${name}`);
  }

  async goto(line, column = 1) {
    const input = this.page.locator(".quick-input-widget:visible input");
    await this.press("Control+g", input, "the box for lines");
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await this.page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
    await this.page.locator(".monaco-editor.focused").waitFor();
  }

  async save() {
    await this.press("Control+s", this.page.locator(".tab.active:not(.dirty)"), "a saved file");
  }

  /** Writes a file anew, as a person would. */
  async write(name, text) {
    await this.openFile(name);
    await this.page.locator(".editor-instance .view-lines").first().click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  get lines() {
    return this.page.locator(".editor-instance .monaco-editor .view-line");
  }

  /** The line of the editor that something is drawn on, by its height: decorations are in layers of their own. */
  async textUnder(locator) {
    let text;
    // While a lens comes or goes, lines and decorations move one after the other.
    await until(
      "a line with something drawn on it",
      async () => (text = await this.textNowUnder(locator)) !== undefined,
    );
    return text;
  }

  async textNowUnder(locator) {
    const box = await locator.first().boundingBox();
    for (const line of await this.lines.all()) {
      const at = await line.boundingBox();
      if (at && box && Math.abs(at.y - box.y) < 6) return (await line.textContent()).replaceAll("\u00a0", " ");
    }
    return undefined;
  }

  /** The page of the matrix. */
  get matrix() {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  cell(solution, test) {
    return this.matrix.locator(`td[data-solution="${solution}"][data-test="${test}"]`);
  }

  async stop() {
    await this.browser?.close().catch(() => undefined);
    this.process?.kill();
    await new Promise((done) => (this.process?.exitCode === null ? this.process.once("exit", done) : done()));
    rmSync(this.state, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Whether a text gets into a box; what closes meanwhile is no failure. */
function fills(input, text) {
  return input.fill(text, { timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

export function shows(locator, wait) {
  return locator
    .first()
    .waitFor({ timeout: wait })
    .then(
      () => true,
      () => false,
    );
}

/** Waits until something is so. */
export async function until(what, is, wait = 60_000) {
  const end = Date.now() + wait;
  for (;;) {
    if (await is()) return;
    if (Date.now() > end) throw new Error(`never came true: ${what}`);
    await sleep(100);
  }
}

async function isUp(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}
