"""Tile sides: where things lie on them, how they are painted, what they are in words."""
