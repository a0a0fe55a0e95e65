import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { waitForAudit } from "../../../infra/admin/commands/check.ts";
import { assertServed } from "../../../infra/admin/invoke.ts";
import { tryLock } from "../../../infra/local/database/ownership.ts";
import { Problem } from "../../../infra/terminal.ts";

const audit = { website_uuid: "W", requested_at: "T", checks: ["uptime", "audit"] };

/** Waits for these answers in turn, on a clock that only pauses advance. */
function wait(
  minutes: number,
  answers: { pending: string[]; outcomes: string[]; feed_items: string[] }[],
) {
  const asked: unknown[] = [];
  const pauses: number[] = [];
  let time = 1000;
  const items = waitForAudit(audit, {
    ask: async (...request) => {
      asked.push(request);
      return answers.length > 1 ? answers.shift() : answers[0];
    },
    minutes,
    now: () => time,
    pause: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
  });
  return { items, asked, pauses };
}

const none = { pending: ["uptime", "audit"], outcomes: [], feed_items: [] };
const some = { pending: ["audit"], outcomes: ["refused"], feed_items: ["downtime"] };
const outcomes = ["unreadable: robots.txt", "up"];
const all = { pending: [], outcomes, feed_items: ["summary", "downtime"] };

test("asks every five seconds until no check is pending", async () => {
  const { items, asked, pauses } = wait(5, [none, some, all]);
  expect(await items).toStrictEqual(["summary", "downtime"]);
  const request = ["audit result", { website: "W", requested_at: "T" }];
  expect(asked).toStrictEqual([request, request, request]);
  expect(pauses).toStrictEqual([5000, 5000]);
});

test("returns the outcomes if there are no feed items", async () => {
  const { items } = wait(5, [none, { ...all, feed_items: [] }]);
  expect(await items).toStrictEqual(outcomes);
});

test("fails with the pending checks when the time is over", async () => {
  const { items, pauses } = wait(1, [none, some]);
  await expect(items).rejects.toStrictEqual(
    new Problem('Not done within 1 min: audit. "check list --website W" shows when it is due.'),
  );
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(60_000);
});

test("reports on stderr what it waits for after two seconds, not before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => {
    vi.useRealTimers();
    write.mockRestore();
  });
  const lines: number[] = [];
  const answers = [none, some, all];
  await waitForAudit(audit, {
    ask: async () => answers.shift(),
    minutes: 5,
    pause: async () => {
      lines.push(write.mock.calls.length);
      vi.advanceTimersByTime(2000);
      lines.push(write.mock.calls.length);
    },
  });
  expect(lines).toStrictEqual([0, 1, 2, 2]);
  expect(write.mock.calls.map(([line]) => line)).toStrictEqual([
    "Waiting for uptime and audit ...\n",
    "Waiting for audit ...\n",
  ]);
});

test("refuses to wait if no local server runs the checks", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "admin-"));
  vi.stubEnv("DATA_DIR", dataDir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true });
  });
  expect(() => assertServed("http://127.0.0.1:8000")).not.toThrow();
  expect(() => assertServed("")).toThrow(
    new Problem(
      `The work is due, but no server runs on ${dataDir} to do it: run "npm start", then try again.`,
    ),
  );
  const release = tryLock(join(dataDir, "server.lock"), "exclusive");
  expect(() => assertServed("")).not.toThrow();
  release?.();
});
