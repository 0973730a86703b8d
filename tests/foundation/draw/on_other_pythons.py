"""Digests of pictures, drawn by whatever Python runs this: of pickled scenes and maps, as JSON. It needs nothing but the room that draws."""

import hashlib
import json
import pickle
import sys

from cavewright.foundation.draw import draw_svg
from cavewright.foundation.draw.characters import Lettering
from cavewright.foundation.draw.map_layout import spread_out
from cavewright.foundation.draw.text import boards


def digests(scenes, maps):
    """What comes of drawing each, by name: a picture, text of two widths, points of a map."""
    found = {}
    for name, scene in scenes.items():
        found[name] = [
            digest(draw_svg(scene)),
            *(digest(repr(boards(scene, Lettering(wide), high=30))) for wide in (60, 120)),
        ]
    return found | {name: [digest(repr(spread_out(*each)))] for name, each in maps.items()}


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    print(json.dumps(digests(*pickle.loads(sys.stdin.buffer.read()))))
