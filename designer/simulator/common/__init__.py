"""What both simulators use: batches of runs, and sums over their figures."""
