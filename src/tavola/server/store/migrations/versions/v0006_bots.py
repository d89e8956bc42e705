"""Names of bots; and what a rated game came to for each who played, with the rating after it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("names", sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("record_names", sa.Column("won", sa.Boolean))
    op.add_column("record_names", sa.Column("mu", sa.Double))
    op.add_column("record_names", sa.Column("sigma", sa.Double))
