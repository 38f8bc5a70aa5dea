"""Put pip into the environment that runs this, from the wheel on PyPI, for Pythons packaged without ensurepip."""

import json
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

INDEX = "https://pypi.org/pypi/pip/json"


def wheel_address() -> str:
    """Where the newest pip wheel is."""
    with urllib.request.urlopen(INDEX, timeout=60) as answer:
        files = json.load(answer)["urls"]
    wheel = next(entry["url"] for entry in files if entry["packagetype"] == "bdist_wheel")
    return urllib.parse.urljoin(INDEX, wheel)  # mirrors give addresses relative to the index


def main() -> int:
    """Fetch the wheel and let it install itself."""
    address = wheel_address()
    with tempfile.TemporaryDirectory() as folder:
        wheel = Path(folder) / address.rsplit("/", 1)[1]
        urllib.request.urlretrieve(address, wheel)
        return subprocess.call([sys.executable, f"{wheel}/pip", "install", "--quiet", "--no-index", str(wheel)])


if __name__ == "__main__":
    sys.exit(main())
