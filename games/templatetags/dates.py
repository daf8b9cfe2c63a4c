"""Long dates as their readers write them: {{ value|written }}, |written:"DATETIME_FORMAT"."""

from django import template

from games.words.dates import written

register = template.Library()
register.filter("written", written, expects_localtime=True)
