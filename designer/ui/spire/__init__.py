"""The spire in the window: the table as one sees it, flat and round, setting it up, its deck, its games."""
