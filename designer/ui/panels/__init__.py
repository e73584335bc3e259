"""The docks: pieces, inspector, facts, pace notes, problems, simulation."""
