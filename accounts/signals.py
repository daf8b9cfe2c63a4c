"""What other apps may want to hear about a person, since accounts never calls them."""

from django.dispatch import Signal

# Sent with `user` and the `former_name` after the account is anonymous and the change is committed.
account_closed = Signal()

# Sent after sessions have ended and the change is committed; which ones, accounts.sign_outs knows.
signed_out = Signal()

# Asked with `user`: whether a running game needs the account to stay in its owner's hands. Whoever knows
# of one answers True.
asked_whether_at_play = Signal()
