import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { keepDays } from "../../../../functions/monitoring/uptime/ownDays.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, monitorWebsite } from "../../../support/monitoring.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

beforeAll(() => allowLocalAddresses());

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
