// Answers that never came whole, from a real server.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fragment, json, Refused, Unreachable } from "../../../frontend/static/js/common/http.js";
import { createDeliveries } from "../../../frontend/static/js/sync/deliveries.js";
import { createOutbox } from "../../../frontend/static/js/sync/outbox.js";

const ANSWERS = {
  "/whole/": (answer) => answer.end('{"version": 2, "received": 1}'),
  "/cut/": (answer) => {
    answer.writeHead(200, { "Content-Length": 30 });
    answer.write('{"version": ');
    setTimeout(() => answer.destroy(), 50);
  },
  "/hotel/": (answer) => answer.end("<h1>Welcome to our wireless network</h1>"),
  "/proxy/": (answer) => answer.writeHead(413, "Too long").end("<h1>413</h1>"),
  "/refused/": (answer) => answer.writeHead(409).end('{"error": {"code": "lease_lost", "message": "Over.", "fields": {}}}'),
};
const server = createServer((asked, answer) => {
  asked.resume();
  asked.on("end", () => ANSWERS[Object.keys(ANSWERS).find((each) => asked.url.startsWith(each))](answer));
});
let site = "";

before(async () => {
  globalThis.document = { cookie: "", querySelector: () => null };
  globalThis.localStorage = { setItem() {}, getItem: () => null, removeItem() {} };
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  site = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

test("an answer that came whole is taken", async () => {
  assert.deepEqual(await json("PUT", `${site}/whole/`, {}), { version: 2, received: 1 });
});

for (const [what, where] of [["was cut off", "/cut/"], ["is somebody else's", "/hotel/"]]) {
  test(`an answer that ${what} says nothing`, async () => {
    await assert.rejects(json("PUT", `${site}${where}`, {}), Unreachable);
  });

  test(`an answer that ${what} clears nothing from the outbox`, async () => {
    const waiting = { sequence: 1, name: "search", value: "x", seconds: 1, active_seconds: 1 };
    const data = { browser: "b", body: {}, base_version: 1, changes: 1, sent: 0, in_flight: null, operations: [waiting] };
    const outbox = createOutbox("a", data, true);
    const deliveries = createDeliveries(`${site}${where}`, outbox, {}, {});
    await assert.rejects(deliveries.draft(), Unreachable);
    await assert.rejects(deliveries.operations(), Unreachable);
    assert.equal(outbox.data.base_version, 1);
    assert.equal(outbox.data.in_flight.changes, 1);
    assert.ok(outbox.draftWaits());
    assert.deepEqual(outbox.data.operations, [waiting]);
  });
}

test("a page that was cut off can be asked for again", async () => {
  await assert.rejects(fragment(`${site}/cut/`), Unreachable);
});

test("who gave up hears that, and nothing of a network", async () => {
  const given = new AbortController();
  const asked = json("GET", `${site}/cut/`, undefined, { signal: given.signal });
  given.abort();
  await assert.rejects(asked, { name: "AbortError" });
});

test("a refusal is one, in whatever words it comes", async () => {
  await assert.rejects(json("PUT", `${site}/proxy/`, {}), (error) => error instanceof Refused && error.message === "Too long");
  await assert.rejects(json("PUT", `${site}/refused/`, {}), { code: "lease_lost", message: "Over.", status: 409 });
});
