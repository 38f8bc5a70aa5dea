#!/usr/bin/env bash
# The tests start a PostgreSQL of their own; where there is none, Debian's is installed.
set -eu

have_postgres() {
    command -v initdb >/dev/null && return 0
    for folder in /usr/lib/postgresql/*/bin; do
        [ -x "$folder/initdb" ] && return 0
    done
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

have_postgres && exit 0
if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql || true
fi
have_postgres && exit 0
echo "The tests of the house need PostgreSQL, and it could not be installed from here." >&2
echo "Install it so that 'initdb' and 'pg_ctl' are on PATH, then run make test again." >&2
exit 1
