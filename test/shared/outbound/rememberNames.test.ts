import { expect, it } from "vitest";
import { rememberNames } from "../../../shared/outbound/resolver.ts";

const { signal } = new AbortController();

/** A resolver whose answers have a time to live, and how often it was asked by a time in milliseconds. */
function resolverWith(ttl: number | undefined) {
  const asked = { count: 0, now: 0, fails: false };
  const ask = rememberNames(
    async () => {
      asked.count += 1;
      if (asked.fails) throw new Error("ESERVFAIL");
      return [{ address: "192.0.2.1", family: 4, ...(ttl !== undefined && { ttl }) }];
    },
    () => asked.now,
  );
  return { asked, ask: (name = "shop.example.com") => ask(name, signal) };
}

it.each([
  [30, 29_999, 1],
  [30, 30_000, 2],
  [3600, 59_999, 1],
  [3600, 60_000, 2],
  [0, 0, 2],
  [undefined, 0, 2],
])("asks for a name that may be kept %s s, %s ms later, %s times", async (ttl, later, times) => {
  const { asked, ask } = resolverWith(ttl);
  const first = await ask();
  asked.now = later;
  expect(await ask()).toEqual(first);
  expect(asked.count).toBe(times);
});

it("asks again after a failure, and for each name", async () => {
  const { asked, ask } = resolverWith(60);
  asked.fails = true;
  await expect(ask()).rejects.toThrow("ESERVFAIL");
  asked.fails = false;
  await ask();
  await ask("other.example.com");
  expect(asked.count).toBe(3);
});

it("keeps no more than 5,000 names", async () => {
  const { asked, ask } = resolverWith(60);
  for (let index = 0; index <= 5000; index += 1) await ask(`${index}.example.com`);
  await ask("0.example.com");
  expect(asked.count).toBe(5002);
});
