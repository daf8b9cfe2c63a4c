"""Table talk as views: who reads what, claims told and offered alike, why the composer is closed."""

from dataclasses import replace

import pytest
from django.utils import translation

from games.engine.actions import EnactPolicy
from games.engine.table_talk import CLAIMABLE_CONTENTS, heard_by
from games.engine.vocabulary import Channel, ClaimKind, Role
from games.presenters.players import Player
from games.presenters.table.chat import present_chat, present_talk_state
from games.presenters.table.claims import (
    ClaimOffersView,
    claim_text,
    present_claim_offers,
    present_claim_slots,
)
from games.presenters.table.notes import present_people
from games.presenters.table.regions import Region
from games.values.chat import ClaimValue, Mark, Notes, SaidLine, TalkMode
from games.words.talk import PHRASES, phrase_text
from tests.games.presenters.views import INVALID, elements, html_of, people, strict_templates
from tests.scenarios import Table, a_table

STRICT = strict_templates()
PEOPLE = people(7)


def said(number: int, channel: Channel, seat: int | None, **more: object) -> SaidLine:
    line = SaidLine(number=number, channel=channel, seat=seat, name="Zoe", round=1, text="hello")
    return replace(line, **more)  # type: ignore[arg-type]


def claimed(content: str, kind: ClaimKind = ClaimKind.DREW, **more: object) -> ClaimValue:
    claim = ClaimValue(seat=0, round=1, kind=kind, content=content, target=4)
    return replace(claim, **more)  # type: ignore[arg-type]


def offers(table: Table, seat: int | None, *claims: ClaimValue) -> ClaimOffersView:
    return present_claim_offers(table.seen_by(seat), seat, PEOPLE, claims, "/say/")


def test_each_viewer_reads_the_channels_that_are_heard() -> None:
    table = a_table(7, dead=(2,))
    lines = (
        said(1, Channel.TABLE, 0),
        said(2, Channel.DEAD, 2),
        said(3, Channel.SPECTATORS, None),
    )
    read = {
        (seat, admitted): [
            line.author
            for line in present_chat(
                lines, PEOPLE, heard_by(seat, table.state, is_admitted=admitted)
            )
        ]
        for seat, admitted in ((0, False), (2, False), (None, False), (None, True))
    }
    assert read == {
        (0, False): ["Ana"],
        (2, False): ["Ana", "Chris"],
        (None, False): ["Ana"],
        (None, True): ["Ana", "Chris", "Zoe"],
    }
    shown = present_chat(lines, PEOPLE, frozenset(Channel))
    assert [(line.author, line.place, line.channel_name) for line in shown] == [
        ("Ana", 1, ""),
        ("Chris", 3, "The dead"),
        ("Zoe", None, "Spectators"),
    ]


def test_new_round_is_marked_once_among_the_heard_lines() -> None:
    lines = (
        said(1, Channel.TABLE, 0),
        said(2, Channel.DEAD, 2, round=2),
        said(3, Channel.TABLE, 1, round=3),
        said(4, Channel.TABLE, 1, round=3),
    )
    shown = present_chat(lines, PEOPLE, frozenset({Channel.TABLE}))
    assert [line.new_round for line in shown] == [1, 3, 0]
    assert [line.place_in_list for line in shown] == [1, 2, 3]
    heard = frozenset({Channel.TABLE})
    (later,) = present_chat(lines[3:], PEOPLE, heard, last_round=3, heard_before=2)
    assert (later.new_round, later.place_in_list) == (0, 3)


def test_muted_people_are_not_read_but_their_claims_are() -> None:
    lines = (
        said(1, Channel.TABLE, 0),
        said(2, Channel.TABLE, 0, text="", claim=claimed("LLF")),
        said(3, Channel.TABLE, 1),
    )
    shown = present_chat(lines, PEOPLE, frozenset(Channel), muted=frozenset({"seat-0"}))
    assert [(line.author, line.is_claim) for line in shown] == [("Ana", True), ("Bo", False)]


def test_phrase_is_read_in_each_readers_language() -> None:
    line = said(1, Channel.TABLE, 0, text="", phrase="trust", about=4)
    for language in ("en", "es", "pl"):
        with translation.override(language):
            (shown,) = present_chat((line,), PEOPLE, frozenset(Channel))
            assert shown.text == phrase_text("trust", "Ewa")
            assert "Ewa" in shown.text
    assert phrase_text("trust", "Ewa") == "I trust Ewa."


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_keeps_its_name_in_every_language(phrase: str) -> None:
    with translation.override("en"):
        has_name = "Ewa" in phrase_text(phrase, "Ewa")
    for language in ("es", "it", "pl", "nl"):
        with translation.override(language):
            assert ("Ewa" in phrase_text(phrase, "Ewa")) is has_name


def test_r100_true_and_false_claims_are_told_alike() -> None:
    table = a_table(7, top="LFF").governs(3, "L")
    texts = {content: claim_text(claimed(content), PEOPLE) for content in ("LFF", "LLL", "FFF")}
    told = {
        content: text.replace("Liberal", "_").replace("Fascist", "_")
        for content, text in texts.items()
    }
    assert len(set(texts.values())) == 3
    assert len(set(told.values())) == 1
    for content in texts:
        slots = present_claim_slots((claimed(content),), PEOPLE)
        assert set(slots) == {"claims-1"}
        assert [claim.cards for claim in slots["claims-1"].claims] == [tuple(content)]
    assert table.state.past_rounds[0].enacted is not None


def test_claim_of_a_stand_in_is_not_told_as_the_word_of_its_person() -> None:
    own = claim_text(claimed("LFF"), PEOPLE)
    for_absent = claim_text(claimed("LFF", by_person=False), PEOPLE)
    name = PEOPLE[0].name
    assert for_absent == own.replace(name, f"{name} (stand-in)") != own
    bots = (replace(PEOPLE[0], is_bot=True), *PEOPLE[1:])
    assert claim_text(claimed("LFF", by_person=False), bots) == own


def test_every_kind_of_claim_has_its_sentence() -> None:
    texts = [
        claim_text(claimed(content, kind), PEOPLE)
        for kind, contents in CLAIMABLE_CONTENTS.items()
        for content in ("", *contents)
    ]
    assert len(set(texts)) == len(texts) == 21
    assert all(text.startswith("Ana ") for text in texts)


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("top", ["LLF", "LFF", "FFF"])
def test_r100_offers_are_the_same_for_every_role_and_hand(role: Role, top: str) -> None:
    everybody = [Role.LIBERAL] * 4 + [Role.FASCIST] * 2 + [Role.HITLER]
    everybody.remove(role)
    roles = (role, *everybody)
    table = a_table(7, top=top, roles=roles).elects(3)
    table.discards("F")
    table.act(EnactPolicy(seat=3, policy=table.state.hand[-1]))
    usual = a_table(7, top="LLF").elects(3).enacts("L")
    assert offers(table, 0) == offers(usual, 0)
    assert offers(table, 3) == offers(usual, 3)
    (newest,) = offers(table, 0).newest
    assert [answer.content for answer in newest.answers] == ["LLL", "LLF", "LFF", "FFF", ""]


def test_one_act_is_asked_about_at_a_time_and_the_others_stay_in_reach() -> None:
    table = a_table(9, top="FFFFFF").governs(3, "F")
    table.investigates(5)
    fresh = present_claim_offers(table.seen_by(0), 0, people(9), (), "/say/")
    assert [offer.kind for offer in fresh.newest] == ["investigated"]
    assert [offer.kind for offer in fresh.others] == ["drew"]
    for done in (claimed("fascist", ClaimKind.INVESTIGATED), claimed("", ClaimKind.INVESTIGATED)):
        after = present_claim_offers(table.seen_by(0), 0, people(9), (done,), "/say/")
        assert [offer.kind for offer in after.newest] == ["drew"]
        assert [offer.kind for offer in after.others] == ["investigated"]
    spectator = present_claim_offers(table.seen_by(None), None, people(9), (), "/say/")
    assert spectator == ClaimOffersView()


def test_an_act_is_offered_until_the_round_after_it_is_over() -> None:
    table = a_table(7, top="LLF").elects(3).enacts("L")
    table.nominates(4)
    assert offers(table, 0).newest == offers(table, 0, claimed("LLF")).others[:1]
    table.votes(ja=0)
    old = offers(table, 0)
    assert old.newest == ()
    assert [offer.round for offer in old.others] == [1]


def test_an_investigation_is_offered_until_it_is_claimed() -> None:
    table = a_table(9, top="FFFFFF").governs(3, "F")
    table.investigates(5)
    for chancellor in (6, 7):
        table.nominates(chancellor)
        table.votes(ja=0)
    late = present_claim_offers(table.seen_by(0), 0, people(9), (), "/say/")
    assert [offer.kind for offer in late.newest] == ["investigated"]
    assert [offer.kind for offer in late.others] == ["drew"]
    done = claimed("fascist", ClaimKind.INVESTIGATED)
    after = present_claim_offers(table.seen_by(0), 0, people(9), (done,), "/say/")
    assert after.newest == ()
    # What has not been claimed comes first.
    assert [offer.kind for offer in after.others] == ["drew", "investigated"]


def test_composer_says_who_reads_and_why_it_is_closed() -> None:
    table = a_table(7, dead=(2,)).elects(3)
    states = {
        seat: present_talk_state(
            table.seen_by(seat), seat, TalkMode.FREE, is_admitted=seat is None
        )
        for seat in (0, 1, 2, 3, None)
    }
    assert {seat: state.is_open for seat, state in states.items()} == {
        0: False,
        1: True,
        2: True,
        3: False,
        None: True,
    }
    assert states[0].sentence == "You are President: silent until the policy lies face up."
    assert states[3].sentence == "You are Chancellor: silent until the policy lies face up."
    assert len({state.sentence for state in states.values()}) == 5
    closed = present_talk_state(table.seen_by(None), None, TalkMode.FREE)
    assert not closed.is_open
    assert "people who were at this site before the game began" in closed.sentence
    assert not present_talk_state(table.seen_by(1), 1, TalkMode.NONE).is_open


def test_people_carry_marks_that_go_round_and_mutes() -> None:
    notes = Notes(marks={1: Mark.SUSPECT, 2: Mark.TRUST}, muted=frozenset({"seat-1", "z"}))
    shown = present_people(
        PEOPLE, {"z": Player(name="Zoe"), "a": Player(name="Ana")}, notes, 0, "a"
    )
    assert [(each.name, each.mark, each.next_mark, each.is_muted) for each in shown][:3] == [
        ("Bo", "suspect", "none", True),
        ("Chris", "trust", "unsure", False),
        ("Dmitri", "none", "trust", False),
    ]
    assert [each.name for each in shown][-1] == "Zoe"
    assert len(shown) == 7


def test_regions_of_talk_draw_one_element_and_lack_nothing() -> None:
    table = a_table(9, top="FFF").governs(3, "F").investigates(5)
    views: list[Region] = [
        present_talk_state(table.seen_by(0), 0, TalkMode.FREE),
        present_claim_offers(table.seen_by(0), 0, people(9), (), "/say/"),
        ClaimOffersView(),
        *present_claim_slots((claimed("LFF"), claimed("")), PEOPLE).values(),
    ]
    for view in views:
        html = html_of(view, STRICT)
        root, attributes = elements(html)[0]
        assert attributes["id"] == view.id
        assert html.endswith(f"</{root}>")
        assert INVALID not in html
