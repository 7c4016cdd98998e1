#!/usr/bin/env bash
# Checks the Kubernetes manifest of the page "judge on two machines" with PyPI's kubernetes-validate.
set -euo pipefail
cd "$(dirname "$0")/../.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 - "$place/workers.yaml" <<'PY'
import pathlib, re, sys
blocks = re.findall(r"```ya?ml\n(.*?)```", pathlib.Path("server/docs/cluster.md").read_text(), re.DOTALL)
manifests = [block for block in blocks if "apiVersion:" in block]
assert len(manifests) == 1, f"{len(manifests)} manifests"
pathlib.Path(sys.argv[1]).write_text(manifests[0])
PY
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check kubernetes-validate
"$place/venv/bin/kubernetes-validate" --strict "$place/workers.yaml"
