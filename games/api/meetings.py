"""Reading where people meet: clubs, game nights."""

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Path, Router

from games.api import schemas
from games.api.parameters import PageNumber
from games.api.problems import not_found
from games.clubs.finding import CLUBS_A_PAGE, find_clubs
from games.clubs.models import Club
from games.clubs.pages import club_read_by
from games.nights.tonight import nights_tonight

router = Router(tags=["meetings"])


@router.get("clubs", url_name="clubs", response=list[schemas.ClubSchema])
def clubs(request: HttpRequest, page: PageNumber = 1) -> list[schemas.ClubSchema]:
    """List the clubs, the liveliest first."""
    first = (page - 1) * CLUBS_A_PAGE
    return [_tell(each) for each in find_clubs("", "")[first : first + CLUBS_A_PAGE]]


@router.get("clubs/{slug}", url_name="club", response=schemas.ClubSchema)
def club(
    request: HttpRequest, slug: Annotated[str, Path(pattern=r"^[-\w]{1,60}$")]
) -> schemas.ClubSchema:
    """Show one club."""
    found = club_read_by(slug, None)
    if found is None or found[0].closed_at:
        raise not_found()
    return _tell(found[0])


@router.get("nights", url_name="nights", response=list[schemas.NightSchema])
def nights(request: HttpRequest) -> list[schemas.NightSchema]:
    """List the game nights that run, or begin within a day."""
    return [
        schemas.NightSchema(
            name=each.name,
            path=each.url,
            starts_at=each.starts_at,
            has_begun=each.has_begun,
            coming=each.coming,
            places=each.places,
        )
        for each in nights_tonight(timezone.now())
    ]


def _tell(club: Club) -> schemas.ClubSchema:
    return schemas.ClubSchema(
        name=club.name,
        slug=club.slug,
        about=club.about,
        languages=club.language_codes,
        entry=club.entry,
        members=club.size,
        active=club.active,
        founded_at=club.founded_at,
    )
