"""Figures in the reader's language: {{ value|number:1 }}, |signed:1, |percent."""

from django import template

from games.presenters.player import numbers

register = template.Library()
register.filter("number", numbers.number)
register.filter("signed", numbers.signed)
register.filter("percent", numbers.percent)
