/**
 * The browser's own back button means the reader, as on Wikipedia. One spare entry in the browser's history
 * catches it; at the beginning of the way it leaves the page as usual.
 * @param {import("./reader.js").Reader} reader
 * @param {() => void} back
 */
export function catchBrowserBack(reader, back) {
  const guard = { reader: true };

  reader.onShow(() => {
    if (reader.canStep(-1) && !history.state?.reader) history.pushState(guard, "");
  });
  addEventListener("popstate", () => {
    if (history.state?.reader || !reader.canStep(-1)) return;
    back();
    if (reader.canStep(-1)) history.pushState(guard, "");
  });
}
