"""Bots in office: what they discard and enact, and how they treat the veto.

Liberals never give up a Liberal policy by choice. Fascists do when it is worth the suspicion.
"""

from games.bots.mind import Mind
from games.engine.vocabulary import Policy


def score_discard(mind: Mind, policy: Policy) -> float:
    """Return how good it is for this President to discard this policy."""
    if policy is Policy.FASCIST:
        return 1.0 if mind.is_liberal else 0.0
    if mind.is_liberal:
        return 0.0
    # With two Liberals drawn the Chancellor still gets one, so the discard goes unnoticed.
    traceless = mind.table.hand.count(Policy.LIBERAL) == 2
    return _worth_of_fascist_policy(mind, exposure=0.0 if traceless else 0.65)


def score_enactment(mind: Mind, policy: Policy) -> float:
    """Return how good it is for this Chancellor to enact this policy."""
    if policy is Policy.LIBERAL:
        return 1.0 if mind.is_liberal else 0.0
    if mind.is_liberal:
        return 0.0
    # The President knows what was passed, but a fellow fascist does not mind.
    among_friends = mind.knows_fascist(mind.table.president)
    return _worth_of_fascist_policy(mind, exposure=0.4 if among_friends else 0.65)


def score_veto_request(mind: Mind) -> float:
    """Return how good it is for this Chancellor to discard both policies."""
    unwanted = Policy.FASCIST if mind.is_liberal else Policy.LIBERAL
    return 2.0 if set(mind.table.hand) == {unwanted} else -1.0


def score_veto_answer(mind: Mind, *, grant: bool) -> float:
    """Return how good it is to grant the veto; this President knows what was passed."""
    return _case_for_veto(mind) if grant else 0.0


def _case_for_veto(mind: Mind) -> float:
    """Return more than 0 if discarding both policies is better."""
    chancellor = mind.table.chancellor
    assert chancellor is not None, "a veto is asked for by a Chancellor"
    match mind.table.hand.count(Policy.LIBERAL):
        case 0:
            case = 1.0
        case 1:
            # The Chancellor would choose.
            case = mind.own.fascist[chancellor] - 0.5
        case _:
            case = -1.0
    return case if mind.is_liberal else -case


def _worth_of_fascist_policy(mind: Mind, *, exposure: float) -> float:
    """Return what a fascist gains by a Fascist policy now, less the trust it costs."""
    rules, table = mind.table.ruleset, mind.table
    if table.fascist_policies == rules.fascist_goal - 1:
        return 1.0
    if table.liberal_policies == rules.liberal_goal - 1:
        return 1.0
    if mind.hides and exposure:
        # Nothing else justifies losing the trust that may make Hitler Chancellor.
        return -exposure
    return mind.bold - exposure
