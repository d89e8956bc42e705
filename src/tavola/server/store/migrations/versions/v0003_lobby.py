"""What the lobby shows of a table of any node: clock, bots, who is away; and whether it is shown at all."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("details", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.true()))
