"""The import form: a game record, pasted or uploaded, of limited size.

The record's reader decides whether it is valid.
"""

from codecs import BOM_UTF8
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.records.faults import RecordError
from games.records.record import Record, read_record
from games.words.records import fault_text

LONGEST_IMPORT = 128 * 1024
"""Bytes. A whole game takes a few thousand; twice as much still gets an answer."""
LONGEST_NAME = 64


class ImportForm(forms.Form):
    """A record as text or as a file; `record` is its content."""

    text = forms.CharField(
        label=_("Game record (JSON)"),
        required=False,
        strip=False,
        max_length=LONGEST_IMPORT,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean(self) -> dict[str, Any]:
        """Return the record, or the reason why there is none."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        data = self._bytes(cleaned)
        if not data.strip():
            raise forms.ValidationError(_("Paste a game record, or choose a file."))
        try:
            # Some editors begin a UTF-8 file with a byte order mark.
            record = read_record(data.removeprefix(BOM_UTF8))
        except RecordError as error:
            raise forms.ValidationError(fault_text(error)) from None
        _refuse_long_names(record)
        return cleaned | {"record": record}

    def _bytes(self, cleaned: dict[str, Any]) -> bytes:
        upload = cleaned.get("file")
        if upload is None:
            return str(cleaned.get("text", "")).encode("utf-8", "replace")
        if upload.size > LONGEST_IMPORT:
            raise forms.ValidationError(
                _("This file is too large: %(size)d KiB at most."),
                params={"size": LONGEST_IMPORT // 1024},
            )
        return bytes(upload.read(LONGEST_IMPORT + 1))


def _refuse_long_names(record: Record) -> None:
    for seat, name in enumerate(record.players):
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise forms.ValidationError(
                _("The name of seat %(seat)d is too long, or it cannot be shown."),
                params={"seat": seat},
            )


def read_step(value: object) -> int | None:
    """Return the number of a step in a form; None for the summary, and for an invalid value."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None
