import assert from "node:assert/strict";
import test from "node:test";
import { shown } from "../../src/webview/hidden.ts";

test("hidden characters are seen", () => {
  assert.equal(shown("sol\u202e.cpp"), "sol\\u{202e}.cpp");
  assert.equal(shown("a\u001b[2Jb\rc\u{e0041}\n\té"), "a\\u{1b}[2Jb\\u{d}c\\u{e0041}\n\té");
});
