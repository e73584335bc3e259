"""The design document and the edits on it: frozen dataclasses and pure functions, no rules and no window."""
