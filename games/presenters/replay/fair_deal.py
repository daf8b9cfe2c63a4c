"""What is known of a game's deal, in the reader's language: while it runs, after its end, and why nothing can be proved."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.presenters.view import view_model
from games.values.fair_deal import NoProof, PublicDeal
from games.words.records import FAULTS_OF_DEALS


@view_model
class ShareView:
    """What one player's browser added."""

    name: str
    digest: str
    """Empty for whoever announced nothing."""
    share: str
    """Empty if it was never opened, and while the game runs."""
    is_missing: bool
    """Whether it was announced and never opened."""


@view_model
class FairDealView:
    """The deal of one game."""

    code: str
    name: str
    why_not: str
    """Why this deal cannot be proved; empty for one that can."""
    is_opened: bool = False
    deal_id: str = ""
    commitment: str = ""
    seed: str = ""
    """Empty while the game runs."""
    fingerprint: str = ""
    shares: tuple[ShareView, ...] = ()
    is_of_the_site_alone: bool = False
    """Whether nobody's browser added anything."""
    checks: Mapping[str, str] | None = None
    """What is said when a check has come out right, by its name in verify_deal.js, in this order."""
    faults: Mapping[str, str] | None = None
    """What is said of the first thing that does not fit, with places in Python's form."""


def present_fair_deal(
    deal: PublicDeal | None, names: tuple[str, ...], *, code: str, name: str
) -> FairDealView:
    """Return what is known of this deal in the active language; None is a game from before there were any."""
    if deal is None:
        return FairDealView(
            code=code, name=name, why_not=_("This game was dealt before deals could be proved.")
        )
    if deal.no_proof:
        return FairDealView(code=code, name=name, why_not=_why_not(deal.no_proof))
    by_seat = {each.seat: each for each in deal.shares}
    return FairDealView(
        code=code,
        name=name,
        why_not="",
        is_opened=deal.is_opened,
        deal_id=deal.deal_id,
        commitment=deal.commitment,
        seed=deal.seed,
        fingerprint=deal.fingerprint,
        shares=tuple(
            ShareView(
                name=player,
                digest=by_seat[seat].share_hash if seat in by_seat else "",
                share=by_seat[seat].share if seat in by_seat else "",
                is_missing=seat in by_seat and seat in deal.added_nothing,
            )
            for seat, player in enumerate(names)
        ),
        is_of_the_site_alone=len(deal.added_nothing) == len(names),
        checks=_checks() if deal.is_opened else None,
        faults=_faults() if deal.is_opened else None,
    )


def _why_not(no_proof: NoProof) -> str:
    match no_proof:
        case NoProof.CHOSEN_ROLE:
            return _("Somebody chose a role for this practice game, so its deal cannot be proved.")
        case NoProof.PLAYED_TWICE:
            return _(
                "The cards of this practice game were played more than once, so its deal cannot be proved."
            )
        case _:
            return _(
                "While this game ran, the site was restored from a backup, which does not hold the secret number of the"
                " deal. So it cannot be proved."
            )


def _checks() -> dict[str, str]:
    return {
        "seed": _("The site's secret number is the one to which it was bound before the game."),
        "share": _(
            "Every number that a browser added is the one that it announced before the start."
        ),
        "seat": _("Everybody sat where chance had put them."),
        "role": _("All roles are those that chance dealt."),
        "first": _("Chance chose the first presidential candidate."),
        "deck": _("Every policy deck lay in the order that chance gave it."),
        "cards": _("Every hand, every peek and every enacted policy came from these decks."),
        "fingerprint": _("All fingerprints of the game match."),
        "own": _("What this browser added to the deal, and what it saw before the game, is here."),
    }


def _faults() -> dict[str, str]:
    own = _(
        "What this browser added to the deal, or what it saw before the game, is not what the record says."
    )
    return {name: str(text) for name, text in FAULTS_OF_DEALS.items()} | {"own": own}
