"""A real Chromium: its windows, what goes wrong in them, and whether everyone could use what they show."""

from __future__ import annotations

import shutil
import time
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    WebSocket,
    expect,
)

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")
DESKTOP = (1280, 800)
PHONE = (390, 844)
SMALL_PHONE = (360, 640)
PATIENCE = 45_000  # milliseconds; a busy machine is slow, a stuck page is stuck for ever

expect.set_options(timeout=PATIENCE)

# Said in the console, so that it is found with everything else that goes wrong.
TELL_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) =>
  console.error(`forbidden by policy: ${event.violatedDirective} ${event.blockedURI}`));
"""

SHOWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def chromium() -> str | None:
    """The one without windows of its own first: it shows the same for a quarter less."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next((found for name in names if (found := shutil.which(name))), None)


def launched(playwright: Playwright, *more: str) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, *more])


class Window:
    """One person's browser: a page, and everything it complained of."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        lang: str = "en",
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        motion: bool = False,
        dark: bool = False,
    ) -> None:
        self.lang = lang
        self.touch = touch
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            ignore_https_errors=True,  # a proxy in front has a certificate of the test's own making
            locale={"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}[lang],
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if dark else "light",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(TELL_VIOLATIONS)
        self.page: Page = self.context.new_page()
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self._unanswered: set[Request | WebSocket] = set()
        self.context.on("request", lambda request: self._unanswered.add(request))
        self.context.on("requestfinished", lambda request: self._unanswered.discard(request))
        self.context.on("requestfailed", lambda request: self._unanswered.discard(request))
        self.page.on("websocket", self._dials)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "") if message.location else ""
            self.complaints.append(f"{message.text} ({where})")

    def _dials(self, socket: WebSocket) -> None:
        self._unanswered.add(socket)
        socket.on("framereceived", lambda _: self._unanswered.discard(socket))
        socket.on("close", lambda _: self._unanswered.discard(socket))

    def settles(self) -> None:
        """Everything the page asks for has come, also what it asks for after showing that."""
        deadline = time.monotonic() + PATIENCE / 1000
        quiet = 0
        while quiet < 2:
            self.page.evaluate(SHOWN)
            quiet = 0 if self._unanswered else quiet + 1
            assert time.monotonic() < deadline, f"no answer: {self._unanswered}"

    def forgive(self, *words: str) -> None:
        """Drops complaints that had to come, as when the server is gone."""
        self.complaints = [one for one in self.complaints if not any(word in one for word in words)]

    def close(self) -> None:
        self.context.close()


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


# Letters within a drawing, hidden from readers, are no label of the button around it.
RUN_AXE = """async (rules) => {
  const only = rules.length ? { runOnly: rules } : {};
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
  const said = (node) => {
    const whole = document.querySelector(node.target[0])?.cloneNode(true);
    whole?.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove());
    return whole?.textContent.trim() !== '';
  };
  return violations
    .map((one) => (one.id.startsWith('label-content') ? { ...one, nodes: one.nodes.filter(said) } : one))
    .filter((one) => one.nodes.length);
}"""


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe finds serious or critical on the page as it stands, by all its rules or by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, list(rules))
    return [
        f"{one['impact']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:4]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def overflows(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


# As an app hands a file over that somebody shares: a form posted by nobody's page.
SHARE = """([where, text]) => {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: where });
  const file = Object.assign(document.createElement('input'), { type: 'file', name: 'record' });
  const handed = new DataTransfer();
  handed.items.add(new File([text], 'record.txt', { type: 'text/plain' }));
  file.files = handed.files;
  form.append(file);
  document.body.append(form);
  form.submit();
}"""


def shares(page: Page, where: str, text: str) -> None:
    """Another app shares a record with the one at this page; it is seen there."""
    page.evaluate(SHARE, [where, text])
    page.wait_for_url("**shared")
    expect(page.get_by_role("slider", name="Step")).to_be_visible(timeout=4 * PATIENCE)
