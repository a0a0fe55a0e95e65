import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Bucket } from "../../../../functions/monitoring/buckets.ts";
import { classOfDuration } from "../../../../functions/monitoring/durationClasses.ts";
import { NO_PROBES } from "../../../../functions/monitoring/tallies.ts";
import { keepDays, tallyProbe } from "../../../../functions/monitoring/uptime/ownDays.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import type { CheckRecord, Tally } from "../../../../shared/entities/check.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, monitorWebsite } from "../../../support/monitoring.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const TODAY = "2026-11-20";

interface Probed {
  /** Seconds after the last probe. */
  after?: number;
  finding?: "up" | "down" | "unknown";
  tallies?: Record<string, Tally>;
  bucket?: Bucket;
  /** Seconds until the round that it waits for. */
  waits?: number;
}

/** The tallies of a website of five minutes with a probe at noon. */
function tally({ after, finding = "up", tallies, bucket, waits }: Probed) {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const check: CheckRecord<"uptime"> = {
    ...{ ...key, hostname: "example.com", shard: 3, due_at: "", kind: "uptime", results: [] },
    memory: {
      ...(after !== undefined && { checked_at: NOON - after }),
      ...(waits !== undefined && { observed_until: NOON + waits }),
    },
    ...(tallies && { tallies }),
  };
  const probe = { finding, at: new Date(NOON * 1000 + 999), duration: 250 };
  return tallyProbe(check, probe, { minutes: 5, bucket });
}

const up = { looks: 1, failures: 0, times: { [classOfDuration(250)]: 1 } };

test("a probe counts as one, and as a failure or an answer with its duration", () => {
  expect(tally({})).toEqual({ [TODAY]: { ...up, observed: 0 } });
  const failed = { looks: 1, failures: 1, observed: 0, times: {} };
  expect(tally({ finding: "down" })).toEqual({ [TODAY]: failed });
  const before = { [TODAY]: { ...failed, observed: 60 } };
  expect(tally({ tallies: before })).toEqual({
    [TODAY]: { ...up, looks: 2, failures: 1, observed: 60 },
  });
  expect(tally({ finding: "unknown", tallies: before, after: 300 })).toEqual(before);
});

describe("observed is", () => {
  test.each([
    ["the time since the probe before", 300, 300],
    ["that of an interval and three minutes at most", 480, 480],
    ["nothing where it is longer ago", 481, 0],
  ])("%s", (_, after, observed) => {
    expect(tally({ after })[TODAY]?.observed).toBe(observed);
  });

  test("the time until the next round, where the website joins a bucket", () => {
    // The only bucket of an interval has its rounds at the full ones of it, the first half 150 s before.
    const only = { minutes: 5, depth: 0, number: 0 };
    const half = { minutes: 5, depth: 1, number: 0 };
    expect(tally({ after: 60, bucket: only })[TODAY]?.observed).toBe(60 + 300);
    expect(tally({ after: 60, bucket: half })[TODAY]?.observed).toBe(60 + 150);
    expect(tally({ after: 481, bucket: half })[TODAY]?.observed).toBe(150);
  });
});

test("what was tallied until a round that the website does not wait for any more is taken back", () => {
  const until = (observed: number) => ({ [TODAY]: { ...up, observed } });
  const observed = (probed: Probed) => tally(probed)[TODAY]?.observed;
  expect(observed({ after: 60, waits: 240, tallies: until(300) })).toBe(60);
  expect(observed({ after: 60, waits: 240, tallies: until(300), finding: "unknown" })).toBe(60);
  // It was there for a part of the time since, or for all of it.
  expect(observed({ after: 300, waits: -100, tallies: until(200) })).toBe(300);
  expect(observed({ after: 300, waits: -400, tallies: until(200) })).toBe(500);
});

test("tallies are kept that may still be written, of two days before", () => {
  const days = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-21"];
  const tallies = Object.fromEntries(days.map((day) => [day, { ...NO_PROBES, looks: 5 }]));
  const kept = ["2026-11-18", "2026-11-19", "2026-11-21"];
  expect(Object.keys(tally({ tallies })).toSorted()).toEqual([...kept, TODAY].toSorted());
  const unknown = tally({ finding: "unknown", tallies });
  expect(Object.keys(unknown).toSorted()).toEqual(kept);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a day that can't be written stops no check, is logged, and is written by the next check", async () => {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-11-20T23:50:00Z");
  const website = await monitorWebsite((await serve({ "/": { status: 500 } })).url);
  const look = async (time: string) => {
    vi.setSystemTime(time);
    const event = sqsEvent(await dueMessage(website, "uptime"));
    expect(await uptimeHandler(skippedPauses())(event)).toEqual({ batchItemFailures: [] });
    const check = await findCheck(website, "uptime");
    const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
    const { data: days } = await UptimeDay.query.ofWebsite(key).go();
    return { folded: check?.folded, looks: check?.results.length, days };
  };
  await look("2026-11-20T23:50:00Z");
  await look("2026-11-20T23:51:00Z");
  const end = interceptRequests((command, { RequestItems }) => {
    const isDay = JSON.stringify(RequestItems ?? "").includes("uptimeDay");
    if (command === "BatchWrite" && isDay) throw new Error("DynamoDB is away");
  });
  onTestFinished(end);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const failed = await look("2026-11-21T00:05:00Z");
  // The day before yesterday had been kept: there was nothing to write.
  expect(failed).toEqual({ folded: "2026-11-19", looks: 3, days: [] });
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.filter(({ level }) => level === "error")).toEqual([
    expect.objectContaining({
      message: "the figures of a day could not be written",
      uuid: website.uuid,
      cause: "Error: DynamoDB is away",
    }),
  ]);
  end();
  const written = await look("2026-11-21T00:10:00Z");
  expect(written).toMatchObject({ folded: "2026-11-20", looks: 4 });
  expect(written.days).toMatchObject([{ day: "2026-11-20", looks: 2, failures: 2 }]);
  // The next one of the day has nothing left to write.
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  await UptimeDay.delete({ ...key, day: "2026-11-20" }).go();
  expect((await look("2026-11-21T00:15:00Z")).days).toEqual([]);
});

test.each([
  ["is missing", undefined, ["2026-11-19", "2026-11-20"]],
  ["is from the day before", "2026-11-19", ["2026-11-20"]],
])("earlier days are written if the last written one %s", async (_, folded, written) => {
  const website = await monitorWebsite("days.example");
  const check = await findCheck(website, "uptime");
  if (!check) throw new Error("It is not checked");
  const seen = { looks: 2, failures: 1, observed: 600, times: {} };
  // The rounds of the first day have expired.
  const days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"];
  const tallies = Object.fromEntries(days.map((day) => [day, seen]));
  const now = Date.parse("2026-11-21T00:05:00Z");
  const kept = await keepDays({ ...check, tallies, ...(folded && { folded }) }, { now });
  expect(kept?.folded).toBe("2026-11-20");
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  const { data } = await UptimeDay.query.ofWebsite(key).go();
  expect(data.map(({ day }) => day).toSorted()).toEqual(written);
  expect(data[0]).toMatchObject({ looks: 2, failures: 1, observed: 600 });
});
