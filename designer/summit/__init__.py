"""Race for the Summit: the cards, dealing them, and edits on a deck of one's own."""
