"""Who was winning: the liberals' chance at every moment of a finished game, everything open. PURE.

`acts.acts_of` weighs a game with the stored model; `fit` makes that model (`manage.py fit_winning`). Refuses a
running game.
"""
