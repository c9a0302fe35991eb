// @ts-check
/**
 * Keeps what a workspace needs to be opened again without a network: its page, its scripts and styles, the last articles.
 * The network always goes first; the copies are for when there is none. Everything else, above all logging in, passes by.
 * One cache a person and version of the scripts, named in this script's address; logging out deletes it.
 */

const worker = /** @type {any} */ (self); // there are no types of a worker beside those of a page
const PREFIX = "attest:offline:";
const asked = new URL(location.href).searchParams;
const CACHE = `${PREFIX}${asked.get("user")}:${asked.get("version")}`;
const WORKSPACE = /^\/(verify|write)\/[0-9a-f-]{36}\/(change\/)?$/;
const ARTICLE = /^\/p\/[^/]+\/(read|lines)\/$/;
const DICTIONARY = /^\/p\/[^/]+\/lines\/dictionary\/$/;
const TYPED = /^\/p\/[^/]+\/(lines\/)?find\/$/;
const STATIC = /^\/static\//;
const AWAY = [502, 503, 504]; // a proxy says that the server is away
/** How many of each are kept; scripts are as many as there are. */
const MOST = { workspace: 4, article: 40, dictionary: 120 };

/** @param {URL} url  @returns {"workspace"|"article"|"dictionary"|"static"|null} null: not ours to keep */
function kindOf({ origin, pathname, searchParams }) {
  if (origin !== location.origin) return null;
  if (TYPED.test(pathname) && searchParams.has("go")) return "article";
  if (WORKSPACE.test(pathname)) return "workspace";
  if (ARTICLE.test(pathname)) return "article";
  if (DICTIONARY.test(pathname)) return "dictionary";
  return STATIC.test(pathname) ? "static" : null;
}

/** A page that was opened by its typed title is asked for by that title when the workspace is opened again. @param {string} address */
function keyOf(address) {
  const url = new URL(address);
  if (!TYPED.test(url.pathname)) return address;
  const title = url.searchParams.get("q") ?? "";
  return new URL(`${url.pathname.replace(/\/lines\/find\/$/, "/lines/").replace(/\/find\/$/, "/read/")}?${new URLSearchParams({ title })}`, location.origin).href;
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}

/** Only whole pages of ours: no redirect to the login, no error. @param {Request} request  @param {Response} response */
async function keep(request, response) {
  const kind = kindOf(new URL(request.url));
  if (kind === null || response.status !== 200 || response.redirected || response.type !== "basic") return;
  if (TYPED.test(new URL(request.url).pathname) && !response.headers.has("Content-Location")) return; // results
  const cache = await caches.open(CACHE);
  const key = keyOf(request.url);
  const tag = response.headers.get("ETag");
  if (kind === "static" && tag !== null && (await cache.match(key))?.headers.get("ETag") === tag) return; // a hundred a page
  await cache.delete(key); // what is kept again is the newest
  await cache.put(key, response);
  if (kind === "static") return;
  const same = (await cache.keys()).filter(({ url }) => kindOf(new URL(url)) === kind);
  await Promise.all(same.slice(0, -MOST[kind]).map((old) => cache.delete(old)));
}

/** @param {any} event  of a fetch */
async function answer(event) {
  const stored = async () => (await caches.open(CACHE)).match(keyOf(event.request.url), { ignoreVary: true });
  try {
    const response = await fetch(event.request);
    if (AWAY.includes(response.status)) return (await stored()) ?? response;
    event.waitUntil(keep(event.request, response.clone()).catch(() => {})); // full, or forbidden
    return response;
  } catch (error) {
    const kept = await stored();
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(others());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "POST" && new URL(url).pathname === "/logout/") event.waitUntil(clear());
  else if (method === "GET" && kindOf(new URL(url)) !== null) event.respondWith(answer(event));
});
/** What a page had loaded before this worker was there. */
worker.addEventListener("message", (/** @type {any} */ event) => {
  const load = async (/** @type {string} */ url) => {
    const request = new Request(url, { credentials: "same-origin" });
    await keep(request, await fetch(request));
  };
  const urls = /** @type {string[]} */ (event.data?.keep ?? []).filter((url) => kindOf(new URL(url)) !== null);
  const all = Promise.all(urls.map((url) => load(url).catch(() => {})));
  event.waitUntil(all.then(() => event.source?.postMessage({ kept: urls.length })));
});
