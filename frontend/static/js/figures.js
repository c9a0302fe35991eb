/** On pages with figures: "PNG" beside a figure saves it as a picture. The link's address is the SVG file. */
import { asPng } from "./figures/as-png.js";

/** @param {HTMLAnchorElement} link */
async function save(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return void location.assign(link.href); // the server says why
  const address = URL.createObjectURL(await asPng(await answer.text()));
  const file = document.createElement("a");
  file.href = address;
  file.download = link.dataset.png ?? "figure.png";
  file.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-png]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void save(link);
});
