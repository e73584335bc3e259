"""Race for the Summit, played by the rules: set-up, board with its event log, turns, action phase, climbers, reports.

``setting`` compiles a spire, its deck and the rules in force; ``board`` is what lies open or face down, changed by
events alone, so that a log replays to the same end; ``choices`` are what a turn can be made of; ``state`` is the table
with its piles and the turn that is on; ``view`` is what one seat may see of it; ``players`` decide; ``effects`` and
``turn`` hold the rules of play, ``game`` runs the rounds; ``tally``, ``tuning`` and ``report`` sum many games up,
``batches`` plays them. Each imports only what is named before it.
"""
