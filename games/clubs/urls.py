"""HTTP routes of clubs, under /clubs/."""

from django.urls import path

from games.clubs import act_views, board_views, lobby_views, report_views, views

app_name = "clubs"
urlpatterns = [
    path("", views.clubs, name="list"),
    path("new/", act_views.found, name="found"),
    path("moderate/<int:number>/", report_views.moderate, name="moderate"),
    path("<slug:slug>/", views.club, name="club"),
    path("<slug:slug>/members/", views.members, name="members"),
    path("<slug:slug>/news/", views.news, name="news"),
    path("<slug:slug>/games/", views.games, name="games"),
    path("<slug:slug>/games.atom", views.games_feed, name="games_feed"),
    path("<slug:slug>/settings/", act_views.settings, name="settings"),
    path("<slug:slug>/close/", act_views.close, name="close"),
    path("<slug:slug>/join/", act_views.join, name="join"),
    path("<slug:slug>/decline/", act_views.decline, name="decline"),
    path("<slug:slug>/leave/", act_views.leave, name="leave"),
    path("<slug:slug>/invite/", act_views.invite, name="invite"),
    path("<slug:slug>/invite/<str:code>/", lobby_views.invite_to_table, name="invite_to_table"),
    path("<slug:slug>/answer/", act_views.answer, name="answer"),
    path("<slug:slug>/remove/", act_views.remove, name="remove"),
    path("<slug:slug>/appoint/", act_views.appoint, name="appoint"),
    path("<slug:slug>/hand-over/", act_views.hand_over, name="hand_over"),
    path("<slug:slug>/take-over/", act_views.take_over, name="take_over"),
    path("<slug:slug>/news/write/", act_views.write, name="write"),
    path("<slug:slug>/news/<int:number>/delete/", act_views.delete_news, name="delete_news"),
    path("<slug:slug>/news/<int:number>/report/", report_views.report_news, name="report_news"),
    path("<slug:slug>/boards/keep/", board_views.keep, name="keep_board"),
    path("<slug:slug>/boards/<int:number>/remove/", board_views.remove, name="remove_board"),
    path("<slug:slug>/table/", act_views.open_table, name="open_table"),
    path("<slug:slug>/report/", report_views.report_club, name="report"),
]
