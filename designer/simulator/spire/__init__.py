"""Race for the Summit, played by the rules: set-up, board with its event log, turns, action phase, climbers, reports.

``setting`` compiles a spire, its deck and the rules in force; ``board`` is the state, changed by events alone, so that
a log replays to the same end; ``game`` and ``turn`` hold the rules of play; ``view`` is what one seat may see;
``players`` decide; ``batches`` runs many games, ``report`` and ``tuning`` sum them up.
"""
