"""Crest: design tabletop races, check them against the rules, test-run them, share them."""

__version__ = "0.1.0"
