#!/usr/bin/env python3
"""Has the binary report on hostile folders, and reads the reports with parsers and schemas that are not ours.

usage: check.py BINARY PLACE

The pages are left in PLACE for page.mjs. sarif-schema-2.1.0.json is the schema as OASIS has published it.
Exit status: 0 when everything is as it should be.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import cmarkgfm
import jsonschema
import junitparser
import xmlschema
from ruamel.yaml import YAML

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BINARY, PLACE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
KINDS = ("json", "html", "junit", "sarif", "markdown")

# What stands in the page as text and nowhere as anything else; the page's test looks for the last part.
HOSTILE = "</script><img src=x onerror=document.title='hacked'> @octocat #1 GH-1 www.evil.example http://evil.example [a](b) `|`\\| ]]>&amp;"
NAMES = [
    "wa_<img src=x onerror=alert(1)>.py",
    "wa_@octocat #1 [a](http:b).py",
    "wa_`|`\\|@octocat.py",
    "wa_\"'&amp;{{7*7}}.py",
    "wa_\u202egnp.py",
]


def hostile(folder: Path) -> None:
    """A problem whose files are named, and whose programs speak, as an attacker would have them."""
    shutil.copytree(ROOT / "tests" / "fixtures" / "parts", folder / "parts")
    for name, part in [("statement.md", "statement.md"), ("sol.c", "sol.c"), ("val.cpp", "val.cpp")]:
        shutil.copy(folder / "parts" / part, folder / name)
    shutil.rmtree(folder / "parts")
    (folder / "samples").mkdir()
    for number in (1, 2):
        (folder / "samples" / f"{number}.in").write_text("5\n")
        (folder / "samples" / f"{number}.ans").write_text("5\n")
    # Not valid; what the validator says of it quotes it.
    (folder / "tests").mkdir()
    (folder / "tests" / "x.in").write_text(HOSTILE + "\n")
    says = f"import sys\nsys.stdout.buffer.write({(HOSTILE + chr(0) + chr(27) + '[31m' + chr(0xFFFE)).encode()!r})\n"
    for name in NAMES:
        (folder / name).write_text(says)
    (folder / "wa_long.py").write_text("print('7' * 5000)\n")
    # A wrong solution that is right, and a compiler's words.
    (folder / "wa_right.py").write_text("print(input())\n")
    (folder / "wa_broken.c").write_text(f"int main() {{ return \"{HOSTILE[:20]}; }}\n#error {HOSTILE}\n")


def file_of(kind: str) -> str:
    # A browser goes by the ending.
    return "page.html" if kind == "html" else kind


def check(folders: list, out: Path, *options: str) -> subprocess.CompletedProcess:
    out.mkdir(parents=True, exist_ok=True)
    reports = [word for kind in KINDS for word in ("--report", f"{kind}={out / file_of(kind)}")]
    command = [str(BINARY), "check", *map(str, folders), *reports, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, (done.returncode, done.stderr)
    return done


def problems_of(report: dict) -> list:
    return report.get("problems", [report])


def look_at_junit(path: Path, problems: list) -> None:
    xmlschema.XMLSchema(HERE / "junit.xsd").validate(path)
    suites = [suite for suite in junitparser.JUnitXml.fromfile(str(path)) if suite.name]
    assert len(suites) == len(problems), [suite.name for suite in suites]
    for suite, problem in zip(suites, problems):
        cases = list(suite)
        assert len(cases) == len(problem["solutions"]) + len(problem["tests"]) == suite.tests, suite
        # The fate of each solution and test, by what the JSON report says of it.
        unmet = sum(one["expectation_met"] is False for one in problem["solutions"])
        broken = sum(one["role"] == "solution" and one["build"] == "failed" for one in problem["programs"])
        invalid = sum(not one["valid"] for one in problem["tests"])
        fates = [type(case.result[0]).__name__ if case.result else "Passed" for case in cases]
        assert fates.count("Failure") == suite.failures == unmet + invalid, (fates, unmet, invalid)
        assert fates.count("Error") == suite.errors == broken, fates
        assert fates.count("Skipped") == suite.skipped, fates
    print(f"junit: {len(suites)} suites are as the schema has them, and are read back")


def look_at_sarif(path: Path, problems: list, repository: Path) -> None:
    log = json.loads(path.read_text())
    schema = json.loads((HERE / "sarif-schema-2.1.0.json").read_text())
    jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).validate(log)
    # GitHub takes 20 runs of a file at most.
    [run] = log["runs"]
    rules, results = run["tool"]["driver"]["rules"], iter(run["results"])
    assert len(run["results"]) == sum(len(problem["findings"]) for problem in problems)
    for problem in problems:
        for finding in problem["findings"]:
            result = next(results)
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding["code"]
            assert rules[result["ruleIndex"]]["help"]["text"]
            place = result["locations"][0]["physicalLocation"]
            uri = place["artifactLocation"]["uri"]
            assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%" and not uri.startswith(("/", "file:"))
            file = Path(problem["problem"]["root"], finding["path"] or "")
            assert (repository / unquote(uri)).samefile(file), (uri, file)
            if finding["path"]:
                assert place["region"]["startLine"] == finding["range"]["start"]["line"] + 1
    print(f"sarif: {len(run['results'])} results are as the published schema has them, and their places are there")


class Rendered(HTMLParser):
    """What became of a comment: its elements, and its text outside code."""

    def __init__(self) -> None:
        super().__init__()
        self.names, self.text, self.in_code = set(), "", 0

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.names.add(tag)
        assert not [name for name, _ in attrs if name not in ("align", "start")], (tag, attrs)
        self.in_code += tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self.in_code -= tag == "code"

    def handle_data(self, data: str) -> None:
        if not self.in_code:
            self.text += data


def look_at_markdown(path: Path) -> None:
    text = path.read_text()
    assert len(text) <= 60_000
    rendered = Rendered()
    # As GitHub does it, raw HTML let through: what is dangerous is to be seen here.
    unsafe = cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE
    rendered.feed(cmarkgfm.github_flavored_markdown_to_html(text, options=unsafe))
    known = {"h2", "h3", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "code", "strong"}
    assert rendered.names <= known, rendered.names - known
    assert not re.search(r"[@#`<\[]|://|www\.|GH-|octocat|evil", rendered.text), rendered.text
    print(f"markdown: {len(text)} characters in which nothing of the folder is more than text")


def examples() -> dict:
    """The YAML of the page about reports, by the headings over it."""
    page = (ROOT / "server" / "docs" / "reports.md").read_text()
    found = dict(re.findall(r"\n## ([^\n]+)\n(?:(?!\n## )[\s\S])*?```yaml\n([\s\S]*?)```", page))
    assert set(found) == {"GitHub Actions", "GitLab", "pre-commit"}, set(found)
    return found


def try_examples(repository: Path, work: Path) -> None:
    yaml = YAML(typ="safe")
    found = examples()
    steps = {}
    for name, builtin in [("GitHub Actions", "vendor.github-workflows"), ("GitLab", "vendor.gitlab-ci")]:
        file = work / f"{builtin}.yml"
        file.write_text(found[name])
        tool = Path(sys.executable).parent / "check-jsonschema"
        done = subprocess.run([tool, "--builtin-schema", builtin, file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    # The version that is installed by the first step is the one under test.
    jobs = yaml.load(found["GitHub Actions"])["jobs"]["check"]["steps"]
    steps["GitHub Actions"] = [one["run"] for one in jobs if "run" in one and one["name"] != "Install touchstone"]
    steps["GitLab"] = yaml.load(found["GitLab"])["check"]["script"]
    hooks = [hook for repo in yaml.load(found["pre-commit"])["repos"] for hook in repo["hooks"]]
    assert all({"id", "name", "entry", "language"} <= set(hook) for hook in hooks), hooks
    steps["pre-commit"] = [hook["entry"] for hook in hooks]
    tools = work / "bin"
    tools.mkdir()
    (tools / "touchstone").symlink_to(BINARY)
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": str(work / "summary")}
    for name, commands in steps.items():
        shutil.rmtree(repository / "reports", ignore_errors=True)
        for command in commands:
            shell = ["bash", "-e", "-o", "pipefail", "-c", command]
            done = subprocess.run(shell, cwd=repository, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode in (0, 1) and "usage" not in done.stderr.lower(), (command, done)
        if name != "pre-commit":
            assert "are left out." in (repository / "reports" / "problems.html").read_text(), name
    assert (work / "summary").read_text().startswith("## "), "the summary is the comment"
    print(f"examples: {sum(map(len, steps.values()))} shell steps were run")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="touchstone-reports-") as directory:
        work = Path(directory)
        os.environ["TOUCHSTONE_CACHE_DIR"] = os.environ.get("TOUCHSTONE_TEST_CACHE") or str(work / "cache")
        repository = work / "repository"
        (repository / ".git").mkdir(parents=True)
        evil = repository / "problems" / "a <b>&@octocat"
        evil.mkdir(parents=True)
        hostile(evil)
        shutil.copytree(ROOT / "tests" / "problems" / "two-parcels", repository / "problems" / "two-parcels")
        for name, folders in [("one", [evil]), ("several", [repository / "problems"])]:
            out = PLACE / name
            shutil.rmtree(out, ignore_errors=True)
            check(folders, out)
            problems = problems_of(json.loads((out / "json").read_text()))
            assert len(problems) == {"one": 1, "several": 2}[name]
            look_at_junit(out / "junit", problems)
            look_at_sarif(out / "sarif", problems, repository)
            look_at_markdown(out / "markdown")
        (out / "json").rename(PLACE / "several" / "before.json")
        (repository / "problems" / "two-parcels" / "wa_overflow.cpp").unlink()
        check([repository / "problems"], PLACE / "several", "--baseline", str(PLACE / "several" / "before.json"))
        look_at_markdown(PLACE / "several" / "markdown")
        comment = (PLACE / "several" / "markdown").read_text()
        assert comment.index("### Changes in `two-parcels`") < comment.index("| problem |"), comment
        page = (PLACE / "several" / "page.html").read_text()
        assert page.index("Changes in two-parcels") < page.index("<h2>Problems</h2>")
        check([evil], PLACE / "public", "--no-contents")
        page = (PLACE / "public" / "page.html").read_text()
        for secret in ("onerror=document.title", "document.title", "7777777", "printf", "val.cpp reads", "5\\n"):
            assert secret not in page, secret
        try_examples(repository, work)


main()
