"""What server and connection_process say to each other arrives as it was said, in whatever pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tavola.server.connections.process import wire

parcels = st.tuples(st.integers(1, 2**63 - 1), st.integers(0, 2), st.binary(max_size=300))


@given(st.lists(st.lists(parcels, max_size=5), max_size=6), st.integers(1, 50))
def test_batches_arrive_whole_and_in_order(batches: list[list[wire.Parcel]], piece: int) -> None:
    sent, unpacker = b"".join(map(wire.packed, batches)), wire.Unpacker()
    heard = [
        batch for start in range(0, len(sent), piece) for batch in unpacker.feed(sent[start : start + piece])
    ]
    assert heard == batches
