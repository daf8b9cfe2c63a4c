"""People in the admin. Names of closed accounts stay closed; passwords go through allauth's login.

A member of staff who can sign in as a player sees that player's cards, and one who can change an address or
a password can sign in. So only a superuser may change these, and only while the person plays no game.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import AnonymousUser, Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.arrivals import address_of
from accounts.models import Preferences, Sanction, SanctionKind, User
from accounts.sanctions import impose, lift
from accounts.staff import decidable_by, is_at_play, staff_with_factor
from accounts.word_models import ListedWord

_view_of_staff = admin.site.admin_view


def _view_with_factor(view: Any, cacheable: bool = False) -> Any:
    """Return a view of the admin for staff with a second factor only."""
    return staff_with_factor(_view_of_staff(view, cacheable))


admin.site.admin_view = _view_with_factor  # type: ignore[method-assign]
# The admin's own login page knows no rate limit.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


if TYPE_CHECKING:  # generic in the stubs only
    PreferencesAdminInline = admin.StackedInline[Preferences, User]
    PeopleAdmin = UserAdmin[User]
    FactorModelAdmin = admin.ModelAdmin[Authenticator]
    SanctionModelAdmin = admin.ModelAdmin[Sanction]
    SanctionModelForm = forms.ModelForm[Sanction]
    WordModelAdmin = admin.ModelAdmin[ListedWord]
else:
    PreferencesAdminInline, PeopleAdmin = admin.StackedInline, UserAdmin
    FactorModelAdmin = SanctionModelAdmin = WordModelAdmin = admin.ModelAdmin
    SanctionModelForm = forms.ModelForm

# A suspension lasts so long at most; what lasts longer is a ban.
LONGEST = timedelta(days=90)
# Kinds that end at a time.
ENDING = {SanctionKind.MUTE, SanctionKind.NO_RANKED, SanctionKind.SUSPENSION}

# Rights beyond a player's. Only superusers grant them.
RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def may_change(user: User, *, by: User | AnonymousUser) -> bool:
    """Whether this member of staff, who may change accounts in general, may change this one."""
    is_above = user.is_staff or user.is_superuser
    return not is_at_play(user) and (by.is_superuser or not is_above)


class ReadOnlyAdmin:
    """Read-only rows: the admin shows them, other code writes them."""

    def has_add_permission(self, *_args: object) -> bool:
        """Rows are not added in the admin."""
        return False

    def has_change_permission(self, *_args: object) -> bool:
        """Rows are not changed in the admin."""
        return False

    def has_delete_permission(self, *_args: object) -> bool:
        """Rows are not deleted in the admin."""
        return False


class PreferencesInline(PreferencesAdminInline):
    """The preferences on a person's page."""

    model = Preferences
    can_delete = False

    def has_add_permission(self, *_args: object) -> bool:
        return False  # every person has theirs already


@admin.register(User)
class PersonAdmin(PeopleAdmin):
    """People, including guests and closed accounts; none is ever deleted here."""

    list_display = ("display_name", "email", "is_guest", "is_staff", "date_joined", "closed_at")
    list_filter = ("is_guest", "is_staff", "is_active", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("username", "username_key", "guest_name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("is_guest", "closed_at", "last_login", "date_joined", "came_from")
    inlines = (PreferencesInline,)
    fieldsets = (
        (None, {"fields": ("username", "guest_name", "emblem", "email", "password")}),
        (
            _("Account"),
            {"fields": ("is_guest", "closed_at", "last_login", "date_joined", "came_from")},
        ),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )

    @admin.display(description=_("code of the address"))
    def came_from(self, person: User) -> str:
        """The pseudonym of the address from which a guest came: no page of staff shows an address."""
        return address_of(person) if person.pk else ""

    def has_delete_permission(self, *_args: object) -> bool:
        return False  # rows of finished games point here; accounts are closed instead

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Checked before every page and every save, so a game that has just begun counts."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or may_change(obj, by=request.user))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """The address is read-only for most staff: a mail to it can set a new password."""
        fixed = super().get_readonly_fields(request, obj)
        return fixed if request.user.is_superuser else (*fixed, *RIGHTS, "email")

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Leave out the link to the password form where that form would refuse."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or request.user.is_superuser:
            return fieldsets
        kept = [name for name in fieldsets[0][1]["fields"] if name != "password"]
        return ((None, {"fields": kept}), *fieldsets[1:])

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        """Say why an account cannot be changed."""
        person = self.get_object(request, object_id)
        if request.method == "GET" and person is not None and is_at_play(person):
            sentence = gettext(
                "%(name)s sits in a running game. This can be changed when it is over."
            )
            messages.warning(request, sentence % {"name": person.display_name})
        return super().change_view(request, object_id, *args, **kwargs)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002
        form_url: str = "",
    ) -> HttpResponse:
        """Superusers only; everybody else sets their own password on the site's pages."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


class SanctionForm(SanctionModelForm):
    """A new sanction: the end fits the kind."""

    def clean(self) -> dict[str, Any]:
        """Refuse a missing end, one that has passed or is too far, and one of a kind that has none."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        kind, until, now = data.get("kind"), data.get("until"), timezone.now()
        if kind not in ENDING and until is not None:
            self.add_error("until", _("This kind has no end. Leave the field empty."))
        elif kind in ENDING and "until" in data and not (until and now < until <= now + LONGEST):
            self.add_error("until", _("Choose an end within the next 90 days."))
        return data


@admin.register(Sanction)
class SanctionAdmin(SanctionModelAdmin):
    """Sanctions are imposed and lifted, never changed. Nobody decides about themselves, only a superuser about staff."""

    form = SanctionForm
    list_display = ("user", "kind", "begins_at", "until", "read_at", "lifted_at")
    list_filter = ("kind", ("lifted_at", admin.EmptyFieldListFilter))
    search_fields = ("user__username", "user__username_key", "user__guest_name")
    fields = ("user", "kind", "until", "text")
    autocomplete_fields = ("user",)
    actions = ("lift_sanctions",)

    def has_change_permission(self, request: HttpRequest, obj: Sanction | None = None) -> bool:
        # Without an object: whether the list offers the action that lifts.
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, *_args: object) -> bool:
        return False  # what was decided stays on record

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer whom this member of staff may decide about."""
        people = decidable_by(request.user).filter(closed_at=None)
        return super().formfield_for_foreignkey(db_field, request, queryset=people, **kwargs)

    def save_model(self, request: HttpRequest, obj: Sanction, *_args: Any) -> None:
        """Impose the sanction; the row that the form made is the one that the service writes."""
        by = request.user
        assert isinstance(by, User)
        kind = SanctionKind(obj.kind)
        made = impose(user=obj.user, kind=kind, text=obj.text, until=obj.until, by=by)
        obj.pk = made.pk

    @admin.action(description=_("Lift the chosen sanctions"), permissions=["change"])
    def lift_sanctions(self, request: HttpRequest, chosen: QuerySet[Sanction]) -> None:
        """Lift these sanctions, of people about whom this member of staff may decide."""
        by = request.user
        assert isinstance(by, User)
        for sanction in chosen.filter(user__in=decidable_by(by)):
            lift(sanction, by=by)
            self.log_change(request, sanction, "lifted")


@admin.register(ListedWord)
class ListedWordAdmin(WordModelAdmin):
    """Words that names and talk are refused for; each process reads them anew every few seconds."""

    list_display = ("word", "language", "in_names", "in_talk", "is_anywhere", "fine")
    list_filter = ("language", "in_names", "in_talk", "is_anywhere")
    search_fields = ("word", "skeleton", "fine")

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the languages of the site."""
        if db_field.name == "language":
            every = ("all", pgettext("listed word", "Every language"))
            kwargs["widget"] = forms.Select(choices=[every, *settings.LANGUAGES])
        return super().formfield_for_dbfield(db_field, request, **kwargs)


admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)
admin.site.unregister(Group)


@admin.register(EmailAddress)
class AddressAdmin(ReadOnlyAdmin, EmailAddressAdmin):
    """Addresses are confirmed by their owners, with the link in a mail."""

    actions = ()


@admin.register(Authenticator)
class FactorAdmin(FactorModelAdmin):
    """Second factors without their secrets.

    A superuser may remove one that its owner has lost, but not while the person plays.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__username", "user__username_key")
    fields = readonly_fields = list_display
    actions = None  # one by one, each with its check

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Authenticator | None = None,  # noqa: ARG002
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Authenticator | None = None
    ) -> bool:
        allowed = super().has_delete_permission(request, obj)
        return allowed and request.user.is_superuser and (obj is None or not is_at_play(obj.user))


@admin.register(Group)
class RightsAdmin(GroupAdmin):
    """Groups hold rights, so they are a superuser's to change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:  # noqa: ARG002
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:  # noqa: ARG002
        return bool(request.user.is_superuser)
