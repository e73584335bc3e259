"""Prints docs/findings.md from the table of codes."""

from designer.validation.codes import markdown

if __name__ == "__main__":
    print(markdown(), end="")
