"""Game nights in the admin, read-only: the organiser and the clock write them."""

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.nights.models import Night, NightAct, NightPlace
from games.words.admin import WordedAdmin


@admin.register(Night)
class NightAdmin(ReadOnlyAdmin, WordedAdmin):
    """Nights, without their voice rooms."""

    list_display = ("name", "organiser", "starts_at", "status", "places", "round_count")
    list_filter = ("status", "is_ranked")
    search_fields = ("name", "code", "organiser__username")
    exclude = ("voice_url",)


@admin.register(NightPlace)
class NightPlaceAdmin(ReadOnlyAdmin, WordedAdmin):
    """Who comes to which night."""

    exclude = ("device_key", "connection_key")
    list_display = ("night", "user", "state", "joined_at")
    list_filter = ("state",)
    search_fields = ("night__name", "night__code", "user__username")


@admin.register(NightAct)
class NightActAdmin(ReadOnlyAdmin, WordedAdmin):
    """What organisers did."""

    list_display = ("at", "night", "kind", "by", "person", "round")
    list_filter = ("kind",)
    search_fields = ("night__name", "night__code", "by__username")
