"""Learning the game by lessons and riddles: positions with an answer that the rules and the facts force.

A wing of its own: it uses the other layers, and nothing in play imports it. It never reads a running game.
"""
