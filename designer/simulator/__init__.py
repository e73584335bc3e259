"""Simulators: rally/ drives cars over courses by the rules; batches and report run many and sum them up."""
