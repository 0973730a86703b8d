"""Edits of JSON as a hand, a bad disk or malice makes them: every field of a text, in every way."""

import copy
import json

DEEP = "@deep@"
TWICE = "@twice@"
HUGE = "@huge@"
VALUES = (
    None,
    True,
    7,
    -1,
    -2,
    1 << 200,
    HUGE,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "évil",
    "../../etc/passwd",
    [],
    [[]],
    ["x"],
    {},
    {"x": 1},
    DEEP,
)


def ways(data, way=()):
    """The way to every value within some data."""
    yield way
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        yield from ways(value, (*way, key))


def edits(data):
    """Each edit of some data: what it is, and the text that it leads to."""
    for way in list(ways(data))[1:]:
        *above, key = way
        for name, change in changes(value_at(data, way)):
            made = copy.deepcopy(data)
            holder = value_at(made, above)
            change(holder, key)
            if made != data or "NaN" in json.dumps(made):
                yield f"{'.'.join(map(str, way))}: {name}", as_text(made)


def changes(value):
    """What can be done to a value in its place."""
    yield "deleted", lambda holder, key: holder.pop(key)
    yield "doubled", twice
    for each in VALUES:
        yield f"made {each!r}", lambda holder, key, each=each: holder.__setitem__(key, each)
    if isinstance(value, bool):
        yield "turned", lambda holder, key: holder.__setitem__(key, not value)
    elif isinstance(value, int):
        for by in (1, -1, 1000):
            yield f"changed by {by}", lambda holder, key, by=by: holder.__setitem__(key, value + by)
    elif isinstance(value, str) and value:
        for name, other in (
            ("cut", value[1:]),
            ("longer", value + "x"),
            ("a letter changed", changed(value)),
            ("of another seat", value.replace("0:", "1:", 1) if value[:2] == "0:" else value.replace("1:", "0:", 1)),
            ("huge", value * 1000),
        ):
            yield name, lambda holder, key, other=other: holder.__setitem__(key, other)
    elif isinstance(value, list) and len(value) > 1:
        yield "in reverse", lambda holder, key: holder.__setitem__(key, value[::-1])
        yield "all the first", lambda holder, key: holder.__setitem__(key, [value[0]] * len(value))


def changed(text):
    """A text with its middle letter exchanged for another of its sort."""
    at = len(text) // 2
    other = {"0": "1"}.get(text[at], "0") if text[at].isdigit() else {"a": "b"}.get(text[at], "a")
    return text[:at] + other + text[at + 1 :]


def twice(holder, key):
    if isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder[TWICE + key] = holder[key]


def value_at(data, way):
    for each in way:
        data = data[each]
    return data


def as_text(data):
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        text.replace(f'"{TWICE}', '"')
        .replace(f'"{DEEP}"', "[" * 20_000 + "]" * 20_000)
        .replace(f'"{HUGE}"', "9" * 6_000)
    )
