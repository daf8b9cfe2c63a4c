"""The open interface under /api/v1/: what anybody may read, and what a person's own programs may do with a token.

Each operation asks the selectors and services that the pages ask; `answering` is around all of them. What is promised
stands in `openapi.json`, which a test compares with the code.
"""
