"""The Boards tab: the board drawn as on the table, its tray, its table, SET-UP categories and comparisons."""
