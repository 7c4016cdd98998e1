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

interface Grammar {
  patterns: Rule[];
  repository: Record<string, Rule>;
}

const read = (name: string) => JSON.parse(readFileSync(`syntaxes/${name}.tmLanguage.json`, "utf8")) as Grammar;
const script = read("touchstone-script");
const checktestdata = read("checktestdata");

test("every pattern of the grammars can be read, and every name is known", () => {
  for (const grammar of [script, checktestdata]) {
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
  }
});

test("a command's parts are told apart", () => {
  const of = (name: string) => script.repository[name]?.match ?? "";
  assert.equal(new RegExp(of("command")).exec("gen_tree -n 5 > $")?.[2], "gen_tree");
  assert.deepEqual(new RegExp(of("target")).exec("gen 1 > {3-5}")?.slice(1), [">", "{3-5}"]);
  assert.ok(new RegExp(of("comment")).test("# big ones"));
  assert.ok(!new RegExp(of("comment")).test("gen 1 # no comment"));
});

/** As editors do it: of the rules the one that matches first, and of those that match there the one that is listed first. */
function pieces(line: string, rules: Rule[], from: number, end?: RegExp): { found: string[]; at: number } {
  const flat = (rule: Rule): Rule[] => {
    const meant = rule.include === undefined ? rule : (checktestdata.repository[rule.include.slice(1)] ?? rule);
    return meant.match === undefined && meant.begin === undefined ? (meant.patterns ?? []).flatMap(flat) : [meant];
  };
  const all = rules.flatMap(flat);
  const found: string[] = [];
  let at = from;
  for (;;) {
    const next = (pattern: string) => {
      const searched = new RegExp(pattern, "g");
      searched.lastIndex = at;
      return searched.exec(line);
    };
    const ending = end === undefined ? null : next(end.source);
    let best: { rule: Rule; hit: RegExpExecArray } | undefined;
    for (const rule of all) {
      const hit = next(rule.match ?? rule.begin ?? "");
      if (hit && hit[0] !== "" && (best === undefined || hit.index < best.hit.index)) {
        best = { rule, hit };
      }
    }
    if (ending && (best === undefined || ending.index <= best.hit.index)) {
      return { found, at: ending.index + ending[0].length };
    }
    if (best === undefined) {
      return { found, at: line.length };
    }
    const { rule, hit } = best;
    const start = hit.index;
    at = start + hit[0].length;
    let inner: string[] = [];
    if (rule.begin !== undefined) {
      ({ found: inner, at } = pieces(line, rule.patterns ?? [], at, new RegExp(rule.end ?? "")));
    }
    found.push(`${line.slice(start, at)} ${(rule.name ?? "").replace(".checktestdata", "")}`, ...inner);
  }
}

test("the parts of a program in checktestdata are told apart", () => {
  const of = (line: string) =>
    pieces(line, checktestdata.patterns, 0).found.filter((piece) => !piece.includes(" punctuation."));
  assert.deepEqual(of("REPI(i1, 10, SPACE) # INT"), [
    "REPI keyword.control",
    "i1 variable.other",
    "10 constant.numeric",
    "SPACE keyword.other",
    "# INT comment.line.number-sign",
  ]);
  assert.deepEqual(of('FLOAT(-.5,1e-3,x[n],FIXED) STRING("a \\"#\\n\\012\\d") END'), [
    "FLOAT keyword.other",
    "- keyword.operator.arithmetic",
    ".5 constant.numeric",
    "1e-3 constant.numeric",
    "x variable.other",
    "n variable.other",
    "FIXED constant.language",
    "STRING keyword.other",
    '"a \\"#\\n\\012\\d" string.quoted.double',
    '\\" constant.character.escape',
    "\\n constant.character.escape",
    "\\012 constant.character.escape",
    "END keyword.control",
  ]);
  assert.deepEqual(of("ASSERT(!ISEOF && a!=b)"), [
    "ASSERT keyword.other",
    "! keyword.operator.logical",
    "ISEOF support.function",
    "&& keyword.operator.logical",
    "a variable.other",
    "!= keyword.operator.comparison",
    "b variable.other",
  ]);
  assert.deepEqual(of("INTEGER SET(a=b^2)"), [
    "INTEGER invalid.illegal",
    "SET keyword.other",
    "a variable.other",
    "= keyword.operator.assignment",
    "b variable.other",
    "^ keyword.operator.arithmetic",
    "2 constant.numeric",
  ]);
});

test("the grammar knows the words of the server", () => {
  const source = readFileSync("../../server/crates/checktestdata/src/vocabulary.rs", "utf8");
  const words = [...source.matchAll(/"([A-Z]+)",\s*Role::(\w+)/g)];
  assert.ok(words.length > 20);
  const scopes: Record<string, string> = {
    Command: "keyword.other",
    Block: "keyword.control",
    BlockEnd: "keyword.control",
    Test: "support.function",
    Function: "support.function",
    Notation: "constant.language",
  };
  for (const [, word = "", role = ""] of words) {
    assert.deepEqual(pieces(word, checktestdata.patterns, 0).found, [`${word} ${scopes[role]}`]);
  }
});
