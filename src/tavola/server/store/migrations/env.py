"""What Alembic runs: the steps, on the connection and in the transaction it was given."""

from alembic import context

from tavola.server.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,  # SQLite can, if asked to begin before the first statement
)
context.run_migrations()
