"""Texts of Django and allauth that our pages can show, so that our catalogues say them in our words.

Their own translations address the reader formally in some languages, and as a man in others. What
is named here is extracted like a text of ours, and LOCALE_PATHS comes before their catalogues.
"""

from typing import Final

from django.utils.translation import gettext_noop as _


def _ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark a text that has a number in it; return it as it is."""
    return singular, plural


TEXTS: Final[tuple[str, ...]] = (
    # Forms.
    _("This field is required."),
    _("Enter a valid value."),
    _("Enter a valid email address."),
    _("Enter a whole number."),
    _("Enter a number."),
    _("Enter a valid date."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("No file was submitted. Check the encoding type on the form."),
    _("No file was submitted."),
    _("The submitted file is empty."),
    _("Null characters are not allowed."),
    # Passwords.
    _("Your password can’t be too similar to your other personal information."),
    _("The password is too similar to the %(verbose_name)s."),
    _("Your password can’t be a commonly used password."),
    _("This password is too common."),
    _("Your password can’t be entirely numeric."),
    _("This password is entirely numeric."),
    # Accounts.
    _("email address"),
    _("A user with that username already exists."),
    _("Password (again)"),
    _("Email"),
    _("Email address"),
    _("Username"),
    _("Login"),
    _("Username or email"),
    _("Remember Me"),
    _("Current Password"),
    _("New Password"),
    _("New Password (again)"),
    _("Forgot your password?"),
    _("You must type the same password each time."),
    _("Please type your current password."),
    _("The username and/or password you specified are not correct."),
    _("The email address and/or password you specified are not correct."),
    _("A user is already registered with this email address."),
    _("This account is currently inactive."),
    _("Too many failed login attempts. Try again later."),
    _("The email address is not assigned to any user account."),
    _("This email address is already associated with this account."),
    _("You cannot add more than %d email addresses."),
    _("The password reset token was invalid."),
    _("Username can not be used. Please use other username."),
    _("Incorrect password."),
    _("The new value must be different from the current one."),
    _("Use your password"),
    # Second factors.
    _("Be patient, you are sending too many requests."),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("Incorrect code."),
    _("You cannot deactivate two-factor authentication."),
    _("TOTP Authenticator"),
    _("WebAuthn"),
    # The admin.
    _("Select this object for an action - {}"),
    _("Select all objects on this page for an action"),
    _("Click here to select the objects across all pages"),
    _("Select %s"),
    _("Select %s to change"),
    _("Select %s to view"),
    _("Are you sure?"),
    _(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? All of the'
        " following related items will be deleted:"
    ),
    _(
        "Are you sure you want to delete the selected %(objects_name)s? All of the following objects"
        " and their related items will be deleted:"
    ),
    _(
        "Deleting the %(object_name)s '%(escaped_object)s' would result in deleting related objects,"
        " but your account doesn't have permission to delete the following types of objects:"
    ),
    _(
        "Deleting the selected %(objects_name)s would result in deleting related objects, but your"
        " account doesn't have permission to delete the following types of objects:"
    ),
    _("You may edit it again below."),
    _("The {name} “{obj}” was added successfully. You may add another {name} below."),
    _("The {name} “{obj}” was changed successfully. You may edit it again below."),
    _("The {name} “{obj}” was changed successfully. You may add another {name} below."),
    _(
        "There’s been an error. It’s been reported to the site administrators via email and should be"
        " fixed shortly. Thanks for your patience."
    ),
    _("You don’t have permission to view or edit anything."),
    _("After you’ve created a user, you’ll be able to edit more user options."),
    _("Enter a new password for the user <strong>%(username)s</strong>."),
    _("Enter the same password as before, for verification."),
    _(
        "Please enter your old password, for security’s sake, and then enter your new password twice"
        " so we can verify you typed it in correctly."
    ),
    _("Your old password was entered incorrectly. Please enter it again."),
    _("Your password was changed."),
    _(
        "Designates whether this user should be treated as active. Unselect this instead of deleting"
        " accounts."
    ),
    # Months: Italian writes them small.
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)
COUNTED: Final[tuple[tuple[str, str], ...]] = (
    _ngettext_noop("Please correct the error below.", "Please correct the errors below."),
    _ngettext_noop(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ),
    _ngettext_noop(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    _ngettext_noop(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
    ),
    _ngettext_noop(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)
