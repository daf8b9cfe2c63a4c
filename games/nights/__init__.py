"""Game nights: an evening with a time, places, rounds at several tables, points and honours.

A wing of its own: it uses the other layers, and nothing in play imports it. Play announces what it needs by signals
(games.signals): the tick of the clock, and the end of a game.
"""
