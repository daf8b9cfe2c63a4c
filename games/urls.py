"""HTTP routes of lobbies and games.

Two lists. Public pages may be found by anybody and stand at an address of their own in each language
(`/rules/`, `/es/rules/`): config.urls puts the prefix before them. Everything else has one address and
speaks the viewer's language. A new public page without arguments is in the site map by itself.
"""

from django.urls import path
from django.views.generic import RedirectView

from games.views import (
    chat,
    companion,
    export,
    game,
    history,
    home,
    leaderboard,
    lobby,
    narrator,
    player,
    replay,
    tour,
    tv,
)
from games.views import help as rule_help

app_name = "games"
public_pages = [
    path("", home.home, name="home"),
    path("rules/", rule_help.help_page, name="help"),
    path("narrator/", narrator.narrator, name="narrator"),
    path("companion/", companion.companion, name="companion"),
    path("tour/", tour.tour, name="tour"),
    path("tour/<int:step>/", tour.tour, name="tour_step"),
    path("replay/import/", replay.replay_import, name="replay_import"),
    path("rules/summary/", rule_help.summary, name="summary"),
    path("rules/<slug:anchor>/", rule_help.help_section, name="help_section"),
    path("leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("seasons/", leaderboard.season, name="season"),
    path("seasons/<slug:season>/", leaderboard.season, name="season_of"),
    path("calibration/", leaderboard.calibration, name="calibration"),
    path("community/", leaderboard.community_page, name="community"),
    path("players/<str:name>/", player.player, name="player"),
    path("players/<str:name>/games/", player.player_games, name="player_games"),
]
urlpatterns = [
    path("export/games.csv", export.export_csv, name="export_csv"),
    path("export/games.jsonl", export.export_records, name="export_records"),
    path("notices/seen/", player.notices_seen, name="notices_seen"),
    path("quick-seat/", home.quick_seat, name="quick_seat"),
    path("lobbies/find/", home.join_by_code, name="join_by_code"),
    path("lobbies/new/", lobby.create, name="lobby_create"),
    path("lobbies/<str:code>/", lobby.lobby, name="lobby"),
    path("lobbies/<str:code>/qr.svg", lobby.qr, name="lobby_qr"),
    path("lobbies/<str:code>/tv/", tv.lobby_tv, name="lobby_tv"),
    path("lobbies/<str:code>/join/", lobby.join, name="lobby_join"),
    path("lobbies/<str:code>/leave/", lobby.leave, name="lobby_leave"),
    path("lobbies/<str:code>/ready/", lobby.ready, name="lobby_ready"),
    path("lobbies/<str:code>/remove/", lobby.remove, name="lobby_remove"),
    path("lobbies/<str:code>/hand-over/", lobby.hand_over, name="lobby_hand_over"),
    path("lobbies/<str:code>/add-bot/", lobby.add_bot, name="lobby_add_bot"),
    path("lobbies/<str:code>/remove-bot/", lobby.remove_bot, name="lobby_remove_bot"),
    path("lobbies/<str:code>/settings/", lobby.settings, name="lobby_settings"),
    path("lobbies/<str:code>/start/", lobby.start, name="lobby_start"),
    # What is shared and printed into QR codes.
    path("j/<str:code>/", RedirectView.as_view(pattern_name="games:lobby"), name="short_link"),
    path("games/<slug:code>/rematch/", lobby.rematch, name="rematch"),
    path("games/<slug:code>/", game.table, name="table"),
    path("games/<slug:code>/replay/", replay.replay, name="replay"),
    path("games/<slug:code>/replay/<int:step>/", replay.replay_step, name="replay_step"),
    path("games/<slug:code>/replay/card.png", replay.replay_card, name="replay_card"),
    path("games/<slug:code>/record.json", replay.record, name="record"),
    path("games/<slug:code>/tv/", tv.tv, name="tv"),
    path("games/<slug:code>/act/", game.act, name="act"),
    path("games/<slug:code>/rounds/<int:round_>/", history.look_back, name="look_back"),
    path("games/<slug:code>/seats/<int:seat>/", history.player_record, name="player_record"),
    path("games/<slug:code>/agree/", game.agree, name="agree"),
    path("games/<slug:code>/leave/", game.leave, name="leave"),
    path("games/<slug:code>/say/", chat.say, name="say"),
    path("games/<slug:code>/talk/", chat.talk_page, name="talk"),
    path("games/<slug:code>/notes/", chat.notes, name="notes"),
    path("games/<slug:code>/mark/", chat.mark, name="mark"),
    path("games/<slug:code>/mute/", chat.mute_person, name="mute"),
    path("games/<slug:code>/return/", game.take_back, name="return"),
]
