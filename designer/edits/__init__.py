"""Edits of a stage that need to know what is printed: going on with the road, mirroring, driving it the other way."""
