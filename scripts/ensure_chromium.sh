#!/usr/bin/env bash
# The browser tests drive a Chromium; where there is none, Debian's is installed.
set -eu

have_chromium() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

have_chromium && exit 0
if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium || true
fi
have_chromium && exit 0
echo "The browser tests need Chromium or Google Chrome, and it could not be installed from here." >&2
echo "Install one of them so that 'chromium' or 'google-chrome' is on PATH, then run make test again." >&2
exit 1
