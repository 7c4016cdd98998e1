import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

interface Rule {
  name?: string;
  match?: string;
  begin?: string;
  end?: string;
  include?: string;
  patterns?: Rule[];
}

const grammar = JSON.parse(readFileSync("syntaxes/touchstone-script.tmLanguage.json", "utf8")) as {
  patterns: Rule[];
  repository: Record<string, Rule>;
};

test("every pattern of the grammar can be read, and every name is known", () => {
  const look = (rule: Rule) => {
    for (const pattern of [rule.match, rule.begin, rule.end]) {
      if (pattern !== undefined) {
        assert.doesNotThrow(() => new RegExp(pattern), pattern);
      }
    }
    if (rule.include !== undefined) {
      assert.ok(rule.include.slice(1) in grammar.repository, rule.include);
    }
    rule.patterns?.forEach(look);
  };
  [...grammar.patterns, ...Object.values(grammar.repository)].forEach(look);
});

test("a command's parts are told apart", () => {
  const of = (name: string) => grammar.repository[name]?.match ?? "";
  assert.equal(new RegExp(of("command")).exec("gen_tree -n 5 > $")?.[2], "gen_tree");
  assert.deepEqual(new RegExp(of("target")).exec("gen 1 > {3-5}")?.slice(1), [">", "{3-5}"]);
  assert.ok(new RegExp(of("comment")).test("# big ones"));
  assert.ok(!new RegExp(of("comment")).test("gen 1 # no comment"));
});
