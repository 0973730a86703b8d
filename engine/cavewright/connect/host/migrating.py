"""Migrations: brings the tables of a database to the version of this program, by Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from .store import StoreError

VERSIONS = Path(__file__).parent / "migrations"
BEFORE_VERSIONS = "1"
"""The version of a database that has tables and does not say of which version they are."""


def migrate_tables(engine: Engine, name: str) -> None:
    """Brings the tables of a database to the latest version. Whoever calls this holds a lock, so that one process does
    it. Raises StoreError for a database of a newer version, and leaves it as it is, and for one that fails."""
    try:
        _migrate(engine, name)
    except SQLAlchemyError as error:
        raise StoreError(f"{name}: {error}") from error


def _migrate(engine: Engine, name: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(VERSIONS))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory(str(VERSIONS), version_locations=[str(VERSIONS)])
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("begin immediate")  # the driver begins none before it changes tables
        current = MigrationContext.configure(connection).get_current_revision()
        known = {each.revision for each in script.walk_revisions()}
        if current is not None and current not in known:
            raise StoreError(
                f"{name} has tables of version {current}; this program knows up to version {script.get_current_head()}"
            )
        if current == script.get_current_head():
            return
        if current is None and inspect(connection).has_table("matches"):
            MigrationContext.configure(connection).stamp(script, BEFORE_VERSIONS)
        _upgrade(connection, config, script)


def _upgrade(connection: Connection, config: Config, script: ScriptDirectory) -> None:
    def find_steps(revision: Any, context: Any) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=find_steps) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
