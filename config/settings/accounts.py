"""Accounts: passwords, sessions, logging in, limits, second factors; most of them are read by allauth."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.PeopleBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.passwords.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SESSION_ENGINE = "accounts.sessions"
# Renewed once a day when its owner comes back (accounts.middleware): guests have nothing else.
SESSION_COOKIE_AGE = 180 * 24 * 3600
ACCOUNT_ADAPTER = "accounts.adapter.PeopleAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# One address per person; a change needs the password, and takes effect when the new address is
# confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# No page says whether an address has an account; an address belongs to the account that confirms
# it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Secret Hitler] "
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# Added to allauth's own limits. A school class shares one address, so the numbers are no smaller.
# All limits, allauth's too, count an IPv6 address by its /56; see accounts.network.
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 56
ACCOUNT_RATE_LIMITS: bool | dict[str, str] = {
    "guest": "20/m/ip,200/h/ip",
    "lobby_create": "10/m/ip,60/h/ip",
    # Tables opened by one person, who may leave each at once; the key is the person.
    "lobby_create_person": "6/10m/key",
    "lobby_join": "60/m/ip",
    # What a browser adds to a deal: two requests a lobby, and one for each reload; the key is the person.
    "deal_share": "30/m/key",
    # Requests to be a friend, searches by name, invitations to a lobby; the key is the person.
    "friend_request": "40/d/key",
    "friend_search": "30/m/key",
    "invitation": "60/10m/key",
    # Game nights: announced by one person; joined, left and organised by one. The key is the person.
    "night_create": "5/h/key",
    "night_act": "60/m/key",
    # Answers to riddles that count; the key is the person.
    "riddle_answer": "60/10m/key",
    # Notes, marks and mutes; notes are saved while they are typed. The key is the person.
    "notes": "100/m/key",
    # Requests for codes that do not exist; see games.services.guesses.
    "wrong_code": "30/m/ip,200/h/ip",
    "about": "20/h/user",
    # Clubs that one person founds, all else they do with clubs, and news they write; the key is the person.
    "club_found": "3/d/key",
    "club_act": "60/10m/key",
    "club_news": "10/h/key",
    "export": "10/h/user",
    "own_data": "10/h/user",
    "push_device": "20/h/user",
    # Wrong passwords; the keys are a login and an address, a login, a login and a device; see
    # accounts.adapter.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_anywhere": "60/h/key",
    "login_failed_known_device": "10/5m/key",
    # Mails that a stranger can cause, for each mailbox: accounts.adapter counts all kinds
    # together, and the pages answer alike. Hence allauth's own counts are off.
    "confirmation_mail": "3/10m/key,10/d/key",
    "password_mail": "3/10m/key,10/d/key",
    "notice_mail": "10/d/key",
    "confirm_email": "",
    "reset_password": "20/m/ip",
    # The key is a lobby and an address: enough for ten people of one class and a few typing
    # errors.
    "lobby_password": "20/m/key,60/h/key",
    # Wrong codes of a second factor, beside the five in five minutes of "login_failed"; the key is
    # the person, whose password the guesser must know already. A passkey is never refused.
    "wrong_factor": "15/h/key,40/d/key",
}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.ChangeEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
# Second factors: a passkey (which also logs in without a password) or an authenticator app, and
# recovery codes with either.
MFA_ADAPTER = "accounts.factors.FactorAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Secret Hitler"
# A clock may be half a minute off. accounts.factor_forms takes each code once, however long it is valid.
MFA_TOTP_TOLERANCE = 1
# An unconfirmed address is a claim here, and keeps its owner from nothing (accounts.addresses). A
# site without mail has no confirmed ones, and its superuser needs a factor too.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Each try of a passkey is two requests, and a school class shares an address.
MFA_RATE_LIMITS: bool | dict[str, str] = {"webauthn_login": "60/m/ip"}
MFA_FORMS = {
    "authenticate": "accounts.factor_forms.FactorForm",
    "reauthenticate": "accounts.factor_forms.ReauthenticateByFactorForm",
    "activate_totp": "accounts.factor_forms.AddAppForm",
    "authenticate_webauthn": "accounts.factor_forms.PasskeyFactorForm",
    "reauthenticate_webauthn": "accounts.factor_forms.ReauthenticateByPasskeyForm",
    "login_webauthn": "accounts.factor_forms.LoginByPasskeyForm",
    "add_webauthn": "accounts.factor_forms.AddPasskeyForm",
    "edit_webauthn": "accounts.factor_forms.RenamePasskeyForm",
}
# Staff log in anew after this long, however active they are (accounts.staff).
STAFF_SESSION_SECONDS = 12 * 3600
# templates/django/forms defines how forms look.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
