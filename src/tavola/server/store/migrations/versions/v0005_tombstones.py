"""Tombstones: the ids of tables of which nothing else is left, so that no id is ever used again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table("tombstones", sa.Column("id", sa.Text, primary_key=True), sqlite_with_rowid=False)
