#!/usr/bin/env bash
# Whether an installed touchstone can do its job: it finds g++ and Python, shuts programs in at level full, and judges an
# example as it is known to be.
#
#   judge-example.sh COMMAND PROBLEM SNAPSHOT
#
# COMMAND may be several words. PYTHON reads the reports, python3 if it does not say.
set -euo pipefail
read -ra touchstone <<<"$1"
problem=$2 snapshot=$3

"${touchstone[@]}" --version
page=$("${touchstone[@]}" doctor)
printf '%s\n' "$page"
grep -q '^C++ .* at /' <<<"$page" || { echo "doctor finds no g++" >&2; exit 1; }
grep -q '^Python .* at /' <<<"$page" || { echo "doctor finds no Python" >&2; exit 1; }
grep -q '^sandbox  *full ' <<<"$page" || { echo "doctor does not reach level full" >&2; exit 1; }

report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
"${touchstone[@]}" check "$problem" --format json >"$report" || code=$?
# The example has a mistake that is there to be found.
[ "$code" -eq 1 ] || { echo "check ends with exit code $code, not 1" >&2; exit 1; }
"${PYTHON:-python3}" - "$report" "$snapshot" <<'PY'
import json, sys

found, known = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
level = found["problem"]["sandbox"]["level"]
assert level == "full", f"programs were shut in at level {level}"
for key in ("solutions", "tests", "verdicts"):
    assert found["matrix"][key] == known["matrix"][key], f"{key}: {found['matrix'][key]}"
findings, known_findings = ([[one[key] for key in ("code", "path", "message")] for one in report["findings"]] for report in (found, known))
assert findings == known_findings, findings
solutions, tests = (len(known["matrix"][key]) for key in ("solutions", "tests"))
print(f"level {level}; {solutions} solutions on {tests} tests are judged as they are known to be")
PY
