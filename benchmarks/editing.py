"""Processor time from a key to its findings, in The Cave: python benchmarks/editing.py [KEYS]."""

import sys
import time
from pathlib import Path
from statistics import median

from cavewright.connect.editor.workspace import Workspace
from cavewright.language.compose import find_registered

CHANGES = {
    "a number of a constant": ("turn_points    = 5", "turn_points    = {n}"),
    "a price of an action": ("    cost 1 point\n", "    cost {n} point\n"),
    "a word that is none": ("turn_points    = 5", "turn_points{n}    = 5"),
    "a comment": ("unit m", "# {n}\nunit m"),
}


def seconds(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def main(keys=15):
    folder = find_registered("the-cave").path
    path = Path(folder, "the-cave.cave")
    text = path.read_text("utf-8")
    workspace = Workspace()
    workspace.write(path, text)
    workspace.look(path)
    for what, (old, new) in CHANGES.items():
        assert old in text, old
        found = []
        for n in range(keys):
            workspace.write(path, text.replace(old, new.format(n=n % 9 + 1), 1))
            found.append(seconds(lambda: workspace.look(path)))
        print(f"{what:<24} median {median(found) * 1000:6.1f} ms, most {max(found) * 1000:6.1f} ms")
    print(f"{'everything':<24} {seconds(lambda: workspace.look_closely(path)) * 1000:6.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
