"""Whether a page, or a frame of a socket, shows its viewer more than the viewer may know.

A page is taken apart into public regions and the viewer's own. Every word of the own regions is
compared with the seat's knowledge in the engine. The rest of the document must be the same, byte
for byte, for all living players, and for all dead ones; each public region must equal the
spectator's. So no place is left where a secret could hide.
"""

import re
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Page

from games.engine import observe
from games.engine.events import DiscardChosen, HandShown, PartyMembershipShown, PeekShown
from games.engine.observation import Observation
from games.engine.vocabulary import Phase, Policy, Role, SeatNumber, Vote
from tests.browser.truth import Truth, forms_of

# The viewer's own regions; all others are public.
OWN_REGIONS = (
    "decision",
    "phase-sentence",
    "phase-aside",
    # Covered by the own decision.
    "waiting",
    # Which hint a device shows: by the phase, the own turn and what was read there before.
    "first-hints",
    "hint-waits",
    "secret-role",
    # The same once more, as it is dealt.
    "deal",
    "own-knowledge",
    "notices",
    # The seat's actions and the reasons against others: from public facts and the seat.
    "why-not",
    "why-not-answers",
    "stand-in",
    # For whoever decides, when a third of the time is left.
    "more-time",
    # Whose turn it is, repeated over the history.
    "look-back-your-decision",
    # Whether this seat may speak and what it may claim: its own too, but known from its office.
    "talk-state",
    "claim-offers",
    # Announcements: all public, except "your decision", which one viewer gets.
    "announcer",
    "announcer-urgent",
    "announcements",
)
# What is sent alone of an own region: a ballot that was changed.
OWN_PART = re.compile(r"act-vote-.*|act-offer")
# The log, and each round of it.
LOG_PART = re.compile(r"log|round-\d+(-lines)?")
PRESIDENTS_HAND = 3
ROLE_WORD = {Role.LIBERAL: "Liberal", Role.FASCIST: "Fascist", Role.HITLER: "Hitler"}
PARTY_WORDS = re.compile("Liberal|Fascist|Hitler")

# The whole document of the browser, taken apart.
READ = """own => {
    const page = document.documentElement.cloneNode(true);
    for (const element of page.querySelectorAll('*')) {
        // htmx settles attributes in an order of its own.
        const attributes = [...element.attributes].sort((a, b) => a.name < b.name ? -1 : 1);
        attributes.forEach(each => element.removeAttributeNode(each));
        attributes.forEach(each => element.setAttributeNode(each));
    }
    const regions = {};
    for (const id of own) {
        const region = page.querySelector('#' + id);
        if (region) { regions[id] = region.outerHTML; region.remove(); }
    }
    const mine = [...page.querySelectorAll('.log-private')].map(line => line.outerHTML);
    page.querySelectorAll('.log-private').forEach(line => line.remove());
    // What people say and note is their own; the table tells nothing there.
    page.querySelectorAll('.table-talk-place').forEach(place => place.remove());
    const shared = {};
    for (const region of page.querySelectorAll('#table > [id]:not(.drawer), #table > .boards [id], #table > .seats [id]')) {
        shared[region.id] = region.outerHTML;
    }
    return {regions, mine, shared, rest: page.outerHTML};
}"""
# Differences between any two visitors: tokens, their names, traces of htmx.
NOT_COMPARED = (
    (r'<input[^>]*name="csrfmiddlewaretoken"[^>]*>', ""),
    # The time of drawing, and the time left until the same deadline.
    (r' data-now="\d+"', ""),
    (r"(<time[^>]* data-deadline[^>]*>)[^<]*", r"\1"),
    (r"hx-headers=(\"[^\"]*\"|'[^']*')", ""),
    # A hint that waits behind the rule.
    (r" has-hint", ""),
    # Which seat is one's own.
    (r' data-own-seat="\d+"', ""),
    (r"(?<=seat) seat-own", ""),
    # Marks of whose turn it is, alike for all deciders; and this person's marks on seats.
    (r"<title>[^<]*</title>", ""),
    (r'<noscript><meta http-equiv="refresh"[^>]*></noscript>', ""),
    (r'<link[^>]*rel="icon"[^>]*>', ""),
    (r'(?s)<button[^>]*id="look".*?</button>', ""),
    (r' data-mark="[^"]*"', ""),
    (r"htmx-(added|settling|swapping|request)", ""),
    # A card that is moving to its place.
    (r'(?<=[" ])moves(?=[" ])', ""),
    (r' +"', '"'),
    (r' class=" *"', ""),
    (r'(?s)<header class="masthead">.*?</header>', ""),
    (r'(?s)<span class="badge[^"]*">(Spectator|Your seat: .*?)</span>', ""),
    (r"\s+", " "),
    (r"> <", "><"),
)


def read(page: Page) -> dict[str, Any]:
    """Take a table apart: own regions, own lines of the log, the rest of the document."""
    found = page.evaluate(READ, list(OWN_REGIONS))
    shared = {name: without_differences(html) for name, html in found["shared"].items()}
    return found | {"rest": without_differences(found["rest"]), "shared": shared}


def without_differences(html: str) -> str:
    """Return a piece of a page without the differences between any two visitors."""
    for pattern, instead in NOT_COMPARED:
        html = re.sub(pattern, instead, html)
    return html


def check_alike(pages: Sequence[dict[str, Any]], watched: dict[str, Any]) -> None:
    """Check that these viewers have the same page but for their own regions."""
    for page in pages:
        check_equal(page["rest"], pages[0]["rest"])
        for region, shown in watched["shared"].items():
            check_equal(page["shared"][region], shown)


def check_page(found: dict[str, Any], truth: Truth, seat: SeatNumber | None) -> None:
    """Check that the own regions of a running game's page show this seat's knowledge, in its place."""
    seen = truth.seen_by(seat)
    told = knowledge_of(seen, truth.names)
    assert [sentence_of(line) for part in found["mine"] for line in parts_of(part)] == told
    check_decision(found["regions"]["decision"], seen)
    check_secret_role(found["regions"].get("secret-role"), seen, truth.names)
    entries = [
        entry
        for part in parts_of(found["regions"].get("own-knowledge", ""))
        for entry in entries_in(part)
    ]
    assert entries == told[::-1]
    for region in ("phase-sentence", "phase-aside", "notices"):
        assert not PARTY_WORDS.search(found["regions"].get(region, ""))


def check_equal(one: str, other: str) -> None:
    """Check that two long texts are the same; otherwise show where they differ."""
    if one != other:
        at = next(
            (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
            min(len(one), len(other)),
        )
        assert one[max(0, at - 120) : at + 200] == other[max(0, at - 120) : at + 200]
        raise AssertionError("one is longer")


def parts_of(frame: str) -> list[Tag]:
    """Return the elements of a frame or a fragment."""
    return [each for each in BeautifulSoup(frame, "html.parser").children if isinstance(each, Tag)]


def check_decision(fragment: str, seen: Observation) -> None:
    """Check that the forms are the legal actions, the cards are the hand, and no field says more."""
    (root,) = parts_of(fragment)
    assert set(offered_in(root)) == forms_of(seen)
    assert cards_in(root) == sorted(policy.value for policy in seen.hand)
    allowed = {"csrfmiddlewaretoken", "action", "decision", "offer"}
    allowed |= {"target", "card", "ja", "accept"}
    assert {str(each["name"]) for each in root.select("input, button[name]")} <= allowed
    pressed = [each["id"] for each in root.select("[aria-pressed=true]")]
    ballot = None
    if seen.phase is Phase.VOTE and seen.legal_actions:
        ballot = seen.own_ballot
    expected = {None: [], Vote.JA: ["act-vote-true"], Vote.NEIN: ["act-vote-false"]}
    assert pressed == expected[ballot]


def offered_in(root: Tag) -> list[tuple[str, str, str]]:
    """Return (decision, action, value) of every button that answers."""
    offered = []
    for form in root.select("form[data-action]"):
        fields = {str(each["name"]): str(each["value"]) for each in form.select("input")}
        assert fields["action"] == form["data-action"]
        for button in form.select("button"):
            value = str(button.get("value", ""))
            offered.append((fields["decision"], fields["action"], value))
    return offered


def cards_in(root: Tag) -> list[str]:
    """Return the open policies in this region, sorted."""
    cards = root.select(".policy-card")
    return sorted("L" if "policy-card-liberal" in card["class"] else "F" for card in cards)


def check_secret_role(fragment: str | None, seen: Observation, names: Sequence[str]) -> None:
    """The own role, and the team-mates from the opening; no other role."""
    if seen.own_role is None or seen.viewer is None:
        assert fragment is None
        return
    assert fragment is not None
    (root,) = parts_of(fragment)
    assert [each.get_text() for each in root.select(".role-card-role")] == [
        ROLE_WORD[seen.own_role]
    ]
    expected = {f"Party membership: {seen.own_role.party.value.title()}"}
    known = {}
    if seen.victory is None and seen.own_role is not Role.LIBERAL:
        known = {names[seat]: role for seat, role in enumerate(seen.roles) if role is not None}
        known.pop(names[seen.viewer])
    # With the number of the seat, for whoever knows them by their place.
    expected |= {
        f"{names.index(name) + 1} {ROLE_WORD[role]}: {name}" for name, role in known.items()
    }
    assert {
        " ".join(each.get_text().split()) for each in root.select(".secret-role-words p")
    } == expected
    named = {each.get_text() for each in root.select("bdi")}
    assert named == {*known, names[seen.viewer]}


def knowledge_of(seen: Observation, names: Sequence[str]) -> list[str]:
    """Return what the table showed this seat alone, as sentences, in order."""
    told = []
    for memory in seen.memories:
        match memory.event:
            case HandShown(policies=policies):
                verb = "drew" if len(policies) == PRESIDENTS_HAND else "received"
                told.append(f"You {verb}: {words(policies)}.")
            case DiscardChosen(policy=policy):
                told.append(f"You discarded: {words((policy,))}.")
            case PeekShown(policies=policies):
                top = "You saw on top of the draw pile, the next one first"
                told.append(f"{top}: {words(policies)}.")
            case PartyMembershipShown(target=target, party=party):
                member = "You saw the party membership of"
                told.append(f"{member} {names[target]}: {party.value.title()}.")
    return told


def words(policies: Sequence[Policy]) -> str:
    """Return policies in words."""
    return ", ".join("Liberal" if each is Policy.LIBERAL else "Fascist" for each in policies)


def entries_in(root: Tag) -> list[str]:
    """Return the list of what a seat was shown, without the rounds."""
    entries = []
    for line in root.select("li"):
        (round_,) = line.select(".own-knowledge-round")
        entries.append(line.get_text().removeprefix(round_.get_text()).strip())
    return entries


def sentence_of(line: Tag) -> str:
    """Return the text of a private line of the log."""
    for hidden in line.select(".visually-hidden"):
        hidden.extract()
    return line.get_text().strip()


def private_moment(moment: Tag) -> str:
    """Return what a moment for one seat alone shows, in the sentence its player is told."""
    if moment["data-kind"] == "membership_shown":
        (headline,) = moment.select(".moment-headline")
        return headline.get_text().replace("The party", "You saw the party", 1)
    cards = moment.select(".policy-card")
    named = ["Liberal" if "policy-card-liberal" in each["class"] else "Fascist" for each in cards]
    return f"You saw on top of the draw pile, the next one first: {', '.join(named)}."


def check_moments(part: Tag, told: Sequence[str], public: set[str]) -> None:
    """Check that each moment is public, or shows what this seat is told anyway."""
    for moment in part.select(".moment"):
        if "moment-private" in moment["class"]:
            assert private_moment(moment) in told
        elif str(moment) not in public:
            # Whom it is about reads it in words of their own; all else is what everybody sees.
            (headline,) = moment.select(".moment-headline")
            assert re.search(r"\b[Yy]our?\b", headline.get_text())
            assert without_words(moment) in public


# What an execution says below it to whoever is executed, and to all others.
OUT = "You were not Hitler. You are out: watch on, in silence."
GOES_ON = "That was not Hitler. The game goes on."


def without_words(moment: Tag) -> str:
    """Return a moment without its sentence and what stands above it; an execution says below it what it says to all."""
    (copied,) = BeautifulSoup(str(moment), "html.parser").select(".moment")
    for words_ in copied.select(".moment-headline, .moment-kicker"):
        words_.clear()
    for aside in copied.select("[data-kind=executed] .moment-aside"):
        if aside.get_text() == OUT:
            aside.string = GOES_ON
    return str(copied)


def check_frames(
    frames: Iterable[str], truth: Truth, seat: SeatNumber | None, public: set[str]
) -> None:
    """Check that no frame of this viewer held more than public facts and the seat's own."""
    moments = [observe(state, seat) for state in truth.moments()]
    running = [seen for seen in moments if seen.victory is None][-1]
    offered = {form for seen in moments for form in forms_of(seen)}
    hands = [sorted(policy.value for policy in seen.hand) for seen in moments]
    told = knowledge_of(moments[-1], truth.names)
    is_over = False
    for frame in frames:
        is_over = is_over or "final-reveal-headline" in frame
        for part in parts_of(frame):
            match part["id"]:
                case "decision":
                    assert set(offered_in(part)) <= offered
                    assert cards_in(part) in hands
                case "secret-role":
                    check_secret_role(str(part), moments[-1] if is_over else running, truth.names)
                case "own-knowledge":
                    assert entries_in(part)[::-1] == told[: len(entries_in(part))]
                case name if OWN_PART.fullmatch(str(name)):
                    assert not PARTY_WORDS.search(str(part))
                case name if LOG_PART.fullmatch(str(name)):
                    told_here = {sentence_of(line) for line in part.select(".log-private")}
                    assert told_here <= set(told)
                    if not is_over:
                        assert "Opened:" not in part.get_text()
                        assert log_lines(part) <= public
                case "announcements":
                    aloud = [line.get_text() for line in part.select("li")]
                    assert not any(sentence in line for line in aloud for sentence in told)
                case "moments":
                    check_moments(part, told, public)
                case "notices":
                    assert part.select("input") == []
                case "final-reveal" if is_over:
                    # It says "you": everything is open, but not before the end.
                    assert 'data-phase="game_over"' in frame
                case name if name not in OWN_REGIONS:
                    assert pieces_of(part) <= public


def public_fragments(frames: Iterable[str]) -> set[str]:
    """Return every public fragment and line of the log that a spectator received."""
    parts = [part for frame in frames for part in parts_of(frame)]
    public = [part for part in parts if part["id"] not in OWN_REGIONS]
    regions = {str(part) for part in public}.union(*map(pieces_of, public))
    staged = [moment for part in parts for moment in part.select(".moment")]
    moments = {str(moment) for moment in staged} | {without_words(moment) for moment in staged}
    return regions | moments.union(*(log_lines(part) for part in parts))


def pieces_of(region: Tag) -> set[str]:
    """Return every element of a region that has an id, every chip of a seat, and the region, each without those inside it.

    A region is sent whole to one viewer and in parts to another.
    """
    rest = copy(region)
    pieces = {str(each.extract()) for each in reversed(rest.select("[id], i[role=img]"))}
    return {str(rest), *pieces}


def log_lines(part: Tag) -> set[str]:
    """Return the public lines of the log in a fragment."""
    lines = part.select(".log-entry, .log-round")
    return {str(line) for line in lines if "log-private" not in line["class"]}
