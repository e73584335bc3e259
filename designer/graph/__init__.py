"""Graphs of a design (networkx): tiles, driven sections, spaces, and the course that a car runs.

``stage_graph`` says which tiles join, ``route`` which roads are driven and in which direction, ``space_graph`` how
one drives from space to space, and ``course`` unrolls laps so that every run is a walk through a graph without
cycles; ``stretches`` is the course tile by tile, for what has to be quick after an edit. ``line`` is the way from
start to finish, from which ``facts`` and ``pace_notes`` are read; ``boxes`` says what to fetch. ``append`` and
``mirror`` are edits that need to know what is printed.
"""
