"""HTTP routes of lobbies and games.

Public pages have an address in each language (`/rules/`, `/es/rules/`): config.urls adds the
prefix. All other pages have one address and use the visitor's language. A new public page without
arguments is in the sitemap automatically.
"""

from django.urls import path
from django.views.generic import RedirectView

from games.views import (
    blocking,
    chat,
    community,
    companion,
    export,
    game,
    history,
    home,
    leaderboard,
    lobby,
    lobby_talk,
    narrator,
    player,
    practice,
    rematch,
    replay,
    tour,
    tv,
)
from games.views import help as rule_help
from games.views.guesses import by_code

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
    path("rules/strategy/", rule_help.strategy, name="strategy"),
    path("rules/questions/", rule_help.questions, name="questions"),
    path("rules/<slug:anchor>/", rule_help.help_section, name="help_section"),
    path("leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("seasons/", leaderboard.season, name="season"),
    path("seasons/<slug:season>/", leaderboard.season, name="season_of"),
    path("calibration/", community.calibration, name="calibration"),
    path("community/", community.community_page, name="community"),
    path("players/<str:name>/", player.player, name="player"),
    path("players/<str:name>/games/", player.player_games, name="player_games"),
]
urlpatterns = [
    path("rules/index/<slug:language>.json", rule_help.help_index, name="help_index"),
    path("export/games.csv", export.export_csv, name="export_csv"),
    path("export/games.jsonl", export.export_records, name="export_records"),
    path("players/<str:name>/block/", blocking.block, name="block"),
    path("blocked/", blocking.blocked, name="blocked"),
    path("notices/seen/", player.notices_seen, name="notices_seen"),
    path("tour/table/", home.practise, name="practise"),
    path("practice/people/", practice.people, name="practice_people"),
    path("quick-seat/", home.quick_seat, name="quick_seat"),
    path("lobbies/open/", home.open_table, name="lobby_open"),
    by_code("lobbies/find/", home.join_by_code, name="join_by_code"),
    path("lobbies/new/", lobby.create, name="lobby_create"),
    by_code("lobbies/<str:code>/", lobby.lobby, name="lobby"),
    by_code("lobbies/<str:code>/qr.svg", lobby.qr, name="lobby_qr"),
    by_code("lobbies/<str:code>/invitation/", lobby.invitation, name="lobby_invitation"),
    by_code("lobbies/<str:code>/tv/", tv.lobby_tv, name="lobby_tv"),
    by_code("lobbies/<str:code>/join/", lobby.join, name="lobby_join"),
    by_code("lobbies/<str:code>/leave/", lobby.leave, name="lobby_leave"),
    by_code("lobbies/<str:code>/ready/", lobby.ready, name="lobby_ready"),
    by_code("lobbies/<str:code>/remove/", lobby.remove, name="lobby_remove"),
    by_code("lobbies/<str:code>/hand-over/", lobby.hand_over, name="lobby_hand_over"),
    by_code("lobbies/<str:code>/add-bot/", lobby.add_bot, name="lobby_add_bot"),
    by_code("lobbies/<str:code>/remove-bot/", lobby.remove_bot, name="lobby_remove_bot"),
    by_code("lobbies/<str:code>/say/", lobby_talk.say, name="lobby_say"),
    by_code("lobbies/<str:code>/talk/", lobby_talk.talk_page, name="lobby_talk"),
    by_code("lobbies/<str:code>/mute/", lobby_talk.mute, name="lobby_mute"),
    by_code("lobbies/<str:code>/settings/", lobby.settings, name="lobby_settings"),
    by_code("lobbies/<str:code>/start/", lobby.start, name="lobby_start"),
    # The address in links and QR codes.
    by_code("j/<str:code>/", RedirectView.as_view(pattern_name="games:lobby"), name="short_link"),
    by_code("games/<slug:code>/rematch/", rematch.rematch, name="rematch"),
    by_code("games/<slug:code>/", game.table, name="table"),
    by_code("games/<slug:code>/replay/", replay.replay, name="replay"),
    by_code("games/<slug:code>/replay/<int:step>/", replay.replay_step, name="replay_step"),
    by_code("games/<slug:code>/replay/card.png", replay.replay_card, name="replay_card"),
    by_code("games/<slug:code>/record.json", replay.record, name="record"),
    by_code("games/<slug:code>/tv/", tv.tv, name="tv"),
    by_code("games/<slug:code>/act/", game.act, name="act"),
    by_code("games/<slug:code>/rounds/<int:round_>/", history.look_back, name="look_back"),
    by_code("games/<slug:code>/seats/<int:seat>/", history.player_record, name="player_record"),
    by_code("games/<slug:code>/agree/", game.agree, name="agree"),
    by_code("games/<slug:code>/more-time/", game.more_time, name="more_time"),
    by_code("games/<slug:code>/ratings/", game.ratings, name="ratings"),
    by_code("games/<slug:code>/leave/", game.leave, name="leave"),
    by_code("games/<slug:code>/say/", chat.say, name="say"),
    by_code("games/<slug:code>/talk/", chat.talk_page, name="talk"),
    by_code("games/<slug:code>/notes/", chat.notes, name="notes"),
    by_code("games/<slug:code>/mark/", chat.mark, name="mark"),
    by_code("games/<slug:code>/mute/", chat.mute_person, name="mute"),
    by_code("games/<slug:code>/return/", game.take_back, name="return"),
]
