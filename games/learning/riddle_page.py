"""What a riddle looks like: its question, the answers, and why one of them is forced."""

from django.utils.translation import gettext as _

from games.learning.position import position_of
from games.learning.question_page import QuestionView, players_of, present_question
from games.learning.riddles import Riddle, RiddleQuestion
from games.learning.teams import possible_teams, teams_if_liberals_are_honest
from games.presenters.players import Player, name_of
from games.presenters.table.claims import claim_text


def present_riddle(riddle: Riddle, answer: int | None) -> QuestionView:
    """Return the page of a riddle; an answer that was not offered counts as none."""
    facts = riddle.facts
    return present_question(
        facts,
        riddle.told,
        position_of(riddle.told, riddle.seat),
        riddle.claims,
        question=_question(riddle),
        options=_options(riddle),
        right=(riddle.answer,),
        answer=answer,
        why=lambda: _why(riddle, players_of(facts)),
        asks_for_claim=riddle.question is RiddleQuestion.LIE,
    )


def faces_of(riddle: Riddle) -> tuple[str, ...]:
    """Return the faces around the table of a riddle."""
    return tuple(player.face for player in players_of(riddle.facts))


def answers_of(riddle: Riddle) -> frozenset[int]:
    """Return the answers that are offered."""
    return frozenset(_options(riddle))


def _options(riddle: Riddle) -> dict[int, str]:
    facts = riddle.facts
    players = players_of(facts)
    if riddle.question is RiddleQuestion.LIE:
        return {place: claim_text(claim, players) for place, claim in enumerate(riddle.claims)}
    known = set(facts.roles) | set(facts.parties)
    return {seat: name_of(players, seat) for seat in range(len(players)) if seat not in known}


def _question(riddle: Riddle) -> str:
    if riddle.question is RiddleQuestion.LIE:
        return _("Which of these claims is certainly false?")
    return _("Suppose that no Liberal has lied. Who must be a Fascist or Hitler?")


def _why(riddle: Riddle, players: tuple[Player, ...]) -> str:
    if riddle.question is RiddleQuestion.LIE:
        return _(
            "No order of the policy deck makes this claim true: %(liberal)d Liberal and %(fascist)d Fascist policies"
            " cannot give it together with all that you know."
        ) % {
            "liberal": riddle.facts.ruleset.liberal_policies,
            "fascist": riddle.facts.ruleset.fascist_policies,
        }
    fitting = teams_if_liberals_are_honest(riddle.facts, riddle.claims)
    return _(
        "Ways to deal the roles that fit what you know: %(all)d. Ways in which every Liberal has told the truth:"
        " %(left)d. In each of these %(name)s is a Fascist or Hitler."
    ) % {
        "all": len(possible_teams(riddle.facts)),
        "left": len(fitting),
        "name": name_of(players, riddle.answer),
    }
