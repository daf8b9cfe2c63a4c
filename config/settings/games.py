"""Play: bots, talk, the clock, lobbies, public lists, and when the logs of finished games are packed."""

from config import environment

# How long a bot seems to think: shortest and longest pause.
BOT_PAUSE_SECONDS = environment.seconds_range("BOT_PAUSE_SECONDS", default=(1.2, 2.8))
# Whether bots make claims and say ready-made sentences.
BOTS_TALK = environment.flag("BOTS_TALK", default=True)
# Whether bots wait until people have seen what happened, and clocks begin after it.
WAIT_FOR_MOMENTS = environment.flag("WAIT_FOR_MOMENTS", default=True)
# How many messages a person may send in how many seconds, over all tables.
CHAT_BURST = 5
CHAT_BURST_SECONDS = 8.0
# How many slow games one person may sit in at once: each lasts for weeks and sends mails.
SLOW_GAMES_OF_A_GUEST = 3
SLOW_GAMES_OF_A_MEMBER = 12
# How often the clock looks for decisions that are due.
CLOCK_INTERVAL_SECONDS = environment.seconds("CLOCK_INTERVAL_SECONDS", default=0.25)
# A lobby is closed after this long without activity.
LOBBY_STALE_SECONDS = environment.seconds("LOBBY_STALE_SECONDS", default=2 * 3600)

# How long the home page shows public lists as they were read for somebody before; its socket brings what is new.
HOME_KEPT_SECONDS = 2

# After so many days the event log of a finished game is packed; services.packing.
PACK_GAMES_AFTER_DAYS = environment.whole_number("PACK_GAMES_AFTER_DAYS", default=7, minimum=1)
