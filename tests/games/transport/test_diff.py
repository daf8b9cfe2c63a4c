"""The difference of two screens: new regions and changed ones."""

from games.transport.diff import diff


def test_diff_has_the_changed_regions_with_their_former_state() -> None:
    shown = {"boards": "two", "log": "old"}
    changed = diff(shown, [("boards", "two"), ("log", "new"), ("clock", "ten")])
    assert changed == [("old", "new"), (None, "ten")]
    assert shown == {"boards": "two", "log": "new", "clock": "ten"}


def test_screen_that_is_up_to_date_needs_nothing() -> None:
    shown: dict[str, str] = {}
    regions = [("boards", "two"), ("log", "new")]
    diff(shown, regions)
    assert diff(shown, regions) == []
