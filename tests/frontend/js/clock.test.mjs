// Two clocks: one goes on, one stops while the page is hidden; the time of day has no part in either.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClock } from "../../../frontend/static/js/common/clock.js";

function page(hidden = false) {
  const listeners = [];
  return {
    hidden,
    addEventListener: (_, listener) => listeners.push(listener),
    becomes(now) {
      this.hidden = now;
      listeners.forEach((listener) => listener());
    },
  };
}

test("both go on from what the server and this browser knew", () => {
  let now = 250;
  const clock = createClock(100.5, 40.25, { now: () => now, page: page() });
  assert.deepEqual([clock.wall(), clock.active()], [100.75, 40.5]);
  now = 10_250;
  assert.deepEqual([clock.wall(), clock.active()], [110.75, 50.5]);
});

test("the time in which the page is hidden counts for one only", () => {
  let now = 0;
  const tab = page();
  const clock = createClock(0, 0, { now: () => now, page: tab });
  now = 5_000;
  tab.becomes(true);
  now = 65_000;
  assert.deepEqual([clock.wall(), clock.active()], [65, 5]);
  tab.becomes(false);
  tab.becomes(false); // said twice: counted once
  now = 67_000;
  assert.deepEqual([clock.wall(), clock.active()], [67, 7]);
});

test("a page that is opened behind another one has not been looked at", () => {
  let now = 0;
  const tab = page(true);
  const clock = createClock(0, 0, { now: () => now, page: tab });
  now = 30_000;
  assert.equal(clock.active(), 0);
  tab.becomes(false);
  now = 31_000;
  assert.equal(clock.active(), 1);
});

test("a time of day that is set back changes nothing", () => {
  const clock = createClock(10, 10, { page: page() });
  const before = clock.wall();
  const real = Date.now;
  Date.now = () => real() - 3_600_000;
  try {
    assert.ok(clock.wall() >= before);
    assert.ok(clock.active() >= 10);
  } finally {
    Date.now = real;
  }
});
