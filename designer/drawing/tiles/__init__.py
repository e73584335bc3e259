"""Tiles with their tokens: where everything lies on them, and how it is painted."""
