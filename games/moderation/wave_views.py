"""Views for moderators: one decision about many guests of one address, and the end of its pause."""

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import SanctionKind
from games.moderation import waves
from games.moderation.addresses import GuestOfAddress, guests_of
from games.moderation.cases import CaseError
from games.moderation.forms import WaveForm
from games.moderation.models import TOKEN_LENGTH, Decision
from games.moderation.staff_views import case_or_404, case_page, for_moderators, moderator_of
from games.moderation.text_blocks import text_for_all

# What binds somebody already as much as this decision would.
_COVERED = {
    Decision.MUTE: {SanctionKind.MUTE, SanctionKind.SUSPENSION, SanctionKind.BAN},
    Decision.SUSPENSION: {SanctionKind.SUSPENSION, SanctionKind.BAN},
    Decision.BAN: {SanctionKind.BAN},
}


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def decide_for_all(request: HttpRequest, number: int, decision: str) -> HttpResponse:
    """Show all guests of an address with one decision, and decide about those that are ticked."""
    found, moderator = case_or_404(request, number), moderator_of(request)
    if decision not in waves.FOR_ALL or not found.address or not found.person.is_guest:
        raise Http404
    chosen, guests = Decision(decision), guests_of(found, moderator)
    offered = [each for each in guests if each.is_open_to]
    form = WaveForm(
        request.POST or None,
        decision=chosen,
        guests=[(each.person.pk, _label(each)) for each in offered],
        initial={
            "guests": [each.person.pk for each in offered if not each.kinds & _COVERED[chosen]],
            "text": text_for_all(chosen, found.person),
            "token": secrets.token_hex(TOKEN_LENGTH // 2),
        },
    )
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            wave = waves.decide_for_all(
                case=found,
                moderator=moderator,
                token=typed["token"],
                guests=typed["guests"],
                decision=chosen,
                text=typed["text"],
                lasts=form.length,
                note=typed["note"],
                pause=form.pause_length,
            )
        except CaseError as error:
            return case_page(request, case_or_404(request, number), refused=error)
        count = wave.cases.count()
        sentence = ngettext("Decided about %d guest.", "Decided about %d guests.", count)
        messages.success(request, sentence % count)
        return redirect("moderation:queue")
    left_out = [each.person.display_name for each in guests if not each.is_open_to]
    context = {"case": found, "decision": chosen, "form": form, "left_out": left_out}
    return render(request, "games/moderation/decide_for_all.html", context)


@for_moderators
@require_POST
def let_guests_in(request: HttpRequest, number: int) -> HttpResponse:
    """Let new guests in again from the address of a case."""
    waves.let_guests_in(case=case_or_404(request, number), moderator=moderator_of(request))
    messages.success(request, _("New guests from this address can come in again."))
    return redirect("moderation:case", number)


def _label(guest: GuestOfAddress) -> str:
    name, facts = guest.person.display_name, guest.facts
    return format_html('<span><bdi>{}</bdi> <span class="soft">· {}</span></span>', name, facts)
