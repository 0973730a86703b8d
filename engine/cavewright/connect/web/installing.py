"""Installing of a page that plays without a server: its manifest, its icon, and the script that keeps it for offline."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files

ICON_FILE, MANIFEST_FILE, WORKER_FILE = "icon.svg", "manifest.webmanifest", "sw.js"
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#155e3b"/>'
    '<path d="M14 50c0-22 8-34 18-34s18 12 18 34z" fill="#f4f1ea"/><circle cx="32" cy="38" r="6" fill="#b35c00"/></svg>'
)


def write_manifest(name: str, start: str, scope: str, icon: str) -> str:
    """Returns the manifest of a page that can be installed."""
    said = {
        "name": name,
        "short_name": name[:30],
        "id": start,
        "start_url": start,
        "scope": scope,
        "display": "standalone",
        "background_color": "#f4f1ea",
        "theme_color": "#155e3b",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(said, ensure_ascii=False)


def installing_files(title: str, found: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the files by which a page of some files is installed and kept. The version is a digest of all of them, so a
    page that has changed is kept anew.

    >>> sorted(installing_files("Hex", {"index.html": b""}))
    ['icon.svg', 'manifest.webmanifest', 'sw.js']
    """
    own = {
        ICON_FILE: ICON.encode(),
        MANIFEST_FILE: write_manifest(title, "./", "./", ICON_FILE).encode(),
    }
    whole = {**found, **own}
    digest = hashlib.sha256()
    for name, content in sorted(whole.items()):
        digest.update(f"{name} {len(content)} ".encode() + content)
    kept = sorted(name for name in whole if not name.endswith(".d.ts") and not name.endswith(".d.mts"))
    script = files(__package__).joinpath("pages", WORKER_FILE).read_text("utf-8")
    script = script.replace('"VERSION"', json.dumps(digest.hexdigest()[:16])).replace(
        "FILES = []", f"FILES = {json.dumps(kept)}"
    )
    return {**own, WORKER_FILE: script.encode()}
