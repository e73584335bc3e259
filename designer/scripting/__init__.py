"""What scripts work with: a draft to chain on, the results of many runs as arrays, graphs with plain attributes.

``import designer`` gives the names; docs/scripting.md shows them at work.
"""
