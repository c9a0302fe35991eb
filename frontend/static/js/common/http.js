/** Requests to our own server: CSRF, time limits, and the two ways in which a request can fail. */

const PATIENCE_MS = 15_000;

/** The server could not be reached, or could not answer: trying again later may help. */
export class Unreachable extends Error {}

/** The session has ended: the person has to log in again. */
export class LoggedOut extends Error {}

/** The server understood and refused. `message` is written for people. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {Record<string, string|string[]>} fields
   */
  constructor(status, code, message, fields) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** The login form of another tab changes the token, so the cookie goes before what this page was made with. */
function csrfToken() {
  const cookie = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  return cookie?.[1] ?? document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}

/**
 * @param {string} url
 * @param {RequestInit} options
 * @param {AbortSignal} [signal]  aborted by the caller when the answer is no longer wanted
 * @returns {Promise<Response>}
 */
async function answered(url, options, signal) {
  const limits = [AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])];
  let response;
  try {
    response = await fetch(url, { credentials: "same-origin", ...options, signal: AbortSignal.any(limits) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  if (response.status >= 500 || response.status === 429) throw new Unreachable(`${response.status}`);
  if (response.status === 401 || (response.redirected && response.url.includes("/login"))) throw new LoggedOut(url);
  return response;
}

/**
 * An answer may be cut off after its first line, as by leaving the page: what it said is not known then.
 * @param {Response} response
 * @param {AbortSignal} [signal]
 */
async function whole(response, signal) {
  try {
    return await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
}

/** @param {string} text  @returns {any} null where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {"GET"|"POST"|"PUT"} method
 * @param {string} url
 * @param {unknown} [body]
 * @param {{signal?: AbortSignal, keepalive?: boolean}} [options]
 * @returns {Promise<any>}
 */
export async function json(method, url, body, { signal, keepalive = false } = {}) {
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
  const content = body === undefined ? undefined : JSON.stringify(body);
  const response = await answered(url, { method, headers, body: content, keepalive }, signal);
  const answer = parsed(await whole(response, signal));
  if (response.ok && answer === null) throw new Unreachable("an answer that is not ours"); // of a hotel's login page, say
  if (response.ok) return answer;
  const { code = "", message = response.statusText, fields = {} } = answer?.error ?? {};
  if (LOGGED_OUT.includes(code)) throw new LoggedOut(message);
  throw new Refused(response.status, code, message, fields);
}
// The token belongs to the session that has ended; a new login in another tab brings a new one.
const LOGGED_OUT = ["not_authenticated", "csrf_failed"];

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<{found: boolean, html: string, lasting: boolean}>} an HTML fragment; a 404 has one too. What is
 *   not lasting tells of a trouble that may be over the next time.
 */
export async function fragment(url, signal) {
  const response = await answered(url, { headers: { "X-Requested-With": "fetch" } }, signal);
  if (!response.ok && response.status !== 404) throw new Unreachable(`${response.status}`);
  const lasting = !response.headers.get("Cache-Control")?.includes("no-store");
  return { found: response.ok, html: await whole(response, signal), lasting };
}
