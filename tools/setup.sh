#!/bin/sh
# Create the virtual environment and install Crest with its tools; on Debian-like systems also the few shared
# libraries that Qt needs. Called by the Makefile; safe to run again.
set -eu

PYTHON=${PYTHON:-python3}
VENV=${VENV:-.venv}
QT_PACKAGES="libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libglib2.0-0 \
libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 \
libxcb-xinerama0 libxcb-xkb1 fonts-dejavu-core"

if ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Crest needs Python 3.11 or newer. '$PYTHON' is $("$PYTHON" --version 2>&1 || echo missing)." >&2
    echo "Install one and name it: make run PYTHON=python3.12" >&2
    exit 1
fi

if [ ! -x "$VENV/bin/python" ]; then
    echo "Creating the virtual environment in $VENV ..."
    if ! "$PYTHON" -m venv "$VENV"; then
        rm -rf "$VENV"
        echo "The virtual environment could not be made. On Debian or Ubuntu run: apt-get install python3-venv" >&2
        exit 1
    fi
fi

echo "Installing Crest and its tools ..."
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[test,lint]'

# Qt loads its display libraries when a window module is imported; fonts are found when text is drawn.
qt_works() {
    QT_QPA_PLATFORM=offscreen "$VENV/bin/python" - <<'PYTHON' 2>/dev/null
import sys
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6 import QtWidgets
application = QGuiApplication([])
sys.exit(0 if QFontDatabase.families() else 1)
PYTHON
}

if ! qt_works; then
    if command -v apt-get >/dev/null 2>&1; then
        if [ "$(id -u)" = 0 ]; then
            echo "Installing the shared libraries that Qt needs ..."
            export DEBIAN_FRONTEND=noninteractive
            apt-get update -qq
            # Names differ a little between releases (libglib2.0-0t64): install what this one has.
            for package in $QT_PACKAGES; do
                apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 \
                    || apt-get install -y -qq --no-install-recommends "${package}t64" >/dev/null 2>&1 \
                    || echo "  (no package $package here)"
            done
        else
            echo "Qt needs shared libraries that are missing. Run this line, then the command again:" >&2
            echo "  sudo apt-get install -y $QT_PACKAGES" >&2
            exit 1
        fi
    fi
    if ! qt_works; then
        echo "Qt cannot start: its display libraries or fonts are missing. Qt says:" >&2
        QT_QPA_PLATFORM=offscreen "$VENV/bin/python" -c 'from PySide6 import QtWidgets' >&2 || true
        exit 1
    fi
fi
echo "Ready."
