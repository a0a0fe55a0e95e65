import { expect, it } from "vitest";
import { PROMPT_REFUSALS, REFUSAL_MS, SlowRefusals } from "../../../shared/http/slowRefusals.ts";

function setUp() {
  let now = 0;
  const refusals = new SlowRefusals({
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
  });
  return {
    /** Milliseconds that this many refusals in a row wait. */
    async waitsFor(caller: string, count: number) {
      const begin = now;
      for (let index = 0; index < count; index += 1) await refusals.wait(caller);
      return now - begin;
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

it("answers the first refusals at once, so that who backs off never waits", async () => {
  const { waitsFor } = setUp();
  expect(await waitsFor("a", PROMPT_REFUSALS)).toBe(0);
});

it("delays each further refusal of that caller, and of no other", async () => {
  const { waitsFor } = setUp();
  await waitsFor("a", PROMPT_REFUSALS);
  expect(await waitsFor("a", 3)).toBe(3 * REFUSAL_MS);
  expect(await waitsFor("b", 1)).toBe(0);
});

it("forgets after a minute", async () => {
  const { waitsFor, pass } = setUp();
  await waitsFor("a", PROMPT_REFUSALS + 1);
  pass(60_000);
  expect(await waitsFor("a", PROMPT_REFUSALS)).toBe(0);
});
