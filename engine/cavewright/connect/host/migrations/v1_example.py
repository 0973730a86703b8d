"""Tables of the host that stood in the documents before there was this one."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "1"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table("matches", Column("id", Text, primary_key=True), Column("begun", Text, nullable=False))
    op.create_table(
        "keys",
        Column("key", Text, primary_key=True),
        Column("match", Text, nullable=False),
        Column("player", Integer, nullable=False),
    )
    op.create_table(
        "actions",
        Column("match", Text, primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("action", Text, nullable=False),
    )
