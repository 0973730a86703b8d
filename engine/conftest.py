"""Examples of adapters are run where the libraries that they adapt to are installed."""

from importlib.util import find_spec

NEEDS = {
    "episode": ["numpy"],
    "openspiel": ["pyspiel", "numpy"],
    "pettingzoo": ["pettingzoo", "gymnasium"],
    "gymnasium": ["gymnasium"],
}
collect_ignore = [
    f"cavewright/connect/adapters/{name}.py" for name, needed in NEEDS.items() if not all(map(find_spec, needed))
]
HOST = ["fastapi", "sse_starlette", "psycopg", "alembic", "prometheus_client", "limits"]
collect_ignore_glob = [] if all(map(find_spec, HOST)) else ["cavewright/host.py", "cavewright/connect/host/*"]
