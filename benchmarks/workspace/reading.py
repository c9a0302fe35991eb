"""First paint of pages, searches over a slow line, typing on the longest page, and the memory of 200 page changes."""

from __future__ import annotations

from benchmarks.workspace.browser import SEARCH, Workspace, shares
from benchmarks.workspace.pages import GRID

TIMES = 15
CHANGES = 200
ROUND_TRIP = 80  # milliseconds
SEARCHES = 60
WORDS = ("first world war battle", "population of the capital", "studio album 1998", "ukr pres", "goverment offical")
FIND = "#find-form input"
METERS = ("JSHeapUsedSize", "Nodes", "JSEventListeners", "Documents")


def first_paint(workspace: Workspace) -> None:
    """From Enter in the search box until the page is painted; real pages once, made ones again and again."""
    real = [workspace.go(title)["painted"] for title in workspace.made["longest"][:60]]
    print(f"first paint, the 60 longest real pages, opened for the first time: {shares(real)}")
    for title in ("Page of 500 KB", GRID, "Page of 2 MB"):
        taken, whole = [], []
        for _ in range(TIMES):
            workspace.go(workspace.made["longest"][100])
            taken.append(workspace.go(title)["painted"])
            whole.append(_whole(workspace))
        print(f"first paint, {title}: {shares(taken)}; all rows of its tables {max(whole):.0f} ms later at most")


def searching(workspace: Workspace) -> None:
    """From Enter until results or a page are painted, each for the first time, over a line of 80 ms there and back."""
    words = [" ".join(title.split()[:2][::-1]) for title in workspace.made["longest"] if len(title.split()) > 1]
    found = [workspace.search(each)["painted"] for each in [*words[:SEARCHES], *WORDS]]
    print(f"search results, {len(found)} queries, round trip {ROUND_TRIP} ms: {shares(found)}")
    pages = [workspace.go(title)["painted"] for title in workspace.made["longest"][60 : 60 + SEARCHES]]
    print(f"the page of a typed title, {len(pages)} real pages, round trip {ROUND_TRIP} ms: {shares(pages)}")


def _whole(workspace: Workspace) -> float:
    """Milliseconds until the later rows of a huge table are there, too."""
    waited: float = workspace.page.evaluate("""async () => {
        const begin = performance.now();
        while (document.querySelector(".is-arriving")) await measured.frame();
        return performance.now() - begin;
    }""")
    return waited


def typing(workspace: Workspace) -> None:
    """Letters typed one by one into find and search, 60 ms apart: from the key to the frame that shows the letter."""
    workspace.go("Page of 2 MB")
    for name, field, text in (
        ("find in page", FIND, "championship in the"),
        ("find in page, all e", FIND, "e"),
        ("search", SEARCH, "list of the united"),
    ):
        page = workspace.page
        page.locator(field).fill("")
        page.focus(field)
        taken = []
        for letter in text:
            page.evaluate("async () => { await measured.frame(); window.answer = measured.next('input') }")
            page.keyboard.type(letter)
            taken.append(page.evaluate("answer")["total"])
            page.wait_for_timeout(60)
        longest = page.evaluate("measured.longestFrame(1500)")
        print(f"{name}: {shares(taken)}; longest frame afterwards {longest:.0f} ms")
        if field == FIND:
            print(f"  found: {page.locator('#find-count').text_content()}")
        page.locator(field).fill("")


def memory(workspace: Workspace) -> None:
    """The heap after a garbage collection, while one page after the other is shown."""
    titles = workspace.made["longest"][20:70]
    for number in range(CHANGES + 1):
        workspace.go(titles[number % len(titles)])
        if number in (0, 50, 100, 150, CHANGES):
            heap, nodes, listeners, documents = workspace.metric(*METERS)
            print(f"after {number:3} page changes: heap {heap / 1e6:.1f} MB, {nodes:,.0f} nodes, "
                  f"{listeners:,.0f} listeners, {documents:.0f} documents")  # fmt: skip
