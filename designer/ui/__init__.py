"""The window: shows one Design and turns gestures into edits. The only package that imports Qt."""
