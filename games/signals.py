"""What play announces to the wings beside it (clubs, game nights), which it never imports.

All but `tick` and those that pages ask are sent inside the transaction that makes them true, so a receiver's writes are committed with it or
not at all.
"""

from django.dispatch import Signal

# Asked with `lobby` and `user` before somebody sits down: a receiver that keeps the person out answers with a
# ServiceReason, all others with None.
asked_for_admission = Signal()

# Asked with `user` before they play a ranked game: a receiver that keeps the account out answers with a ServiceReason,
# all others with None.
asked_for_ranked_game = Signal()

# Asked with `user` for the clubs to whose members they may keep a table: a receiver answers with TableClub values.
asked_for_own_clubs = Signal()

# Asked with `user` for the clubs for which they may keep a board: a receiver answers with BoardKeeper values.
asked_for_board_keepers = Signal()

# Asked with `user` for the boards that their clubs keep: a receiver answers with KeptBoard values.
asked_for_kept_boards = Signal()

# Asked with `lobby` whose members alone sit down there: a receiver answers with a TableClub, or None.
asked_whose_table = Signal()

# Sent with `lobby`, `user` and `club` (its id; 0: for everybody again) when a host has chosen for whom a locked lobby is.
# A receiver raises GameError for what cannot be.
club_chosen = Signal()

# Asked with `lobby` and `user` for the clubs that a member can invite there: a receiver answers with InvitableClub values.
asked_for_invitable_clubs = Signal()

# Sent with `lobby` when it has opened, or when its host has changed whom it is for.
table_opened = Signal()

# Sent with `game` when it has ended, with a result or without one (abandoned).
game_ended = Signal()

# Asked with `now` for the game nights of this evening, or with `now` and `club` (its
# id) for the next ones of a club: a receiver answers with ComingNight values, those that begin first.
asked_for_nights = Signal()

# Sent with `now` by each clock in every sweep, a few times a second: a receiver asks the database with one cheap query
# whether anything of its own is due. `outage` is for how long no clock ran before, None in nearly all sweeps.
tick = Signal()
