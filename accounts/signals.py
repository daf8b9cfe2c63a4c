"""Signals by which other apps hear about a person: accounts never imports them."""

from django.dispatch import Signal

# Sent with `user` inside the transaction that closes an account, before and after the account
# becomes anonymous; the second time with the `former_name`. A receiver's writes are committed
# together with the closing, or not at all.
account_closing = Signal()
account_closed = Signal()

# Sent with `user` and the `former_name` in the transaction in which staff give a person another name.
account_renamed = Signal()

# Sent after sessions have ended and the change is committed; accounts.sign_outs knows which.
signed_out = Signal()

# Sent with `sanction`, `change` ("sanction_imposed" or "sanction_lifted") and `by`, the member of staff (None:
# nobody), in the transaction that changes it.
sanction_changed = Signal()

# Sent with `now`, once a night: each receiver forgets what it has kept long enough, and returns a kind of data and how
# much of it went.
forgetting = Signal()

# Sent with `now`, about once a minute: each receiver does a moment's work for which nobody waits.
time_to_spare = Signal()

# Asked for the tables that a person may read of themselves; see accounts.own_data.Tables.
asked_for_tables = Signal()

# Asked with `user`, for tables that also hold what is kept from this person: answered with the rows that pages tell them
# of, by the name that the table has in accounts.own_data.Tables.
asked_for_told_rows = Signal()

# Asked with `user`: whether a running game needs the account to stay with its owner. A receiver
# that knows of one answers True.
asked_whether_at_play = Signal()

# Sent with `user_ids` after the commit: these people have more, or fewer, unread notices.
notices_changed = Signal()

# Sent with `user_ids` in the transaction that changes it: these people have more, or fewer, friends.
friends_changed = Signal()

# Sent with `user_ids` once it is written: these people have come to the site, where they were not a moment ago.
came_online = Signal()
