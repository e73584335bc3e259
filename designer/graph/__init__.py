"""Graphs of a design (networkx): tiles, driven sections, spaces, and the course that a car runs.

``stage_graph`` says which tiles join, ``route`` which roads are driven and in which direction, ``space_graph`` how
one drives from space to space, and ``course`` unrolls laps so that every run is a walk through a graph without
cycles; ``stretches`` is the course tile by tile, for what has to be quick after an edit; ``spire_graph`` the cards of
a spire and the moves between them.
"""
