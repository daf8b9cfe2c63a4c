"""Every scenario of the rules has a test that carries its number."""

import re
from pathlib import Path

# Section 15 of the rules: E-01 to E-85, and E-90 to E-92 of the edition `print`.
SCENARIOS = {*range(1, 86), 90, 91, 92}


def test_every_scenario_has_a_test_with_its_number() -> None:
    found: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        found |= {
            int(each) for each in re.findall(r"^def test_e(\d\d)_", path.read_text(), re.MULTILINE)
        }
    assert found == SCENARIOS
