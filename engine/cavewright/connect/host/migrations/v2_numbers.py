"""Numbers in the row of a match, so that appending compares and sets there; digests of keys instead of keys."""

import hashlib
import json

from alembic import op
from sqlalchemy import text

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Adds columns to matches, fills them, and takes the keys away."""
    op.execute("alter table matches rename column begun to save")
    for name, kind in (("rules", "text"), ("bots", "text"), ("keys", "text"), ("waits_for", "text")):
        op.execute(f"alter table matches add column {name} {kind} not null default ''")
    op.execute("alter table matches add column number integer not null default 0")
    connection = op.get_bind()
    for id, save in connection.execute(text("select id, save from matches")).all():
        found = connection.execute(text("select key from keys where match = :id order by player"), {"id": id})
        keys = [hashlib.sha256(key.encode()).hexdigest() for (key,) in found]
        number = connection.execute(text("select count(*) from actions where match = :id"), {"id": id}).scalar()
        filled = {
            "id": id,
            "rules": json.loads(save)["hash"],
            "bots": json.dumps([""] * len(keys)),
            "keys": json.dumps(keys),
            "number": number,
        }
        connection.execute(
            text(
                "update matches set rules = :rules, bots = :bots, keys = :keys, number = :number,"
                " waits_for = 'people' where id = :id"
            ),
            filled,
        )
    op.execute("drop table keys")
    op.execute("create index matches_waiting on matches (waits_for)")
