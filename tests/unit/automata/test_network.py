"""The states of recursive rules: each is made in one walk over its nodes."""

from __future__ import annotations

from typing import Any

from irigrammar import Grammar


class Counted(list[Any]):
    reads = 0

    def __getitem__(self, index: Any) -> Any:
        self.reads += 1
        return super().__getitem__(index)


def test_a_state_of_many_nodes_is_made_in_one_walk() -> None:
    network = Grammar.from_text('s = *40( *40( [ "a" ] ) ) / "(" s ")"\r\n').start._production.network
    masks = network.program.masks = Counted(network.program.masks)
    start = network.start(0)
    assert start is not None
    assert start.step(network.program.classes.of(ord("a"))) is not None
    assert masks.reads < 5 * len(masks)
