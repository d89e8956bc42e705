"""The figure of a simulation: values where they belong, and nothing drawn that is not said."""

from __future__ import annotations

from typing import Any

import pytest

import tavola
from tavola.fast.sums import BINS
from tavola.library.histograms import figure


def found(width: int, seats: list[list[int]], lengths: list[int]) -> dict[str, Any]:
    def filled(counts: list[int]) -> list[int]:
        return [*counts, *[0] * (BINS - len(counts))]

    return {
        "games": 10,
        "seed": 1,
        "players": ["house"] * len(seats),
        "seats": [{"seat": seat, "player": "house"} for seat in range(len(seats))],
        "histograms": {
            "score": {"width": width, "seats": [filled(counts) for counts in seats]},
            "length": {"width": 1, "counts": filled(lengths)},
        },
    }


def test_a_few_values_are_bars_at_these_values() -> None:
    sheet = figure(tavola.rules("421"), found(1, [[2, 3, 5], [8, 1, 1]], [0, 10]))
    scores = sheet.axes[0]
    assert list(scores.get_xticks()) == [0, 1, 2]
    bars = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in scores.patches]  # type: ignore[attr-defined]
    assert [round(at) for at, _ in bars] == [0, 1, 2, 0, 1, 2]
    assert [height for _, height in bars] == pytest.approx([20, 30, 50, 80, 10, 10])
    assert scores.get_xlabel() == "sets lost"
    assert scores.get_ylabel() == "per cent of games"
    assert not scores.texts


def test_a_single_value_stands_in_the_middle_of_its_bin() -> None:
    lengths = figure(tavola.rules("421"), found(1, [[10]], [0] * 20 + [10])).axes[1]
    edges = lengths.patches[0].get_data().edges  # type: ignore[attr-defined]
    assert (edges[20], edges[21]) == (19.5, 20.5)


def test_the_last_bin_says_that_it_takes_all_that_is_higher() -> None:
    sheet = figure(tavola.rules("5000"), found(200, [[0] * (BINS - 1) + [10]], [0] * (BINS - 1) + [10]))
    scores, lengths = sheet.axes
    assert [text.get_text().strip() for text in scores.texts] == ["12600 and more"]
    assert [text.get_text().strip() for text in lengths.texts] == ["63 and more"]
