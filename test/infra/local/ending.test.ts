import { expect, test } from "vitest";
import { stopAll } from "../../../infra/local/ending.ts";

const A_LONG_TIME_MS = 600_000;

test("names what it waits for, and waits for it", async () => {
  const lines: string[] = [];
  const said = Promise.withResolvers<void>();
  let done = false;
  const work = said.promise.then(() => {
    done = true;
  });
  await stopAll(
    [
      { pending: () => "websites, audit (2)", stop: () => work },
      { pending: () => "", stop: async () => {} },
    ],
    {
      graceMs: A_LONG_TIME_MS,
      silentMs: 1,
      write: (line) => {
        lines.push(line);
        said.resolve();
      },
    },
  );
  expect(done).toBe(true);
  expect(lines).toEqual([
    expect.stringMatching(/^Waiting for websites, audit \(2\), at most 600 s/),
  ]);
});

test("waits no longer than it says", async () => {
  await stopAll([{ stop: () => new Promise(() => {}) }], { graceMs: 1, write: () => {} });
});

test("says nothing of what ends at once", async () => {
  const lines: string[] = [];
  await stopAll([{ stop: async () => {} }], {
    graceMs: A_LONG_TIME_MS,
    write: (line) => void lines.push(line),
  });
  expect(lines).toEqual([]);
});
