"""A host of your own: users of the club are known by the header that its proxy sets, everything else is the library's.

pip install "cavewright[host]"
CAVEWRIGHT_STORE=sqlite:club.db python -m uvicorn --app-dir docs/examples --factory club_server:make_app --workers 4
"""

import json

from cavewright.host import Limits, Refusal, create_app

MEMBERS = {"anna": "Anna", "jola": "Jola"}


def user_of(request):
    """The member by whom a request was made: here the proxy in front has looked at the password."""
    user = request.headers.get("x-user", "")
    if user not in MEMBERS:
        raise Refusal(401, "viewer", "log in first")
    return user


def name_viewer(request, beginning):
    """The seat of a member: whose name it has. Any other member watches."""
    names = json.loads(beginning.save)["players"]
    name = MEMBERS[user_of(request)]
    return names.index(name) if name in names else None


def make_app():
    return create_app(name_viewer=name_viewer, may_begin=user_of, limits=Limits(acts="5/second"))
