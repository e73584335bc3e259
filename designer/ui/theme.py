"""Colours of the canvas for light and dark windows; the rest follows the system's palette."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True)
class Theme:
    """What the palette of the system does not say."""

    name: str
    canvas: QColor
    grid: QColor
    muted: QColor
    bars: QColor
    link: QColor


LIGHT = Theme("light", QColor("#f3f1ea"), QColor("#d8d4c6"), QColor("#6b6b6b"), QColor("#2f6fb5"), QColor("#1459a8"))
DARK = Theme("dark", QColor("#23272c"), QColor("#363c43"), QColor("#a7adb4"), QColor("#6aa5e3"), QColor("#8dbdf2"))


def of_palette(palette: QPalette) -> Theme:
    """The theme that suits a palette: dark when its windows are dark."""
    return DARK if palette.window().color().lightness() < 128 else LIGHT


def dark_palette() -> QPalette:
    """A dark palette for systems that have none of their own, and for pictures."""
    palette = QPalette()
    role = QPalette.ColorRole
    for names, colour in (
        ((role.Window, role.Button), "#2b3036"),
        ((role.Base,), "#1f2327"),
        ((role.AlternateBase,), "#282c32"),
        ((role.ToolTipBase,), "#3a4048"),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), "#e8eaed"),
        ((role.BrightText,), "#ff6b6b"),
        ((role.Highlight,), "#2f6fb5"),
        ((role.HighlightedText,), "#ffffff"),
        ((role.Link,), "#8dbdf2"),
        ((role.PlaceholderText,), "#98a0a8"),
        ((role.Light,), "#434a52"),
        ((role.Midlight,), "#3a4048"),
        ((role.Mid,), "#22262b"),
        ((role.Dark,), "#1a1d21"),
        ((role.Shadow,), "#101214"),
    ):
        for name in names:
            palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor("#7c848c"))
    return palette


def light_palette() -> QPalette:
    """A light palette that looks the same on every system."""
    palette = QPalette()
    role = QPalette.ColorRole
    for names, colour in (
        ((role.Window, role.Button), "#f2f2f0"),
        ((role.Base,), "#ffffff"),
        ((role.AlternateBase,), "#f6f6f3"),
        ((role.ToolTipBase,), "#fffbe6"),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), "#1d2126"),
        ((role.Highlight,), "#2f6fb5"),
        ((role.HighlightedText,), "#ffffff"),
        ((role.Link,), "#1459a8"),
        ((role.PlaceholderText,), "#767c83"),
        ((role.Light,), "#ffffff"),
        ((role.Midlight,), "#e6e6e2"),
        ((role.Mid,), "#c4c4be"),
        ((role.Dark,), "#a0a09a"),
        ((role.Shadow,), "#6b6b66"),
    ):
        for name in names:
            palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor("#9a9a95"))
    return palette


def use(name: str) -> None:
    """Give the application a theme: "light", "dark", or "system"."""
    palette = {"light": light_palette, "dark": dark_palette}.get(name)
    if palette is not None:
        QApplication.setPalette(palette())
    else:
        style = QApplication.style()
        QApplication.setPalette(style.standardPalette())
