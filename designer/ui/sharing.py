"""What leaves the window for others to read: a page of findings, a report, a PDF, paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QFileDialog

from designer import report
from designer.design.document import Design
from designer.simulator.rally.batches import Progress, SimulationError
from designer.ui import printing
from designer.ui.background import BackgroundJob
from designer.ui.command import DOTS, Command
from designer.ui.files import Files
from designer.ui.session import Session
from designer.validation.page import page


def _report(design: Design, target: Path, title: str, progress: Progress) -> list[str]:
    """Write a report, in a process of its own: the names of its files, then what was left out."""
    try:
        result = report.write_report(design, target, title=title)
    except OSError as error:
        raise SimulationError(f"{target} cannot be written into: {error.strerror or error}") from None
    return [written.path.name for written in result.files] + list(result.left_out)


class Sharing(QObject):
    """The part of the File menu that writes for readers."""

    def __init__(self, files: Files, session: Session) -> None:
        super().__init__(files.window)
        self.files = files
        self.session = session
        self._job: BackgroundJob | None = None

    def commands(self) -> tuple[Command, ...]:
        """What it offers."""
        return (
            Command(
                "export-pdf",
                f"Export as P&DF{DOTS}",
                self.export_pdf,
                "Ctrl+Shift+F",
                "Write the picture and what to fetch as PDF",
            ),
            Command(
                "export-page",
                f"Export the &findings as a page{DOTS}",
                self.export_page,
                "Ctrl+Shift+H",
                "Write the findings with a map as one HTML page",
            ),
            Command(
                "report",
                f"Write a &report{DOTS}",
                self.report,
                "Ctrl+Shift+O",
                "Write design, picture, findings and a simulation into a folder",
            ),
            Command(
                "print",
                f"Pr&int{DOTS}",
                self.print,
                QKeySequence.StandardKey.Print,
                "Print the picture and what to fetch",
            ),
        )

    @property
    def busy(self) -> bool:
        """Whether a report is being written."""
        return self._job is not None

    def _write(self, path: Path, contents: bytes) -> bool:
        if not self.files.write(path, contents):
            return False
        self.session.told.emit(f"Wrote {path.name}.")
        return True

    def export_page(self) -> None:
        """Ask for a file and write the findings as a page."""
        if path := self.files.ask("Export the findings as a page", ".html", "Pages (*.html)", "-findings"):
            self.export_page_path(path)

    def export_page_path(self, path: Path) -> bool:
        """Write the findings of the design in front as one HTML file."""
        session = self.session
        html = page([(session.document.title, session.design, session.findings)])
        return self._write(path, html.encode("utf-8"))

    def export_pdf(self) -> None:
        """Ask for a file and write the design as PDF."""
        if path := self.files.ask("Export as PDF", ".pdf", "PDF (*.pdf)"):
            self.export_pdf_path(path)

    def export_pdf_path(self, path: Path) -> bool:
        """Write name, picture and what to fetch as PDF."""
        session = self.session
        return self._write(path, printing.pdf(session.design, session.facts, session.document.title))

    def print(self) -> None:
        """Ask for a printer and print the same."""
        # Loaded only here: a system without printing can still run the window.
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(self.session.document.title)
        dialog = QPrintDialog(printer, self.files.window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            printing.print_design(self.session.design, self.session.facts, self.session.document.title, printer)

    def report(self) -> None:
        """Ask for a folder and write the report there."""
        start = str(self.files.settings.value("folder", ""))
        if name := QFileDialog.getExistingDirectory(self.files.window, "Folder for the report", start):
            self.report_into(Path(name))

    def report_into(self, target: Path) -> None:
        """Write design, picture, findings and a simulation into a folder, beside the work."""
        if self._job is not None:
            self.session.refused.emit("A report is being written already.")
            return
        document = self.session.document
        self._job = BackgroundJob(_report, (document.design, target, document.title), self)
        self._job.ended.connect(lambda written: self._ended(target, written))
        self._job.failed.connect(self._failed)
        self._job.start()
        self.session.told.emit(f"Writing the report into {target} \N{HORIZONTAL ELLIPSIS}")

    def stop(self) -> None:
        """End the work before the window goes."""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def _over(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()

    def _ended(self, target: Path, written: list[str] | None) -> None:
        self._over()
        if written is not None:
            self.session.told.emit(f"Report in {target}: {', '.join(written)}.")

    def _failed(self, reason: str) -> None:
        self._over()
        self.files.tell("Cannot write the report", reason)
