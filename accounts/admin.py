"""People in the admin. Names of closed accounts stay closed; passwords go through allauth's login."""

from typing import TYPE_CHECKING

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences, User

# The admin's own login page knows no rate limit.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


if TYPE_CHECKING:  # generic in the stubs only
    PreferencesAdminInline = admin.StackedInline[Preferences, User]
    PeopleAdmin = UserAdmin[User]
else:
    PreferencesAdminInline, PeopleAdmin = admin.StackedInline, UserAdmin


class PreferencesInline(PreferencesAdminInline):
    """Somebody's preferences, below the person."""

    model = Preferences
    can_delete = False

    def has_add_permission(self, *_args: object) -> bool:
        return False  # every person has theirs already


@admin.register(User)
class PersonAdmin(PeopleAdmin):
    """People, guests and closed accounts among them; nobody is ever deleted here."""

    list_display = ("display_name", "email", "is_guest", "is_staff", "date_joined", "closed_at")
    list_filter = ("is_guest", "is_staff", "is_active", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("username", "username_key", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("is_guest", "closed_at", "last_login", "date_joined")
    inlines = (PreferencesInline,)
    fieldsets = (
        (None, {"fields": ("username", "email", "password")}),
        (_("Account"), {"fields": ("is_guest", "closed_at", "last_login", "date_joined")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, *_args: object) -> bool:
        return False  # rows of finished games point here; accounts are closed instead
