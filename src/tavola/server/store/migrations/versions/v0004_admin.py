"""Administration: bans and mutes, reserved names, reports of chat, and the audit of all of it. And how much a
rated game counted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("records", sa.Column("weight", sa.Double))
    op.create_table(
        "sanctions",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("by", sa.Text, nullable=False),
        sa.UniqueConstraint("what", "kind", "subject", name="sanctions_subject"),
    )
    op.create_table(
        "reserved_names",
        sa.Column("name_key", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("by_name", sa.Text, nullable=False),
        sa.Column("by_holder", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "version", "by_holder", name="reports_once"),
    )
    op.create_index("reports_open", "reports", ["open", "at"])
    op.create_table(
        "audit",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
    )
