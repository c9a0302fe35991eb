// Faults of an opened article's layout, as [kind, detail] pairs. Run in the workspace once the page is painted.
() => {
  const SMALLEST_COLUMN = 260; // CSS pixels of running text
  const article = document.querySelector("#reader article");
  const found = [];
  const shown = (element) => (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 60);
  const box = (element) => element.getBoundingClientRect();
  const frames = [...article.querySelectorAll(".infobox-frame, .wikitable-frame")];

  // Boxes beside or over one another.
  for (const [at, one] of frames.entries()) {
    for (const other of frames.slice(at + 1, at + 12)) {
      const [a, b] = [box(one), box(other)];
      if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= 2) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const floats = [one, other].every((each) => getComputedStyle(each).float !== "none");
      if (across > 2) found.push(["boxes overlap", shown(other)]);
      else if (floats) found.push(["boxes side by side", shown(other)]);
    }
  }

  // Lines of running text that are too short: of the widest column that the page offers.
  const room = article.clientWidth;
  for (const text of article.querySelectorAll("p, li > span")) {
    if ((text.textContent ?? "").length < 120) continue;
    if (text.querySelector("math")) continue; // every letter of a formula is a box of its own
    const range = new Range();
    range.selectNodeContents(text);
    const lines = new Map();
    for (const { top, left, right } of range.getClientRects()) {
      const line = lines.get(Math.round(top / 6)) ?? { left, right };
      lines.set(Math.round(top / 6), { left: Math.min(line.left, left), right: Math.max(line.right, right) });
    }
    const widths = [...lines.values()].map((line) => line.right - line.left);
    widths.pop();
    const narrow = widths.filter((width) => width < Math.min(SMALLEST_COLUMN, room) * 0.7);
    if (narrow.length > 2) found.push(["narrow text", `${Math.round(Math.min(...narrow))} px: ${shown(text)}`]);
  }

  // Words that break between letters, though their table could be wider: it has a frame that scrolls.
  const range = new Range();
  for (const cell of article.querySelectorAll("th, td")) {
    if (cell.clientHeight < 30 || (cell.textContent ?? "").length > 2000) continue;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest("math")) continue;
      for (const word of node.data.matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{3,24}/gu)) {
        const whole = node.data.slice(0, word.index).match(/\S*$/)[0] + node.data.slice(word.index).match(/^\S*/)[0];
        if (whole.length > 24) continue; // an address, or words without a space: they have to break
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
        if (tops.size > 1) found.push(["word broken", `${word[0]} in ${shown(cell)}`]);
      }
    }
  }

  // The page is wider than its column.
  const scroll = document.querySelector("#reader-scroll") ?? article;
  if (scroll.scrollWidth > scroll.clientWidth + 1) found.push(["horizontal overflow", `${scroll.scrollWidth - scroll.clientWidth} px`]);
  return found;
}
