// Put into every page before its own scripts: times in milliseconds from an input to the frame that shows its effect.
// `painted` is resolved in the task after the next frame's rendering, which is as near to the screen as a page can see.
window.measured = {
  frame: () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(null);
  })),

  // From the next click (or key) until its frame is painted; `script` is what listeners took, `changes` what they touched.
  next(type) {
    return new Promise((resolve) => {
      let records = [];
      const observer = new MutationObserver((found) => (records = records.concat(found)));
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      let began = 0;
      addEventListener(type, () => (began = performance.now()), { capture: true, once: true });
      addEventListener(type, async (event) => {
        const script = performance.now() - began;
        const painted = await this.frame();
        records = records.concat(observer.takeRecords());
        observer.disconnect();
        const inPage = records.filter((record) => document.querySelector("#reader-frame").contains(record.target));
        const nodes = records.reduce((sum, record) => sum + record.addedNodes.length + record.removedNodes.length, 0);
        resolve({
          total: painted - event.timeStamp, script, changes: records.length,
          touched: new Set(inPage.map((record) => record.target)).size,
          nodes, replaced: inPage.filter((record) => record.addedNodes.length > 0).length,
        });
      }, { once: true });
    });
  },

  // From Enter in the search box until the page of this title (null: search results) is painted; `inserted` is when its HTML stands there.
  opening(title) {
    return new Promise((resolve) => {
      const frame = document.querySelector("#reader-frame");
      addEventListener("keydown", (event) => {
        const observer = new MutationObserver(async () => {
          const article = frame.querySelector("article[data-page-title]");
          if (title === null ? !frame.querySelector(".results") : article?.dataset.pageTitle !== title) return;
          observer.disconnect();
          const inserted = performance.now() - event.timeStamp;
          const painted = (await this.frame()) - event.timeStamp;
          const asked = performance.getEntriesByType("resource").filter((entry) => /\/(read|find)\//.test(entry.name)).at(-1);
          resolve({ painted, inserted, network: asked ? asked.responseEnd - asked.startTime : 0 });
        });
        observer.observe(frame, { childList: true });
      }, { capture: true, once: true });
    });
  },

  // The longest time between two frames while `act` goes on: what a person feels as hanging.
  async longestFrame(milliseconds) {
    let longest = 0;
    const until = performance.now() + milliseconds;
    for (let before = performance.now(); before < until; ) {
      const now = await this.frame();
      longest = Math.max(longest, now - before);
      before = now;
    }
    return longest;
  },
};
