import type { Context } from "aws-lambda";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import packageFile from "../../../package.json" with { type: "json" };
import { ScheduleCursor, TICK } from "../../../shared/entities/scheduleCursor.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { eventFor } from "../../support/api.ts";
import { UUID } from "../../support/expected.ts";

const { version } = packageFile;
const NOW = Date.parse("2026-11-28T12:00:00Z");

// A new container.
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await ScheduleCursor.put({ ...TICK, enqueued_until: timestamp(new Date(NOW)) }).go();
  return () => vi.useRealTimers();
});

/** Of the container that answers next. */
async function intercept(onRequest: (command: string) => void) {
  const { interceptRequests } = await import("../../support/interceptRequests.ts");
  onTestFinished(interceptRequests(onRequest));
}

async function ask(method = "GET") {
  const { handler } = await import("../../../functions/open/index.ts");
  const { headers, ...answer } = await handler(eventFor(`${method} /health`), {} as Context);
  return { ...answer, headers: headers ?? {} };
}

const FAILING = { statusCode: 503, body: JSON.stringify({ status: "failing", version }) };

test("answers 200 with the version, without a key", async () => {
  expect(await ask()).toEqual({
    statusCode: 200,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "x-request-id": UUID,
    },
    body: JSON.stringify({ status: "ok", version }),
  });
});

test("answers 503 when no schedule ran for three minutes", async () => {
  vi.setSystemTime(NOW + 179_999);
  expect(await ask()).toMatchObject({ statusCode: 200 });
  vi.resetModules();
  vi.setSystemTime(NOW + 180_000);
  expect(await ask()).toMatchObject(FAILING);
  vi.resetModules();
  expect(await ask("HEAD")).toMatchObject({ statusCode: 503 });
});

test("answers 503 when the table can't be read", async () => {
  await intercept(() => {
    throw new Error("down");
  });
  expect(await ask()).toMatchObject(FAILING);
});

test("reads the table once in ten seconds", async () => {
  const requests: string[] = [];
  await intercept((command) => void requests.push(command));
  await ask();
  // Loading the function warms up the connection.
  requests.length = 0;
  for (const ms of [1, 9999]) {
    vi.setSystemTime(NOW + ms);
    await ask();
  }
  expect(requests).toEqual([]);
  vi.setSystemTime(NOW + 10_000);
  await ask();
  expect(requests).toEqual(["Get"]);
});
