"""The spire: what lies on the table, its cards, and the unrolled picture."""
