"""{% release_mark %}: the release that makes this page, for static/js/release.js."""

from django import template

from games.transport.release import release_mark

register = template.Library()
register.simple_tag(release_mark)
