"""What holds for every test."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

from leftsuit import i18n


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count a skip as a failure where everything that tests need must be there."""
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Generator[None, None, None]:
    """Begin and end every test in English, whatever is spoken on this machine."""
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    i18n.show_in("utf-8")
    i18n.use(i18n.ENGLISH)
