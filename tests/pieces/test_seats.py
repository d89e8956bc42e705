from tavola.pieces.seats import NONE_EACH, all_seats, has, is_single, next_in, only_seat, put


def test_put_changes_one_seat() -> None:
    for seat in range(8):
        assert put(NONE_EACH, seat, 9) == tuple(9 if i == seat else 0 for i in range(8))


def test_groups() -> None:
    assert all_seats(3) == 0b111
    assert [has(0b101, seat) for seat in range(3)] == [True, False, True]
    assert [is_single(group) for group in (0, 1, 4, 5)] == [False, True, True, False]
    assert only_seat(0b100) == 2


def test_next_in_goes_round_the_table() -> None:
    assert next_in(0b1010, 0, 1, 4) == 1
    assert next_in(0b1010, 2, 1, 4) == 3
    assert next_in(0b0010, 2, 1, 4) == 1
    assert next_in(0b1010, 0, -1, 4) == 3
    assert next_in(0b1010, 3, -1, 4) == 3
