"""For the tests that break a game on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.kit import Rules
from tavola.testing import LawBroken, check_rules


def broken_by(rules: Rules[Any, Any], **how: Any) -> LawBroken:
    """The law that a game breaks, which it must."""
    with pytest.raises(LawBroken) as caught:
        check_rules(rules, **{"games": 25, "max_moves": 40, **how})
    return caught.value
