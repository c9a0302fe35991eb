"""A context of Chromium that test after test uses, so that the 124 scripts and styles of a page are fetched once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.templatetags.static import static

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# A document without scripts. Its page has the storage of the pages under test, and stays open.
OF_THE_ORIGIN = static("img/attest.svg")


class SharedContext:
    """A context that is given to one test after another, and emptied after each."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._kept: Page | None = None

    def open(self) -> BrowserContext:
        if self._kept is None:
            context = self._browser.new_context(
                base_url=self._address,
                viewport={"width": 1440, "height": 900},
                reduced_motion="reduce",
                service_workers="block",
            )
            self._kept = context.new_page()
            self._kept.goto(OF_THE_ORIGIN)
        return self._kept.context

    def empty(self) -> None:
        """Remove pages, cookies, storage and routes; a context with a clock, which cannot be removed, is closed."""
        kept = self._kept
        assert kept is not None
        kept.context.set_offline(False)
        kept.context.unroute_all(behavior="ignoreErrors")
        for page in kept.context.pages:
            if page is not kept:
                page.close()
        kept.context.clear_cookies()
        if not kept.evaluate("localStorage.clear(), String(setTimeout).includes('[native code]')"):
            self.close()

    def close(self) -> None:
        if self._kept is not None:
            self._kept.context.close()
            self._kept = None
