"""Times in the rows of matches, so that an operator may put those away that nobody plays any longer."""

from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Adds the second at which a match went on last. Of a match that is there already, it is now."""
    now = "extract(epoch from now())" if op.get_bind().dialect.name == "postgresql" else "unixepoch()"
    op.execute("alter table matches add column changed bigint not null default 0")
    op.execute(f"update matches set changed = {now}")
