"""Pictures of tiles, boards and spires, painted with Qt and without a window."""
