import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { idOf } from "../../../../functions/monitoring/buckets.ts";
import { handler } from "../../../../functions/monitoring/uptime/index.ts";
import { Overloaded } from "../../../../shared/errors.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { leaveOut } from "../../../support/clientFaults.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests, isUpdateOf } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, monitorWebsite } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { type Site, startSite } from "../../../support/site.ts";
import { joinBucket, makeBucket } from "../rounds/buckets.ts";

let site: Site;

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  ownControlHosts();
  site = await startSite({ "/": "<h1>Home</h1>" });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

/** The lines of the log, without those of metrics. */
function readLog() {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () =>
    write.mock.calls
      .map(([line]) => JSON.parse(String(line)))
      .filter(({ level }) => level)
      .map(({ time, stack, ...rest }) => rest);
}

test("one whose rounds can't be read fails alone", async () => {
  ownSchedule();
  const bucket = await makeBucket();
  const poisoned = await joinBucket(site.url, { bucket });
  const other = await monitorWebsite(site.url);
  const messages = await Promise.all([poisoned, other].map((due) => dueMessage(due, "uptime")));
  onTestFinished(
    interceptRequests((command, { ExpressionAttributeValues }) => {
      const asked = JSON.stringify(ExpressionAttributeValues) ?? "";
      if (command === "Query" && asked.includes(`bucket#${idOf(bucket)}`))
        throw new Error("poisoned");
    }),
  );
  readLog();
  expect(await handler(sqsEvent(...messages))).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
  expect((await findCheck(other, "uptime"))?.results).toHaveLength(1);
});

test("a result that can't be written gives back its message only, and says which website it was", async () => {
  const [one, other, third] = [
    await monitorWebsite(site.url),
    await monitorWebsite(site.url),
    await monitorWebsite(site.url),
  ];
  const messages = await Promise.all([one, other, third].map((due) => dueMessage(due, "uptime")));
  const [alone, ...together] = messages;
  const batch = sqsEvent(alone, { checks: together.flatMap(({ checks }) => checks) });
  onTestFinished(
    interceptRequests((command, input) => {
      if (isUpdateOf(other.uuid, command, input)) throw new Error("DynamoDB is away");
    }),
  );
  const log = readLog();
  expect(await handler(batch)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-1" }],
  });
  expect(log()).toEqual([
    expect.objectContaining({
      level: "error",
      message: "an uptime check failed and will be tried again",
      uuid: other.uuid,
    }),
  ]);
  expect(JSON.stringify(log())).toContain("DynamoDB is away");
  expect((await findCheck(one, "uptime"))?.results).toHaveLength(1);
  expect((await findCheck(other, "uptime"))?.results).toHaveLength(0);
  expect((await findCheck(third, "uptime"))?.results).toHaveLength(1);
});

test("operators see how many were checked, how late, and how many failed or could not be written", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "uptime-worker");
  onTestFinished(() => void vi.unstubAllEnvs());
  const down = await startSite((_, response) => response.writeHead(500).end());
  onTestFinished(down.close);
  const websites = [
    await monitorWebsite(site.url),
    await monitorWebsite(down.url),
    await monitorWebsite(site.url),
  ];
  const messages = await Promise.all(websites.map((due) => dueMessage(due, "uptime")));
  onTestFinished(
    interceptRequests((command, input) => {
      const isOfLast = isUpdateOf(String(websites[2]?.uuid), command, input);
      if (isOfLast) throw new Error("DynamoDB is away");
    }),
  );
  vi.setSystemTime(Date.now() + 3_600_000);
  const late = messages.map(
    ({ checks }) => (Date.now() - Date.parse(String(checks[0]?.due_at))) / 1000,
  );
  expect(Math.min(...late)).toBeGreaterThan(0);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await handler(sqsEvent(...messages));
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.filter(({ Checks }) => Checks !== undefined)).toEqual([
    expect.objectContaining({ Checks: 3, Failures: 2, LatenessSeconds: late }),
  ]);
});

test("a message that can't be read is named in the log", async () => {
  const log = readLog();
  expect(await handler(sqsEvent({ checks: "all" }))).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
  expect(log()).toEqual([
    expect.objectContaining({
      level: "error",
      message: "a message can't be read",
      message_id: "message-0",
    }),
  ]);
});

test("a check that DynamoDB leaves unread at first is done after all", async () => {
  const website = await monitorWebsite(site.url);
  const message = await dueMessage(website, "uptime");
  leaveOut(1);
  expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [] });
  expect((await findCheck(website, "uptime"))?.results).toHaveLength(1);
});

test("one that it keeps leaving unread fails the batch", async () => {
  const website = await monitorWebsite(site.url);
  const message = await dueMessage(website, "uptime");
  leaveOut(100);
  await expect(handler(sqsEvent(message))).rejects.toThrow(Overloaded);
  expect(site.requests).toEqual([]);
});

test("only the latest five results are kept, newest first, and the URL that answered", async () => {
  const website = await monitorWebsite(site.url);
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const times: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    vi.setSystemTime(Date.parse("2026-11-20T12:00:00Z") + round * 600_000);
    await handler(sqsEvent(await dueMessage(website, "uptime")));
    times.unshift(`2026-11-20T12:${round}0:00+00:00`);
  }
  const check = await findCheck(website, "uptime");
  expect(check?.results.map(({ at }) => at)).toEqual(times.slice(0, 5));
  await site.refuse();
  vi.setSystemTime(Date.parse("2026-11-20T13:00:00Z"));
  await handler(sqsEvent(await dueMessage(website, "uptime")));
  const failed = await findCheck(website, "uptime");
  expect(failed?.results[0]).toMatchObject({ outcome: "refused" });
  expect(failed?.memory).toMatchObject({ state: "suspect", url: site.url });
  site = await startSite({});
});
