"""The stage canvas: scene, view, edits on several tiles, and how tiles fit."""
