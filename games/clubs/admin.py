"""Clubs in the admin: read-only; moderators act on the page that a case leads to."""

from typing import TYPE_CHECKING

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.clubs.models import Club, ClubBoard, ClubNews, Membership
from games.words.admin import WordedAdmin

if TYPE_CHECKING:  # generic in the stubs only
    BoardModelAdmin = admin.ModelAdmin[ClubBoard]
    MembershipModelAdmin = admin.ModelAdmin[Membership]
    NewsModelAdmin = admin.ModelAdmin[ClubNews]
else:
    BoardModelAdmin = MembershipModelAdmin = NewsModelAdmin = admin.ModelAdmin


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin, WordedAdmin):
    """Clubs, closed ones included."""

    list_display = ("name", "slug", "size", "active", "entry", "founded_at", "closed_at")
    list_filter = ("entry", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("name_key", "slug")
    ordering = ("-founded_at",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin, MembershipModelAdmin):
    """Who is in which club."""

    list_display = ("club", "user", "role", "joined_at", "played_at")
    list_filter = ("role",)
    search_fields = ("club__name_key", "user__username_key")
    list_select_related = ("club", "user")
    ordering = ("-joined_at",)


@admin.register(ClubNews)
class NewsAdmin(ReadOnlyAdmin, NewsModelAdmin):
    """What clubs wrote to their members."""

    list_display = ("title", "club", "author", "created_at")
    search_fields = ("club__name_key", "title")
    list_select_related = ("club", "author")


@admin.register(ClubBoard)
class BoardAdmin(ReadOnlyAdmin, BoardModelAdmin):
    """The boards that clubs keep."""

    list_display = ("name", "club", "code", "made_at")
    search_fields = ("club__name_key", "name")
    list_select_related = ("club",)
