"""What may be placed where: dice, cars, the track under its rules, plans, and what a car can reach. Nothing here rolls.

Validation asks these rules and the simulators play by them, so that each stands once.
"""
