"""The attacks of the security audit, on the installed command: none of them succeeds."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tools.attacks import ATTACKS, Attack, Target, attempt

COMMAND = Path(sys.executable).with_name("iri")

pytestmark = [
    pytest.mark.growth,
    pytest.mark.skipif(os.name != "posix" or not COMMAND.exists(), reason="needs POSIX and the command iri"),
]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.code)
def test_an_attack_is_repelled(attack: Attack) -> None:
    assert attempt(attack, Target(str(COMMAND))) == ""
