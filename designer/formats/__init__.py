"""Reading and writing designs: one module for each format."""
