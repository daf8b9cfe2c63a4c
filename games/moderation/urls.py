"""HTTP routes of moderation, under /moderation/."""

from django.urls import path

from games.moderation import month_views, reporting, staff_views, wave_views
from games.views.guesses import by_code

app_name = "moderation"
urlpatterns = [
    # For everybody.
    by_code(
        "report/game/<slug:code>/<slug:key>/", reporting.report_at_table, name="report_at_table"
    ),
    by_code("report/lobby/<str:code>/", reporting.report_lobby_name, name="report_lobby_name"),
    by_code(
        "report/lobby/<str:code>/<int:seat>/", reporting.report_in_lobby, name="report_in_lobby"
    ),
    path("report/player/<str:name>/", reporting.report_player, name="report_player"),
    path("mine/", reporting.own_reports, name="own_reports"),
    path("appeal/<int:sanction>/", reporting.appeal, name="appeal"),
    path("numbers/", reporting.numbers, name="numbers"),
    # For moderators.
    path("", staff_views.queue, name="queue"),
    path("cases/<int:number>/", staff_views.case, name="case"),
    path("cases/<int:number>/claim/", staff_views.claim, name="claim"),
    path("cases/<int:number>/let-guests-in/", wave_views.let_guests_in, name="let_guests_in"),
    path(
        "cases/<int:number>/for-all/<slug:decision>/",
        wave_views.decide_for_all,
        name="decide_for_all",
    ),
    path("cases/<int:number>/<slug:decision>/", staff_views.decide, name="decide"),
    path("appeals/<int:number>/", staff_views.answer_appeal, name="answer_appeal"),
    path("months/", month_views.months, name="months"),
    path("months/<slug:month>/", month_views.months, name="month"),
    path("months/lines/<int:number>/case/", month_views.open_case, name="open_case"),
]
