"""Moderation: reports, cases, decisions, appeals, and the audit of what staff did.

A wing of its own: it uses the other layers, and nothing in play imports it. What a decision does to a person is a
Sanction (accounts.sanctions), which play asks about.
"""
