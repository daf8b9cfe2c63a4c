"""A bot in office: what it discards, enacts, and makes of the veto.

Liberals never let a Liberal policy go. Fascists do, when it is worth the suspicion.
"""

from games.bots.mind import Mind
from games.engine.vocabulary import Policy, Role


def score_discard(mind: Mind, policy: Policy) -> float:
    """How glad this President would be to discard this policy."""
    if policy is Policy.FASCIST:
        return 1.0 if mind.is_liberal else 0.0
    if mind.is_liberal:
        return 0.0
    # Two Liberals drawn: the Chancellor is still passed one, and nobody can tell.
    traceless = mind.table.hand.count(Policy.LIBERAL) == 2
    return _worth_of_fascist_policy(mind, exposure=0.0 if traceless else 0.65)


def score_enactment(mind: Mind, policy: Policy) -> float:
    """How glad this Chancellor would be to enact this policy."""
    if policy is Policy.LIBERAL:
        return 1.0 if mind.is_liberal else 0.0
    if mind.is_liberal:
        return 0.0
    # The President knows what was passed; a fellow fascist will not mind.
    among_friends = mind.knows_fascist(mind.table.president)
    return _worth_of_fascist_policy(mind, exposure=0.4 if among_friends else 0.65)


def score_veto_request(mind: Mind) -> float:
    """How glad this Chancellor would be to be rid of both policies."""
    unwanted = Policy.FASCIST if mind.is_liberal else Policy.LIBERAL
    return 2.0 if set(mind.table.hand) == {unwanted} else -1.0


def score_veto_answer(mind: Mind, *, grant: bool) -> float:
    """How right it seems to this President, who knows what was passed."""
    return _case_for_veto(mind) if grant else 0.0


def _case_for_veto(mind: Mind) -> float:
    """Above 0 where the two policies are better gone."""
    chancellor = mind.table.chancellor
    assert chancellor is not None, "a veto is asked for by a Chancellor"
    match mind.table.hand.count(Policy.LIBERAL):
        case 0:
            case = 1.0
        case 1:
            # The choice would be the Chancellor's.
            case = mind.own.fascist[chancellor] - 0.5
        case _:
            case = -1.0
    return case if mind.is_liberal else -case


def _worth_of_fascist_policy(mind: Mind, *, exposure: float) -> float:
    """What a fascist gains by a Fascist policy now, less what it costs in trust."""
    rules, table = mind.table.ruleset, mind.table
    if table.fascist_policies == rules.fascist_goal - 1:
        return 1.0
    if table.liberal_policies == rules.liberal_goal - 1:
        return 1.0
    if mind.role is Role.HITLER and exposure:
        # Nothing else is worth the trust that may make Hitler Chancellor.
        return -exposure
    return mind.bold - exposure
