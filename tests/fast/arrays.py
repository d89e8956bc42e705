"""Works with arrays as the dice games do, and writes down what came of it: with NumPy, or with what stands in
its place in a browser."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any


def results(np: Any) -> list[Any]:
    found: list[Any] = []

    def t(value: Any) -> None:
        found.append(value.tolist() if hasattr(value, "tolist") else value)

    def some(draw: Any, *shape: int) -> Any:
        size = 1
        for each in shape:
            size *= each
        return np.array([draw() for _ in range(size)]).reshape(*shape)

    def rnd(seed: int, *shape: int) -> Any:
        return some(Random(seed).random, *shape)

    def ints(seed: int, below: int, *shape: int) -> Any:
        luck = Random(seed)
        return some(lambda: luck.randrange(below), *shape)

    a = rnd(1, 4, 5, 6)
    b = rnd(2, 5, 1)
    c = ints(3, 5, 4, 6)
    d = ints(4, 4, 7)
    t(a + b)
    t(a - b.T.reshape(5, 1))
    t(1 - a)
    t(a * 2)
    t(2 / (a + 1))
    t(a[:, ::-1, 1:3])
    t(a[1])
    t(a[..., None].shape[-1])
    t(a.transpose(2, 0, 1)[::2])
    t(a[d])
    t(a[:, d])
    t(a[d, :, 2].sum())
    t(a[d, d])
    t(a[d[:, None], [0, 1, 2]])
    t(a[..., [0, 2]])
    t(a[1, d])
    t(a[:, d, 3])
    t(a[c[:, 0] > 2])
    t(a > 0.5)
    t((a > 0.5) & (a < 0.7))
    t(~(a > 0.5))
    t((c // 2) % 3)
    t(c << 1)
    t(1 << np.arange(4))
    t(c >> 1 & 1)
    x = a.copy()
    x[1, :, 2:4] = 0
    t(x)
    x[d[:2]] += 10
    t(x)
    x[:, [0, 2]] = np.ones((4, 2, 6))
    t(x)
    x[..., 1] *= 3
    t(x)
    np.add.at(x, (d, d), 2.5)
    t(x)
    y = np.zeros((5, 5))
    np.add.at(y[:, 2], ints(5, 5, 9), rnd(6, 9))
    t(y)
    t(a.sum())
    t(a.sum(axis=1))
    t(a.sum(axis=(0, 2)))
    t(a.mean(axis=0))
    t(a.max(axis=-1))
    t(a.min())
    t(c.sum(axis=-1, keepdims=True))
    t(a.mean())
    t(a @ a.transpose(0, 2, 1))
    t(a[0] @ rnd(7, 6))
    t(rnd(8, 5) @ a[0])
    t(a @ rnd(9, 4, 6, 3))
    t((c > 2) @ (1 << np.arange(6)))
    t(np.tensordot(a, rnd(10, 5, 6, 2), axes=2))
    t(np.tensordot(a, rnd(11, 4, 3), axes=(0, 0)))
    t(np.tensordot(rnd(12, 5, 6), a[0], axes=2) + 0.0)
    t(np.where(a > 0.5, a, 0.0))
    t(np.where(c > 2, np.int8(5), c.astype(np.int8)))
    t(np.concatenate([a, a[:2]]))
    t(np.stack([a[0], a[1]], axis=1))
    t(np.stack([a[0], a[1]], axis=-1))
    t(np.append(d, 1))
    t(np.append(rnd(1, 3), 1.0))
    t(np.cumsum(a, axis=0))
    t(np.cumsum(c, axis=-1))
    o = np.zeros((4, 6, 6))
    np.cumsum(a, axis=1, out=o[:, 1:])
    t(o)
    t(np.take(a[0], d[:3], axis=-2, out=np.zeros((3, 6))))
    far = np.arange(40 * 300).reshape(40, 300)
    t(far[np.array([[3, 39], [17, 20]]).astype(np.int8), np.arange(2)])
    z = np.zeros((4, 5, 6))
    np.copyto(z, a, where=a > 0.3)
    t(z)
    i8 = np.zeros((4, 6), np.int8)
    np.copyto(i8, np.int8(7), where=c > 2)
    t(i8 + 3)
    t(i8 | (c > 3))
    t(np.minimum(a, 0.5))
    t(np.maximum(c, 2))
    t(np.minimum.reduce([a, b + 0 * a, a * a]))
    t(np.outer(rnd(1, 3), rnd(2, 4)))
    t(np.tril(rnd(1, 4, 4), -1))
    t(np.roll(c, -2, axis=1))
    t(np.roll(c, 1, axis=0))
    t(np.pad(c, ((0, 0), (1, 1)), constant_values=(-1, 9)))
    t(np.diff(c, axis=1))
    t(np.unique(d))
    t(np.flatnonzero(d > 1))
    t(np.eye(3))
    t(np.arange(5.0) * 2)
    t(np.arange(2, 7))
    t(a.repeat(2, axis=1))
    t(np.convolve(rnd(1, 4), rnd(2, 3)))
    t(np.einsum("lp,wq,pqts->lwts", rnd(1, 2, 3), rnd(2, 2, 3), rnd(3, 3, 3, 4, 2)))
    t(np.linalg.solve(rnd(5, 6, 6) + np.eye(6), rnd(6, 6)))
    t(np.linalg.lstsq(rnd(5, 9, 3), rnd(6, 9), rcond=None)[0])
    t(np.block([[rnd(1, 2, 2), rnd(2, 2, 2)], [rnd(3, 2, 2), rnd(4, 2, 2)]]))
    t(np.column_stack([rnd(1, 3), ints(2, 5, 3)]))
    t(np.abs(rnd(1, 3) - 0.5))
    t(-a[0])
    t(a[0] ** 3)
    t(np.broadcast_to(rnd(1, 3)[:, None], (2, 3, 2)))
    t(np.array([[1, 2], [3, 4.5]]))
    t(np.array([True, False]))
    t(np.array([rnd(1, 3), rnd(2, 3)]))
    t(np.mean([rnd(1, 3), rnd(2, 3)], axis=0))
    t(np.sum([rnd(1, 3), rnd(2, 3)], axis=0))
    t(np.fromiter([1, 2, 3, 4], np.int64).reshape(2, 2)[::-1, ::-1])
    t(sum([a, a], np.zeros(())))
    t(np.zeros((0, 3)) @ rnd(1, 3, 2))
    t(d[d > 100])
    t(d[np.array([-1, 0])])
    t(a[-1, -2])
    t(np.full((2, 2), 7))
    t(np.full(3, 0.5))
    t(np.asarray(c, dtype=np.float64))
    t((a > 0.5).sum())
    t((a > 2).any())
    t(c.astype(np.uint8) + 1)
    t(np.ones((2, 2)))
    t(a[:, None, ..., 0])
    t(a.reshape(4, -1))
    t(a[:, 1:3].reshape(8, 6))
    t(np.array([[c[0, 0], 2], [3, 4]]))
    t(a[0][[True, False, True, False, True]])
    for each in (c.astype(np.int8), a[1], a > 0.5):
        file = io.BytesIO()
        np.save(file, each)
        file.seek(0)
        t(np.load(file))
    return found


if __name__ == "__main__":
    if sys.argv[1] == "numpy":
        import numpy

        told = results(numpy)
    else:
        from tavola.fast.wasm import buffers

        told = results(buffers)
    Path(sys.argv[2]).write_text(json.dumps(told), encoding="utf-8")
