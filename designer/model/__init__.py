"""A design compiled: its graphs, course, track and cars under the rules in force, each built once."""
