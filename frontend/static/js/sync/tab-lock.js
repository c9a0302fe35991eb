/**
 * One tab writes, all others read: two would overwrite each other's evidence. A Web Lock ends with its tab,
 * however that ends, so nothing stays locked after a crash.
 */

const TAKE_OVER = "attest:take-over";
const RELOAD_TIME_MS = 2500; // the writing tab may only be reloading: it gets its work back first
const NO_ANSWER_MS = 3000; // a browser that was killed may leave its lock manager without an answer: versions still guard

/**
 * @param {string} assignment
 * @param {() => void} onTaken  another tab has taken the work over
 * @returns {Promise<boolean>} whether this tab may write
 */
export function claimTab(assignment, onTaken) {
  if (!navigator.locks) return Promise.resolve(true); // only over TLS or on this computer; versions still guard
  const name = `attest:${assignment}`;
  const steal = sessionStorage.getItem(TAKE_OVER) === assignment;
  sessionStorage.removeItem(TAKE_OVER);
  return new Promise((resolve) => {
    let writes = false;
    const unanswered = setTimeout(() => resolve((writes = true)), NO_ANSWER_MS);
    /** @param {Lock|null} lock */
    function hold(lock) {
      clearTimeout(unanswered);
      if (lock === null && writes) onTaken(); // the answer came after all
      resolve(lock !== null);
      if (lock) return new Promise(() => {}); // until the tab ends
      void waitForTurn(name);
    }
    navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, hold).catch(() => {
      onTaken();
      void waitForTurn(name);
    });
  });
}

/** When the writing tab is closed, this one takes up from where it left off. @param {string} name */
async function waitForTurn(name) {
  await navigator.locks.request(name, () => {});
  await new Promise((resume) => setTimeout(resume, RELOAD_TIME_MS));
  const { held } = await navigator.locks.query();
  if (held?.some((lock) => lock.name === name)) return waitForTurn(name);
  location.reload();
}

/** This tab becomes the one that writes. @param {string} assignment */
export function takeOver(assignment) {
  sessionStorage.setItem(TAKE_OVER, assignment);
  location.reload();
}
