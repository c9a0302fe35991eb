// @ts-check
/**
 * Menus are <details>: they open without a script. With one, they also close by Escape and by a click elsewhere.
 * @param {Document} page
 */
export function setUpMenus(page) {
  page.addEventListener("click", (event) => {
    for (const menu of openMenus(page)) {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    }
  });
  page.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus(page)) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

/**
 * @param {Document} page
 * @returns {HTMLDetailsElement[]}
 */
function openMenus(page) {
  return [...page.querySelectorAll("details.menu[open]")].filter((menu) => menu instanceof HTMLDetailsElement);
}
