"""The reference engine for Rallyman: cars, dice, plans, rolling, driving. Written to be read beside the rules."""
