"""Clubs: groups of members with a page, news, tables of their own, and a leaderboard of their games.

A wing of its own: it uses the other layers, and nothing in play imports it. Play announces what clubs hear
(games.signals).
"""
