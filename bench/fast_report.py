"""Runs the benches of compiled play and writes docs/benchmarks.md: `python -m bench.fast_report`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench import fast_cards, fast_dice_poker, fast_games, fast_workers
from bench.fast_timing import machine, millions

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- compiled play: begin -->", "<!-- compiled play: end -->"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(columns)
    lines = [head, ["---", *("---:" for _ in head[1:])], *map(list, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def dice_poker() -> str:
    rates = fast_dice_poker.measure()
    limit = rates["bare"]
    names = {
        "original": "(a) `randint` and `Counter`, as the first scripts",
        "numpy": "(b) NumPy, all rolls at once",
        "bare": "(c) a bare Numba loop: generator, table, count",
        "fast": "`tavola.games.dice_poker.fast.rolls.roll`",
        "fast, optimal re-roll": "`tavola.games.dice_poker.fast.rolls.turn` with the optimal re-roll",
    }
    goals = {"fast": "0.7", "fast, optimal re-roll": "0.25"}
    rows = [
        (
            names[name],
            millions(rate),
            f"{rate / limit:.4f}" if rate < limit / 50 else f"{rate / limit:.2f}",
            goals.get(name, ""),
        )
        for name, rate in rates.items()
    ]
    return "## Dice Poker, one roll classified\n\n" + table(
        ("", "million a second", "beside (c)", "goal"), rows
    )


def games() -> str:
    rates = fast_games.measure()
    pig_decisions, pig_actions = rates.get("OpenSpiel pig", (0.0, 0.0))

    def beside(rate: float, other: float) -> str:
        return f"{rate / other:.2f}" if other else "-"

    rows = [
        (
            name,
            millions(decisions),
            millions(actions),
            beside(decisions, pig_decisions),
            beside(actions, pig_actions),
            beside(decisions, pig_actions),
        )
        for name, (decisions, actions) in rates.items()
    ]
    columns = (
        "",
        "million decisions a second",
        "million actions a second",
        "decisions beside pig's decisions",
        "actions beside pig's actions",
        "decisions beside pig's actions",
    )
    note = (
        "OpenSpiel plays `pig` in C++ (RandomRolloutEvaluator, random moves). An action is a decision or a "
        "throw. In 421 three actions of four are throws that nobody decides about: neither the load nor a "
        "rampo has choices."
    )
    return f"## Whole games, one core\n\n{table(columns, rows)}\n\n{note}"


def cards() -> str:
    plays, actions = fast_cards.measure()
    fastest = max(actions.values(), default=0.0)
    rows = [
        (name, millions(rate), f"{rate / fastest:.2f}" if fastest else "-", "2" if name in plays else "")
        for name, rate in (plays | actions).items()
    ]
    note = (
        "Random legal moves, one core. Ours are plays only: dealing and the full count of each hand are done "
        "in that time but not counted. OpenSpiel's are all actions of its C++ rollouts "
        "(RandomRolloutEvaluator) from deals made beforehand."
    )
    columns = ("", "million plays or actions a second", "beside OpenSpiel's fastest", "goal")
    return f"## Card games\n\n{table(columns, rows)}\n\n{note}"


def workers() -> str:
    found = fast_workers.measure()
    return (
        "## Two workers against one\n\n"
        f"{found.by_clock:.2f} times as fast by the clock (goal 1.8), 5000 between two house players. "
        f"The two got {found.got:.0%} of two cores meanwhile; on a busy machine the clock says little. "
        f"By processor time the ratio is {found.by_processors:.2f}."
    )


def write(parts: str) -> None:
    """Put the figures between their marks, and leave alone what others wrote on the page."""
    PAGE.parent.mkdir(exist_ok=True)
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else f"# Benchmarks\n\n{BEGIN}\n{END}\n"
    if BEGIN not in page:
        page += f"\n{BEGIN}\n{END}\n"
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{parts}\n{END}{after}", encoding="utf-8")


def main() -> None:
    intro = (
        "Written by `make bench`. Ratios are measured side by side in one run, the ways taking turns; what "
        "counts is the processor time of each one's best round."
    )
    parts = "\n\n".join([intro, *machine().splitlines(), dice_poker(), games(), cards(), workers()])
    write(parts)
    print(parts)


if __name__ == "__main__":
    main()
