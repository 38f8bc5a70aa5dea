#!/usr/bin/env bash
# Make the project's own virtual environment with the first Python on PATH that is new enough.
set -eu
venv=$1
for python in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python; do
    command -v "$python" >/dev/null || continue
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || continue
    "$python" -m venv "$venv" 2>/dev/null && exit 0
    # Debian ships venv without pip inside; a pip wheel can install itself.
    rm -rf "$venv"
    "$python" -m venv --without-pip "$venv" || continue
    "$venv/bin/python" "$(dirname "$0")/bootstrap_pip.py" && exit 0
    rm -rf "$venv"
done
echo "Balka needs Python 3.11 or newer with the venv module; none was found on PATH (PYTHON=... names another)." >&2
exit 1
