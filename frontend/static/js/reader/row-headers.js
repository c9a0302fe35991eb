/**
 * Row headers of a large table stay in sight while it is scrolled sideways: those of the rows that are in view, or nearly.
 * Each of them is a layer of its own to the browser, and hundreds would be put together again at every click.
 */

const NEAR = "60px"; // rows so far above and below are ready before they are scrolled to
const ASIDE = "100000px"; // a header that was scrolled away sideways is the very one that has to follow

/**
 * @param {HTMLElement} frame  what scrolls  @returns {() => void} call it when the table is left
 */
export function followRows(frame) {
  const seen = new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => target.classList.toggle("follows", isIntersecting)),
    { root: frame, rootMargin: `${NEAR} ${ASIDE}` },
  );
  for (const header of frame.querySelectorAll("tbody th[scope=row]:first-child")) seen.observe(header);
  return () => seen.disconnect();
}
