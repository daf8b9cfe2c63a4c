"""An open home page learns over its socket of the nights of this evening."""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.nights.announcing import announce_night, cancel_night, change_night
from games.nights.models import Night
from games.nights.places import join_night
from tests.factories import a_person
from tests.games.nights.nights import a_night, a_plan, an_organiser
from tests.sockets import tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

run = database_sync_to_async


async def test_home_learns_of_a_night_that_is_announced_changed_and_cancelled() -> None:
    organiser = await run(an_organiser)()
    soon = timezone.now() + timedelta(hours=3)
    plan = a_plan(name="Owl evening", starts_at=soon)
    async with tab("/ws/home/") as home:
        assert "Owl evening" not in await home.html()
        night = await run(announce_night)(user=organiser, plan=plan)
        html = await home.html()
        assert 'id="nights-tonight"' in html
        assert "Owl evening" in html
        # The tables have not changed, so they are not sent.
        assert 'id="open-lobbies"' not in html
        renamed = a_plan(name="Fox evening", starts_at=soon)
        await run(change_night)(night_id=night.pk, user=organiser, plan=renamed)
        assert "Fox evening" in await home.html()
        await run(cancel_night)(night_id=night.pk, user=organiser)
        html = await home.html()
        assert 'id="nights-tonight"' in html
        assert "Fox evening" not in html


async def test_only_who_comes_is_told_so() -> None:
    night: Night = await run(a_night)(starts_at=timezone.now() + timedelta(hours=3))
    kim = await run(a_person)(is_guest=False)
    async with tab("/ws/home/", kim) as own, tab("/ws/home/") as other:
        for home in (own, other):
            assert "1 coming, 24 places" in await home.html()
        await run(join_night)(night_id=night.pk, user=kim)
        for home, comes in ((own, True), (other, False)):
            html = await home.html()
            assert "2 coming, 24 places" in html
            assert ("You are coming" in html) is comes
