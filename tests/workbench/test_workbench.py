"""The workbench as a person uses it, in a real browser: once as a static site, with Python in the page, and once before
`pitboss serve`. The same pages, the same steps, the same answers.

Not collected where there is no Chromium; the run then says so. A page is opened once for each: its start is dear.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
import time
import zipfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from compliance.workbench.folder import Folder
from compliance.workbench.server import Workbench, WorkbenchServer
from compliance.workbench.site import site_files
from compliance.workbench.worker import Worker, WorkerSettings
from tests.browsing import RUNTIME
from tests.conftest import Ran
from tests.paper.pdfs import set_pdf
from tests.paper.test_pdf import DOCUMENT as PAPER_DOCUMENT
from tests.paper.test_pdf import TABLE as PAPER_TABLE
from tests.reports.browser import PATIENCE, Browser, Tab
from tests.reports.conftest import HOSTILE

Pitboss = Callable[..., Ran]
ROOT = Path(__file__).parents[2]
SCHEDULE = ROOT / "rulesets/california/napa-valley/california-games-schedule.yaml"
GAME = ROOT / "rulesets/washington/gow-z-gow.yaml"
PHONE = (390, 844)
TABS = ("verdict", "printed", "forms", "paper", "pictures", "odds", "set", "changes")


_PLACE_OF = """async (words, beside) => {
  const root = document.querySelector('#editor').shadowRoot, box = root.querySelector('.cm-scroller');
  const next = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (box.scrollTop = 0; ; box.scrollTop += box.clientHeight / 2) {
    await next();
    const line = [...root.querySelectorAll('.cm-line')]
      .find(one => [words, beside].every(part => one.textContent.includes(part)));
    if (!line && box.scrollTop + box.clientHeight < box.scrollHeight - 1) continue;
    line.scrollIntoView({block: 'center'});
    await next();
    let left = line.textContent.indexOf(words) + words.length;
    const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walk.nextNode() && walk.currentNode.data.length < left) left -= walk.currentNode.data.length;
    const range = document.createRange();
    range.setStart(walk.currentNode, left - 1);
    range.setEnd(walk.currentNode, left);
    const at = [...range.getClientRects()].at(-1);
    return [at.right - 1, at.top + at.height / 2];
  }
}"""


_SET_DAY = """day => { const box = document.querySelector('#day'); box.value = day;
  box.dispatchEvent(new Event('change')); }"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Tests read no log."""


@contextmanager
def served(folder: Path, handler: type[SimpleHTTPRequestHandler] = Quiet) -> Iterator[str]:
    """A folder over HTTP, as any web host would serve it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the static site."""
    folder = tmp_path_factory.mktemp("site")
    for name, data in site_files(RUNTIME).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[str]:
    """The static site."""
    with served(site_folder) as address:
        yield address


class Serving(NamedTuple):
    server: WorkbenchServer
    folder: Path

    @property
    def address(self) -> str:
        """The address for the next window: each opens one."""
        return self.server.address


@pytest.fixture
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """`pitboss serve` on a folder with the same files."""
    folder = tmp_path_factory.mktemp("room")
    for path in (SCHEDULE, GAME):
        shutil.copy(path, folder)
    client = Workbench(
        Folder(str(folder)), Worker(WorkerSettings("compliance.commands.workbench_process", "decisions.yaml"))
    )
    with WorkbenchServer(client) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Serving(server, folder)
        server.shutdown()
        thread.join()
    client.close()


class WorkbenchPage:
    """The page, and what a person does on it."""

    def __init__(self, browser: Browser, address: str, downloads: Path) -> None:
        self.tab = Tab(browser)
        self.address = address
        self.downloads = downloads
        self.tab.look()
        self.tab.size(1440, 900)
        self.tab.download_to(downloads)
        self.tab.open(address)
        self.tab.wait("document.documentElement.dataset.ready")

    def text(self, selector: str) -> str:
        found: str = self.tab.run(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")
        return found

    @contextmanager
    def checked_anew(self) -> Iterator[None]:
        """Do something, and wait until what it changed is checked."""
        count = "Number(document.documentElement.dataset.checked ?? 0)"
        before = self.tab.run(count)
        yield
        self.tab.wait(f"{count} > {before} && !document.documentElement.dataset.busy")

    def open(self, *paths: Path) -> None:
        with self.checked_anew():
            self.tab.give("#picker", paths)

    def put_cursor_behind(self, words: str, beside: str = "") -> None:
        """Click behind words of the text, in a line that has others, too. Only what is near is drawn: it scrolls."""
        x, y = self.tab.run(f"({_PLACE_OF})({json.dumps(words)}, {json.dumps(beside)})")
        for kind in ("mousePressed", "mouseReleased"):
            self.tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def read_text(self) -> str:
        text: str = self.tab.run(
            "pitboss.call('text', {name: document.querySelector('#file-name').textContent}).then(one => one.text)"
        )
        return text

    def findings(self) -> list[dict[str, str]]:
        """What the verdict lists: status, requirement, where, message."""
        found: list[dict[str, str]] = self.tab.run(
            """[...document.querySelectorAll('.finding')].map(one => ({status: one.dataset.status,
            requirement: one.dataset.requirement, where: one.querySelector('.where')?.textContent ?? '',
            message: one.querySelector('.message').textContent}))"""
        )
        return found

    def press_button(self, words: str, within: str = "body") -> None:
        """Press the first button with these words, as soon as there is one."""
        find = f"""[...document.querySelectorAll({json.dumps(within + " button")})]
          .find(one => one.textContent.startsWith({json.dumps(words)}) && one.checkVisibility())"""
        self.tab.wait(find)
        self.tab.run(f"({find}).click()")  # at once: what is offered may be shown anew at any moment

    def barriers(self) -> list[Any]:
        """What axe finds. The frame has an origin of its own, and shows the report, which has its own tests."""
        found: list[Any] = self.tab.run(
            "axe.run({iframes: false}).then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
        )
        return found

    def show(self, panel: str) -> None:
        self.tab.click(f"#tab-{panel}")
        self.tab.wait(f"document.querySelector('#panel').dataset.shown === '{panel}'")

    def downloaded(self, ending: str) -> bytes:
        """The file that was just taken."""
        deadline = time.monotonic() + PATIENCE
        while not (found := [one for one in self.downloads.iterdir() if one.name.endswith(ending)]):
            assert time.monotonic() < deadline, [one.name for one in self.downloads.iterdir()]
            self.tab.run("0")
            time.sleep(0.05)
        data = found[0].read_bytes()
        found[0].unlink()
        return data


def a_person_works(workbench: WorkbenchPage) -> None:
    """From opening a schedule to its printed report."""
    assert workbench.text(".verdict h2") == "California games collection rates"
    assert workbench.text(".verdict .said") == "Not ready to submit"
    _break_a_band_and_mend_it(workbench)
    _change_a_fee_in_a_form(workbench)
    _answer_a_review(workbench)
    _slide_over_a_change_of_law(workbench)
    _print_it(workbench)


def _change_a_fee_in_a_form(workbench: WorkbenchPage) -> None:
    """The form changes its own bytes of the text, and follows the text."""
    workbench.show("forms")
    before = workbench.read_text()
    field = """[...document.querySelectorAll('#panel input')].find(one => one.getAttribute('aria-label')
      === 'fee of row 1, Option 3: player-dealer')"""
    with workbench.checked_anew():
        workbench.tab.run(f"(one => {{ one.value = '$6'; one.dispatchEvent(new Event('change')); }})({field})")
    assert workbench.read_text() == before.replace("{$1-$50: $1, $51-$200: $2,", "{$1-$50: $6, $51-$200: $2,")
    assert workbench.tab.run(f"{field}.value") == "$6"
    workbench.show("verdict")


_FIRST_ANSWER = "[...document.querySelectorAll('.finding button')].find((one) => one.textContent === 'Answer…')"


def _answer_a_review(workbench: WorkbenchPage) -> None:
    tab = workbench.tab
    # What the document does not say has no such button: it is to be said.
    asked = tab.run(f"({_FIRST_ANSWER}).closest('.finding').dataset.requirement")
    tab.run(f"({_FIRST_ANSWER}).click()")
    tab.wait("document.querySelector('dialog [name=reason]')")
    if tab.run("document.querySelectorAll('dialog input[type=checkbox]').length"):
        assert tab.run("document.querySelectorAll('dialog input:checked').length") == 0
        tab.run("document.querySelectorAll('dialog input[type=checkbox]').forEach((one) => one.click())")
    tab.run("document.querySelector('dialog input[type=radio]').click()")
    tab.run("document.querySelector('dialog [name=until]').value = '2027-01-31'")
    said = (("reason", "Seen on the notice at the tables."), ("by", "A. Officer"), ("role", "compliance"))
    for name, words in said:
        tab.run(f"document.querySelector('dialog [name={name}]').focus()")
        tab.write(words)
    with workbench.checked_anew():
        workbench.press_button("Answer", "dialog")
    answered = [one["status"] for one in workbench.findings() if one["requirement"] == asked]
    assert answered.count("answered") == 1
    assert "A. Officer" in workbench.text(".decided")
    assert "decisions.yaml" in workbench.text("#files")


def _print_it(workbench: WorkbenchPage) -> None:
    workbench.tab.click("#downloads")
    workbench.press_button("Report as PDF", "dialog")
    printed = PdfReader(BytesIO(workbench.downloaded(".pdf")))
    words = " ".join(page.extract_text() for page in printed.pages)
    assert "Gow Z Gow" in words
    assert "September 25, 2023" in words
    workbench.tab.press("Escape")
    workbench.tab.wait("!document.querySelector('dialog')")


def _break_a_band_and_mend_it(workbench: WorkbenchPage) -> None:
    tab = workbench.tab
    gap = "Option 4, player-dealer: table action of $101 to $110 have no fee."
    with workbench.checked_anew():
        workbench.put_cursor_behind("$1, $101", "option: 4")
        tab.press("Backspace")
        tab.press("Backspace")
        tab.write("11")
    (found,) = (one for one in workbench.findings() if one["message"].startswith(gap))
    assert found["where"] == "line 25"
    with workbench.checked_anew():
        workbench.press_button("Add the missing band $101-$110", ".finding")
    assert not [one for one in workbench.findings() if one["message"].startswith(gap)]
    with workbench.checked_anew():
        workbench.put_cursor_behind("$101-$110:")
        tab.write(" $3")
    assert not [one for one in workbench.findings() if one["message"].startswith(gap) or one["status"] == "error"]


def _slide_over_a_change_of_law(workbench: WorkbenchPage) -> None:
    """Where a wager lies on the layout is known to be regulated from 2023-09-25."""
    tab = workbench.tab
    with workbench.checked_anew():
        tab.click(f"[title$='{GAME.name}']")
    with workbench.checked_anew():
        tab.run(f"({_SET_DAY})('2023-09-24')")
    before = {one["requirement"] for one in workbench.findings()}
    with workbench.checked_anew():
        tab.run("document.querySelector('#slider').focus()")
        tab.press("ArrowRight")
    after = {one["requirement"] for one in workbench.findings()}
    assert tab.run("document.querySelector('#day').value") == "2023-09-25"
    assert after - before == {"washington.bet-spot"}


def assert_nothing_leaves(workbench: WorkbenchPage) -> None:
    """Whatever was asked for, by the page, its frames and its workers, was asked of its own origin."""
    asked = {urlsplit(url)[:2] for url in workbench.tab.requests}
    # What the page made itself, and gives to nobody, has an address without a host.
    assert asked - {("blob", "")} == {urlsplit(workbench.address)[:2]}
    assert workbench.tab.complaints == []


@pytest.fixture(scope="module")
def site_page(chromium: Browser, site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkbenchPage]:
    """The page of the static site, whose start is the dearest."""
    workbench = WorkbenchPage(chromium, site, tmp_path_factory.mktemp("downloads"))
    yield workbench
    workbench.tab.close()


def test_a_person_works_on_the_site(site_page: WorkbenchPage, pitboss: Pitboss) -> None:
    site_page.open(SCHEDULE, GAME)
    a_person_works(site_page)
    _end_what_takes_too_long(site_page)
    _answer_as_the_command_does(site_page, pitboss)
    assert_nothing_leaves(site_page)


def _end_what_takes_too_long(workbench: WorkbenchPage) -> None:
    """The Worker is ended and told of; another takes over, with the same files on its table."""
    tab = workbench.tab
    before = workbench.read_text()
    tab.run("document.documentElement.dataset.limit = 0")
    said = tab.run(
        "pitboss.call('odds', {name: document.querySelector('#file-name').textContent}).catch(e => e.message)"
    )
    assert "was ended. Nothing of your text is lost" in said
    tab.run("delete document.documentElement.dataset.limit")
    assert workbench.read_text() == before
    assert tab.run("pitboss.call('files').then(all => all.length)") == 3


def _answer_as_the_command_does(workbench: WorkbenchPage, pitboss: Pitboss) -> None:
    """Every sixth document of the library, each in its folder, as one set: the same JSON, byte for byte. That the same
    code answers so on all of them is shown where no browser is needed (test_calls.py)."""
    library = ROOT / "rulesets"
    paths = sorted(library.rglob("*.yaml"))[::6]
    given = {str(path.relative_to(library)): path.read_text("utf-8") for path in paths}
    made = workbench.tab.run(
        f"""(async given => {{ for (const {{name}} of await pitboss.call('files')) await pitboss.call('drop', {{name}});
        for (const [name, text] of Object.entries(given)) await pitboss.call('put', {{name, text}});
        return (await pitboss.call('report', {{format: 'json', day: '2026-11-16'}})).base64; }})({json.dumps(given)})"""
    )
    with contextlib.chdir(library):
        ran = pitboss("check", *given, "--format", "json", "--as-of", "2026-11-16")
    assert {"game", "schedule"} <= {document["document"] for document in ran.data["documents"]}
    assert b64decode(made).decode() == ran.out


_ESCAPES = """
const other = OTHER;
const event = (made, good) => new Promise((done, refused) => { made[good] = done; made.onerror = refused; });
const ways = {
  fetch: () => WorkerGlobalScope.prototype.fetch.call(self, other, {mode: 'no-cors'}),
  import: () => import(other),
  cache: async () => (await caches.open('x')).add(new Request(other, {mode: 'no-cors'})),
  font: () => new FontFace('x', `url(${other})`).load(),
  worker: () => event(new Worker(other), 'onmessage'),
  socket: () => event(new WebSocket(other.replace('http', 'ws')), 'onopen'),
};
const told = {};
for (const [name, way] of Object.entries(ways)) {
  try { await way(); told[name] = 'got out'; } catch { told[name] = 'refused'; }
}
postMessage(told);
"""


class Noting(Quiet):
    """Notes what it was asked for."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()


def test_a_worker_of_the_site_reaches_no_other_host(site_page: WorkbenchPage, tmp_path: Path) -> None:
    """Each way out of a Worker that was found, tried in one that is started as the checker is."""
    (tmp_path / "x.js").write_text("postMessage(1)", "utf-8")
    with served(tmp_path, Noting) as other:
        code = json.dumps(_ESCAPES.replace("OTHER", json.dumps(f"{other}x.js")))
        made = f"URL.createObjectURL(new Blob([{code}], {{type: 'text/javascript'}}))"
        worker = "document.querySelector('iframe[src=\"checker.html\"]').contentWindow.Worker"
        told = site_page.tab.run(
            f"new Promise((done) => {{ const one = new ({worker})({made}, {{type: 'module'}});"
            " one.onmessage = ({data}) => done(data); })"
        )
        assert told == dict.fromkeys(("fetch", "import", "cache", "font", "worker", "socket"), "refused")
        assert Noting.asked == []


def test_a_person_works_before_serve(chromium: Browser, serving: Serving, tmp_path: Path) -> None:
    workbench = WorkbenchPage(chromium, serving.address, tmp_path)
    workbench.tab.wait("document.documentElement.dataset.checked")
    a_person_works(workbench)
    assert_nothing_leaves(workbench)
    _save_and_come_back(workbench, chromium, serving)


def _save_and_come_back(workbench: WorkbenchPage, chromium: Browser, serving: Serving) -> None:
    """What is saved is on the disk; what is not is still there for the next page; nobody's file is written over."""
    schedule, decisions = (serving.folder / name for name in (SCHEDULE.name, "decisions.yaml"))
    assert schedule.read_bytes() == SCHEDULE.read_bytes()
    with workbench.checked_anew():
        workbench.tab.click(f"[title$='{SCHEDULE.name}']")
    workbench.tab.click("#save")
    workbench.tab.wait("document.querySelector('#status').textContent.startsWith('Saved')")
    assert schedule.read_text("utf-8") == workbench.read_text()
    assert "A. Officer" in decisions.read_text("utf-8")
    with workbench.checked_anew():
        workbench.put_cursor_behind("It bears no date.")
        workbench.tab.write(" Mine.")
    schedule.write_text("# theirs", "utf-8")
    workbench.tab.click("#save")
    workbench.tab.wait("document.querySelector('#alerts').textContent.includes('changed')")
    assert schedule.read_text("utf-8") == "# theirs"
    workbench.tab.close()
    again = WorkbenchPage(chromium, serving.address, workbench.downloads)
    again.tab.wait("document.documentElement.dataset.checked")
    held = again.tab.run(f"pitboss.call('text', {{name: '{SCHEDULE.name}'}}).then(one => one.text)")
    assert "It bears no date. Mine." in held
    assert "not saved" in again.text(f"[title$='{SCHEDULE.name}']")
    again.tab.click("#save")
    again.tab.wait("document.querySelector('#alerts').textContent.includes('changed')")
    assert schedule.read_text("utf-8") == "# theirs"
    again.tab.close()


@pytest.mark.parametrize(("size", "dark"), [((1440, 900), False), (PHONE, True)], ids=["desktop", "phone in the dark"])
def test_everybody_can_use_every_page(
    chromium: Browser, serving: Serving, tmp_path: Path, axe: str, size: tuple[int, int], dark: bool
) -> None:
    workbench = WorkbenchPage(chromium, serving.address, tmp_path)
    workbench.tab.wait("document.documentElement.dataset.checked")
    workbench.tab.size(*size)
    workbench.tab.look(dark=dark)
    workbench.tab.run(f"{axe}; 0")
    workbench.tab.run("document.querySelector('[data-part=answer]').click()")
    for panel in TABS:
        workbench.show(panel)
        workbench.tab.run("document.querySelectorAll('#panel details').forEach(one => { one.open = true; })")
        assert workbench.barriers() == [], panel
        assert workbench.tab.run("document.documentElement.scrollWidth <= innerWidth"), panel
    for part in ("files", "text"):
        workbench.tab.run(f"document.querySelector('[data-part={part}]').click()")
        assert workbench.barriers() == [], part
    for button in ("downloads", "new", "examples"):
        workbench.tab.run(f"document.querySelector('#{button}').click()")
        workbench.tab.wait("document.querySelector('dialog')")
        assert workbench.barriers() == [], button
        workbench.tab.press("Escape")
        workbench.tab.wait("!document.querySelector('dialog')")
    _answering_and_beginning(workbench)
    workbench.tab.close()


def _answering_and_beginning(workbench: WorkbenchPage) -> None:
    """The dialog that takes a decision, and what the page shows when no file is open."""
    workbench.tab.run("document.querySelector('[data-part=answer]').click()")
    workbench.show("verdict")
    workbench.press_button("Answer…", ".finding[data-status=review]")
    workbench.tab.wait("document.querySelector('dialog [name=reason]')")
    assert workbench.barriers() == []
    workbench.tab.press("Escape")
    workbench.tab.wait("!document.querySelector('dialog')")
    workbench.tab.run("document.querySelector('[data-part=text]').click()")
    while workbench.tab.run("document.querySelector('#welcome').hidden"):
        other = f"document.querySelector('#file-name').textContent !== {json.dumps(workbench.text('#file-name'))}"
        workbench.tab.run("document.querySelector('#close-file').click()")
        workbench.tab.wait(f"!document.querySelector('#welcome').hidden || {other}")
    assert workbench.barriers() == []


def test_what_a_document_says_is_only_ever_text(chromium: Browser, serving: Serving, tmp_path: Path) -> None:
    path = tmp_path / "hostile.yaml"
    path.write_text(HOSTILE, "utf-8")
    workbench = WorkbenchPage(chromium, serving.address, tmp_path)
    workbench.tab.wait("document.documentElement.dataset.checked")
    workbench.open(path)
    assert "<script>alert(1)</script><img src=x onerror=alert(2)>" in workbench.text(".verdict h2")
    for panel in TABS:
        workbench.show(panel)
        assert workbench.tab.run("document.querySelectorAll('body script, [src=x], [onerror]').length") == 0, panel
    assert_nothing_leaves(workbench)
    workbench.tab.close()


def _complete_a_word(workbench: WorkbenchPage) -> None:
    offered = "document.querySelector('#editor').shadowRoot.querySelector('.cm-tooltip-autocomplete [aria-selected]')"
    workbench.put_cursor_behind("jurisdiction: california")
    workbench.tab.press("Enter")
    workbench.tab.write("vers")
    workbench.tab.wait(f"{offered}?.textContent.includes('version')")
    time.sleep(0.2)  # the editor takes no key for what it has only just offered
    with workbench.checked_anew():
        workbench.tab.press("Enter")
    assert "\njurisdiction: california\nversion: \n" in workbench.read_text()


def test_the_keyboard_is_enough(chromium: Browser, serving: Serving, tmp_path: Path) -> None:
    workbench = WorkbenchPage(chromium, serving.address, tmp_path)
    tab = workbench.tab
    tab.wait("document.documentElement.dataset.checked")
    # Each control can be reached with Tab, from the first to the last; the text does not keep it.
    tab.run("document.querySelector('.skip').focus()")
    reached = []
    for _ in range(60):
        reached.append(tab.run("document.activeElement.id || document.activeElement.className"))
        tab.press("Tab")
    wanted = ["skip", "day", "today", "slider", "downloads", "open", "new", "examples", "editor", "tab-verdict"]
    assert [one for one in dict.fromkeys(reached) if one in wanted] == wanted
    _complete_a_word(workbench)
    tab.run("document.querySelector('#tab-verdict').focus()")
    tab.press("ArrowRight")
    tab.wait("document.querySelector('#panel').dataset.shown === 'printed'")
    assert tab.run("document.activeElement.id") == "tab-printed"
    tab.run("document.querySelector('#new').focus()")
    tab.press("Enter")
    tab.wait("document.querySelector('dialog')?.contains(document.activeElement)")
    tab.press("Escape")
    tab.wait("document.activeElement.id === 'new'")
    tab.close()


def test_a_changed_file_of_the_site_is_not_run(chromium: Browser, site_folder: Path, tmp_path: Path) -> None:
    """On a first visit, before anything of the site is kept."""
    folder = tmp_path / "site"
    shutil.copytree(site_folder, folder)
    with zipfile.ZipFile(folder / "python" / "app.zip", "a") as archive:
        archive.writestr("compliance/extra.py", "x = 1\n")
    tab = Tab(chromium)
    with served(folder) as address:
        tab.open(address)
        tab.wait("document.body.textContent.includes('The checker')")
        tab.wait("!document.documentElement.dataset.ready")
        tab.wait("document.querySelector('#alerts, body').textContent.match(/could not be|stopped/)")
    tab.close()


def test_a_paper_is_worked_with_beside_its_document(chromium: Browser, serving: Serving, tmp_path: Path) -> None:
    """The cursor on a fact marks its line, a line lists its facts, what nothing cites is shaded, and a figure that is
    clicked goes into the field at the cursor."""
    document = PAPER_DOCUMENT.replace("$101+: $3", "$101+: unclear")
    (serving.folder / "harbor.yaml").write_text(document)
    (serving.folder / "harbor.pdf").write_bytes(set_pdf(PAPER_TABLE))
    workbench = WorkbenchPage(chromium, serving.address, tmp_path)
    tab = workbench.tab
    tab.wait("document.documentElement.dataset.checked && document.querySelector(\"[title$='harbor.yaml']\")")
    with workbench.checked_anew():
        tab.click("[title$='harbor.yaml']")
    assert not [
        url for url in tab.requests if "paper" in url and not url.endswith("paper.js")
    ]  # not before it is wanted
    workbench.show("paper")
    tab.wait("document.querySelector('.paper-page img')?.naturalWidth > 500")
    assert workbench.text("#panel .remark").startswith("7 of 7 figures printed here; 3 of 6 lines cited.")
    shaded = "[...document.querySelectorAll('.paper-line.open')].map(one => one.title)"
    assert tab.run(shaded) == ["p1:1", "p1:2", "p1:3"]
    workbench.put_cursor_behind("$101+: uncl")
    tab.wait("document.querySelector('.paper-target').textContent.includes('$101+')")
    assert tab.run("[...document.querySelectorAll('.paper-line.shown')].map(one => one.title)") == ["p1:5"]
    tab.run("document.querySelector('.paper-line[title=\"p1:5\"]').click()")
    tab.wait("document.querySelector('.paper-about h3')?.textContent === 'p1:5'")
    facts = "[...document.querySelectorAll('.paper-about li')].map(one => one.textContent)"
    assert tab.run(facts) == ["options / 1 / collections / 2 / bands / $101+", "options / 1"]
    # Seen at once, without scrolling past the page.
    assert tab.run("document.querySelector('.paper-about').getBoundingClientRect().bottom < innerHeight")
    figure = "[...document.querySelectorAll('.paper-about .figure')].find(one => one.textContent === '$3')"
    with workbench.checked_anew():
        tab.run(f"({figure}).click()")
    assert workbench.read_text() == PAPER_DOCUMENT
    assert_nothing_leaves(workbench)
    tab.close()
