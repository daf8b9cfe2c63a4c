"""The narrator: reads the opening aloud to a table with real cards."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from games.forms.narrator import NarratorForm
from games.presenters.opening import opening_script


@require_safe
def narrator(request: HttpRequest) -> HttpResponse:
    """The opening for the chosen table; what is missing or wrong is replaced by the usual."""
    chosen = _chosen(request)
    with translation.override(chosen["language"]):
        script = opening_script(chosen["players"])
    context = {"form": NarratorForm(initial=chosen), "script": script, "chosen": chosen}
    return render(request, "games/help/narrator.html", context)


def _chosen(request: HttpRequest) -> dict[str, Any]:
    usual = {
        "players": 7,
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "pause": "8",
    }
    form = NarratorForm({**usual, **request.GET.dict()})
    form.is_valid()
    return {**usual, **form.cleaned_data}
