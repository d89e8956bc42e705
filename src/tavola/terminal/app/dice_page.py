"""A page to read about the dice of a table: what was promised, what was kept of it, what came of it."""

from __future__ import annotations

from tavola.client.fairness.proof import Proof, contradiction
from tavola.client.table import Table
from tavola.core.words import Lang, colon
from tavola.terminal.app import words as w
from tavola.terminal.drawings.pen import clean


def dice_page(table: Table, proof: Proof | None, lang: Lang) -> str:
    """In Markdown; every hash whole, on a line of its own, to be marked and copied."""
    receipt = table.receipt
    said = proof.said if proof is not None else contradiction(receipt, table.names) or w.DICE_STILL
    parts = [f"**{clean(said.in_(lang))}**"]
    kept = w.DICE_KEPT if receipt.before and receipt.salt else w.DICE_NOT_BEFORE
    rows = [("table", receipt.table, ""), ("commitment", receipt.commitment, f" ({kept.in_(lang)})")]
    rows += [("seed", proof.seed, "")] if proof is not None else []
    parts += [colon(w.DICE_ROWS[name].in_(lang) + note, _code(value), lang) for name, value, note in rows]
    salts = list(receipt.salts)
    if receipt.salt and receipt.seat is not None and receipt.seat < len(salts):
        salts[receipt.seat] = receipt.salt
    for name, salt in zip(table.names, salts, strict=False):
        if name:
            said = w.DICE_ROWS["salt"].fill(who=clean(name))
            parts.append(colon(said.in_(lang), _code(salt) if salt else "–", lang))
    return "\n\n".join(parts)


def _code(text: str) -> str:
    """What others wrote does not format our page."""
    return f"`{clean(text).replace('`', '?') or '–'}`"
