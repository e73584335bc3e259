"""Checks of a design against the rules: every check yields Findings, and fixes stand beside the checks."""
