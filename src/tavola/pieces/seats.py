"""Numbers kept for each seat, and sets of seats, in a form that compiles as it stands.

A compiled function can't grow a tuple, so per-seat numbers are always eight of them: seats that are not at
the table hold 0. A set of seats is an int, seat 0 being its lowest bit.
"""

from __future__ import annotations

MAX_SEATS = 8
Eight = tuple[int, int, int, int, int, int, int, int]
NONE_EACH: Eight = (0, 0, 0, 0, 0, 0, 0, 0)


def put(numbers: Eight, seat: int, number: int) -> Eight:
    """The same numbers but for one seat."""
    return (
        number if seat == 0 else numbers[0],
        number if seat == 1 else numbers[1],
        number if seat == 2 else numbers[2],
        number if seat == 3 else numbers[3],
        number if seat == 4 else numbers[4],
        number if seat == 5 else numbers[5],
        number if seat == 6 else numbers[6],
        number if seat == 7 else numbers[7],
    )


def all_seats(seats: int) -> int:
    """The set of everyone at a table."""
    return (1 << seats) - 1


def has(group: int, seat: int) -> bool:
    return (group >> seat) & 1 == 1


def is_single(group: int) -> bool:
    """Is exactly one seat in the set?"""
    return group != 0 and group & (group - 1) == 0


def only_seat(group: int) -> int:
    """The lowest seat of a set; of a single one, the one."""
    seat = 0
    while not has(group, seat):
        seat += 1
    return seat


def next_in(group: int, seat: int, direction: int, seats: int) -> int:
    """The first member met from `seat` on (itself included), to the left (+1) or to the right (-1)."""
    while not has(group, seat):
        seat = (seat + direction + seats) % seats
    return seat


def members(group: int) -> list[int]:
    """The seats of a set, in order."""
    return [seat for seat in range(group.bit_length()) if has(group, seat)]


def group_of(seats: list[int]) -> int:
    """The set of these seats."""
    return sum(1 << seat for seat in set(seats))


def eight(numbers: list[int]) -> Eight:
    """A number for each seat at the table, as the rules keep them."""
    return (*numbers, *NONE_EACH)[:MAX_SEATS]  # type: ignore[return-value]
