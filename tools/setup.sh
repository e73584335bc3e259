#!/bin/sh
# Create the virtual environment and install Crest with its tools; on Debian-like systems also the few shared
# libraries that Qt needs. Called by the Makefile; safe to run again.
set -eu

PYTHON=${PYTHON:-python3}
VENV=${VENV:-.venv}
QT_PACKAGES="libegl1 libgl1 libxkbcommon0 libfontconfig1 libfreetype6 libglib2.0-0 libdbus-1-3 libx11-6 \
fonts-dejavu-core libx11-xcb1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 \
libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-util1 libxcb-xfixes0 libxcb-xkb1"

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
"$VENV/bin/python" -m pip install --quiet --quiet --disable-pip-version-check --editable '.[test,lint]'

# Qt loads its libraries when a window module is imported, its X11 plugin when a window opens; fonts are found when
# text is drawn. Each is tried by itself, so that no library is found missing only when the editor starts.
draws() {
    QT_QPA_PLATFORM=offscreen "$VENV/bin/python" - <<'PYTHON' 2>/dev/null
import sys
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6 import QtWidgets
application = QGuiApplication([])
sys.exit(0 if QFontDatabase.families() else 1)
PYTHON
}

opens_windows() {
    [ "$(uname -s)" = Linux ] || return 0
    "$VENV/bin/python" - <<'PYTHON' 2>/dev/null
import ctypes
from pathlib import Path
import PySide6
from PySide6 import QtGui
ctypes.CDLL(str(Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"))
PYTHON
}

if ! draws || ! opens_windows; then
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        echo "Installing the shared libraries that Qt needs ..."
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        # Names differ a little between releases (libglib2.0-0t64): install what this one has.
        for package in $QT_PACKAGES; do
            apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 \
                || apt-get install -y -qq --no-install-recommends "${package}t64" >/dev/null 2>&1 \
                || echo "  (no package $package here)"
        done
    elif command -v apt-get >/dev/null 2>&1; then
        echo "Qt needs shared libraries that are missing. This line installs them:" >&2
        echo "  sudo apt-get install -y $QT_PACKAGES" >&2
    fi
    if ! draws; then
        echo "Qt cannot start: its libraries or fonts are missing. Qt says:" >&2
        QT_QPA_PLATFORM=offscreen "$VENV/bin/python" -c 'from PySide6 import QtWidgets' >&2 || true
        exit 1
    fi
    opens_windows || echo "Windows cannot be opened yet; everything else works." >&2
fi
echo "Ready."
