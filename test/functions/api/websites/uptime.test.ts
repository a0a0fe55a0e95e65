import { beforeAll, expect, onTestFinished, test } from "vitest";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { dayOf, daysLater } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { invalid, notFound, ok } from "../../../support/expected.ts";
import { type Estate, makeEstate } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";

const ROUTE = "GET /v1/websites/{website_uuid}/uptime";
const expires_epoch = 4_000_000_000;

let estate: Estate;
let website: { reseller_uuid: string; uuid: string };

beforeAll(async () => {
  estate = await makeEstate();
  website = { reseller_uuid: estate.reseller.uuid, uuid: estate.website };
  const day = {
    ...website,
    expires_epoch,
    times: { "40": 200, "60": 86 },
    looks: 288,
    failures: 2,
    failed_attempts: 8,
  };
  await UptimeDay.put([
    { ...day, day: "2026-01-30", observed: 86_400, down: 864 },
    { ...day, day: "2026-01-31", observed: 86_400, down: 0 },
    { ...day, day: "2026-02-02", observed: 0, down: 0, times: {} },
  ]).go();
  await Downtime.put([
    {
      ...{ ...website, expires_epoch, began_at: "2026-01-30T12:00:00+00:00", cause: "http 503" },
      ...{ ended_at: "2026-01-30T12:14:24+00:00", duration_seconds: 864 },
    },
    { ...website, expires_epoch, began_at: "2026-01-31T23:59:59+00:00" },
    { ...website, expires_epoch, began_at: "2026-02-03T00:00:00+00:00", cause: "dns" },
  ]).go();
});

function fetch(query: Record<string, string> = {}, uuid = estate.website) {
  return call(ROUTE, { key: estate.reseller.key, uuid, query });
}

test("answers percentage, downtimes and daily figures of the requested days", async () => {
  const counted = { looks: 288, failures: 2, failed_attempts: 8 };
  const response_ms = {
    mean: expect.any(Number),
    median: expect.any(Number),
    p95: expect.any(Number),
  };
  const unobserved_seconds = 0;
  expect(await fetch({ from: "2026-01-30", to: "2026-02-02" })).toEqual(
    ok({
      data: {
        from: "2026-01-30",
        to: "2026-02-02",
        last_status: null,
        last_status_technical: null,
        uptime_percentage: 99.5,
        ...{ looks: 3 * 288, failed_attempts: 3 * 8 },
        downtimes: [
          {
            ...{ began_at: "2026-01-30T12:00:00+00:00", ended_at: "2026-01-30T12:14:24+00:00" },
            ...{
              cause: "http_5xx",
              technical: "http 503",
              duration_seconds: 864,
              unobserved_seconds,
            },
          },
          {
            ...{ began_at: "2026-01-31T23:59:59+00:00", ended_at: null },
            ...{ cause: null, technical: null, duration_seconds: null, unobserved_seconds },
          },
        ],
        days: [
          {
            ...{ date: "2026-01-30", ...counted, observed_seconds: 86_400, down_seconds: 864 },
            ...{ uptime_percentage: 99, response_ms },
          },
          {
            ...{ date: "2026-01-31", ...counted, observed_seconds: 86_400, down_seconds: 0 },
            ...{ uptime_percentage: 100, response_ms },
          },
          {
            ...{ date: "2026-02-02", ...counted, observed_seconds: 0, down_seconds: 0 },
            ...{ uptime_percentage: null, response_ms: null },
          },
        ],
      },
    }),
  );
});

test("rounds the percentage down, so that 100 means no downtime", async () => {
  const day = { ...website, expires_epoch, day: "2026-03-01", times: {}, observed: 86_400 };
  await UptimeDay.put({ ...day, looks: 288, failures: 1, down: 1 }).go();
  const { data } = (await fetch({ from: day.day, to: day.day })).body;
  expect(data.uptime_percentage).toBe(99.99);
  expect(data.days).toMatchObject([{ uptime_percentage: 99.99 }]);
});

test("includes downtimes that reach into the days, but none that ended before", async () => {
  const began = async (query: Record<string, string>) =>
    (await fetch(query)).body.data.downtimes.map(({ began_at }: { began_at: string }) => began_at);
  // It is still open.
  expect(await began({ from: "2026-02-01", to: "2026-02-02" })).toEqual([
    "2026-01-31T23:59:59+00:00",
  ]);
  expect(await began({ from: "2026-01-31", to: "2026-01-31" })).toEqual([
    "2026-01-31T23:59:59+00:00",
  ]);
  expect(await began({ from: "2026-01-28", to: "2026-01-29" })).toEqual([]);
  const overnight = "2025-12-30T23:00:00+00:00";
  const times = { began_at: overnight, ended_at: "2025-12-31T01:00:00+00:00" };
  await Downtime.put({ ...website, expires_epoch, ...times }).go();
  expect(await began({ from: "2025-12-31", to: "2025-12-31" })).toEqual([overnight]);
  expect(await began({ from: "2026-01-01", to: "2026-01-01" })).toEqual([]);
});

test("answers the last 30 days by default", async () => {
  const today = dayOf(Date.now() / 1000);
  const { data } = (await fetch()).body;
  expect([data.from, data.to]).toEqual([daysLater(today, -29), today]);
  const { data: until } = (await fetch({ to: "2026-01-30" })).body;
  expect(until).toMatchObject({ from: "2026-01-01", uptime_percentage: 99 });
});

test("answers empty figures for a website that was never probed", async () => {
  const other = await makeEstate();
  const { key } = other.reseller;
  const { data } = (await call(ROUTE, { key, uuid: other.website })).body;
  expect(data).toMatchObject({ uptime_percentage: null, downtimes: [], days: [] });
  expect(await call(ROUTE, { key, uuid: estate.website })).toEqual(notFound("websites"));
});

test.each<[query: Record<string, string>, rule: Record<string, string>]>([
  [{ from: "2026-01-31", to: "2026-01-30" }, { max: "From must not be after to" }],
  [{ from: "2024-01-31", to: "2026-01-30" }, { min: "From must be within 400 days of to" }],
])("refuses %j", async (query, rule) => {
  expect(await fetch(query)).toEqual(invalid({ from: rule }));
});

test("takes up to 400 days", async () => {
  const to = "2026-01-30";
  expect((await fetch({ from: daysLater(to, -399), to })).status).toBe(200);
  expect((await fetch({ from: daysLater(to, -400), to })).status).toBe(422);
});

test("answers all downtimes, across several pages of DynamoDB", async () => {
  const reads: unknown[] = [];
  const end = interceptRequests((command, input) => {
    if (command !== "Query") return;
    if (JSON.stringify(input).includes("downtime")) reads.push(input["ConsistentRead"]);
    Object.assign(input, { Limit: 1 });
  });
  onTestFinished(end);
  const { data } = (await fetch({ from: "2026-01-30", to: "2026-02-03" })).body;
  expect(data.downtimes).toHaveLength(3);
  expect(new Set(reads)).toEqual(new Set([true]));
});
