"""The learners learn: more than chance can explain, and what they say of themselves is right."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import tavola.rl as rl
from tavola.bots import make_bot
from tavola.core.errors import BadOption, Trouble
from tavola.core.match import Match
from tavola.games.dice_poker import rl as tabular
from tavola.rl.baselines import selfplay, strength
from tavola.rl.baselines.selfplay import WorthNetwork
from tavola.rl.players import Trained


def test_dice_poker_comes_close_to_the_optimum() -> None:
    few, more = tabular.learn(2_000, games=200), tabular.learn(40_000, games=500)
    (few_worth, most), (more_worth, _) = tabular.exact_worth(few), tabular.exact_worth(more)
    assert few_worth < more_worth <= most
    assert more_worth > most * 9 / 10


def test_self_play_beats_chance() -> None:
    how = selfplay.Training(plays=40_000, games=200, hidden=16)
    worth = selfplay.train("scopetta", how, target=5)
    learned = selfplay.Learned(rl.spec("scopetta", 2, target=5), worth)
    found = strength.against_random(learned, 400, rows=200)
    assert found.games == 400
    assert found.won - found.off > 0.5


def test_what_it_would_do_does_not_depend_on_what_it_can_not_see() -> None:
    spec = rl.spec("scopetta", 2)
    learned = selfplay.Learned(spec, selfplay.train("scopetta", selfplay.Training(plays=2_000, games=50)))
    rng, match = Random(1), Match(spec.rules, ["a", "b"])
    bots = [learned, make_bot("random", spec.rules, rng)]
    for _ in range(60):
        if match.actor < 0:
            match.draw(rng)
            continue
        view = spec.rules.view(match.state, match.actor)
        chosen = {str(learned.choose(view)) for _ in range(3)}  # another guess each time
        assert len(chosen) == 1
        match.play(bots[match.actor].choose(view))


def test_a_policy_takes_a_seat_as_a_bot() -> None:
    spec = rl.spec("421", 2)
    first = Trained(spec, lambda _, masks: masks.argmax(axis=1))
    state = rl.batch("421", 1, 2, seed=3).state(0)
    view = spec.rules.view(state, spec.rules.actor(state))
    assert first.choose(view) == spec.move(state, min(spec.index(state, move) for move in view.moves))


@pytest.mark.parametrize("wrong", [[99], [-1], [float("nan")], [0, 0], []])
def test_a_policy_that_decides_what_it_may_not_is_told_so(wrong: list[float]) -> None:
    spec = rl.spec("421", 2)
    state = rl.batch("421", 1, 2, seed=3).state(0)
    view = spec.rules.view(state, spec.rules.actor(state))
    with pytest.raises(BadOption, match=r"the policy decided .*; legal now: 0 \(throw\)"):
        Trained(spec, lambda *_: np.array(wrong)).choose(view)


def test_a_policy_for_other_rules_does_not_sit_down() -> None:
    state = rl.batch("421", 1, 2, seed=3).state(0)
    rules = rl.spec("421", 2).rules
    view = rules.view(state, rules.actor(state))
    with pytest.raises(
        BadOption, match=r"trained for \{'suites': 'off'\}, and this table has the usual rules"
    ):
        Trained(rl.spec("421", 2, suites=False), lambda _, masks: masks.argmax(axis=1)).choose(view)


def test_a_network_learns_what_it_is_told_and_is_kept(tmp_path: Path) -> None:
    rng, worth = np.random.default_rng(1), WorthNetwork(6, 16)
    seen = rng.random((400, 6)).astype(np.float32)
    wanted = (seen[:, 0] * 2 - seen[:, 3] + 0.5).astype(np.float32)
    off = [worth.train(seen, wanted, 0.02) for _ in range(300)]
    assert off[-1] < off[0] / 20
    worth.save(tmp_path / "kept.npz")
    assert np.array_equal(WorthNetwork.load(tmp_path / "kept.npz")(seen), worth(seen))
    (tmp_path / "broken.npz").write_bytes(b"no network")
    with pytest.raises(Trouble, match="holds no network"):
        WorthNetwork.load(tmp_path / "broken.npz")
    with pytest.raises(BadOption, match="self-play is for"):
        selfplay.train("421")
