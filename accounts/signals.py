"""What other apps may want to hear about a person, since accounts never calls them."""

from django.dispatch import Signal

# Sent with `user` inside the transaction that closes an account, before and after the account becomes
# anonymous; the second time with the `former_name`. What a receiver writes is there as soon as the account
# is closed, or not at all.
account_closing = Signal()
account_closed = Signal()

# Sent after sessions have ended and the change is committed; which ones, accounts.sign_outs knows.
signed_out = Signal()

# Asked with `user`: whether a running game needs the account to stay in its owner's hands. Whoever knows
# of one answers True.
asked_whether_at_play = Signal()
