import { expect, onTestFinished, test, vi } from "vitest";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { dayOf, secondsOfDay } from "../../../../shared/platform/time.ts";
import { writeDaysDue } from "../../../../shared/uptime/writeDays.ts";
import { call } from "../../../support/api.ts";
import { type Estate, makeEstate, makeShare } from "../../../support/factories.ts";
import { type Logged, logProbes, storeMonitor, wholeBucket } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";

const BEGIN = Date.parse("2026-10-24T22:20:00Z") / 1000;
const MINUTES = 5;

type Past = [count: number, logged: Logged, after?: number][];

const PASTS: [string, Past][] = [
  [
    "was down before it was first up",
    [
      [4, "down"],
      [20, "up"],
    ],
  ],
  [
    "is down now",
    [
      [8, "up"],
      [19, "down"],
    ],
  ],
  ["was never up", [[25, "down"]]],
  [
    "failed once, unconfirmed",
    [
      [3, "up"],
      [1, "down"],
      [25, "up"],
    ],
  ],
  [
    "was under maintenance",
    [
      [3, "down"],
      [2, "announced"],
      [25, "up"],
    ],
  ],
  [
    "was not checked for hours",
    [
      [3, "up"],
      [2, "down", 9000],
      [20, "up"],
    ],
  ],
];

/** The figures that an endpoint tells of the estate's website. */
async function figuresOf({ reseller: { key }, ...estate }: Estate, from: string, to: string) {
  const query = { from, to };
  const uptime = await call("GET /v1/websites/{website_uuid}/uptime", {
    key,
    uuid: estate.website,
    query,
  });
  const digest = await call("GET /v1/businesses/{business_uuid}/digest", {
    key,
    uuid: estate.business,
    query,
  });
  const days = uptime.body.data.days as { observed_seconds: number; down_seconds: number }[];
  const sum = (name: "observed_seconds" | "down_seconds") =>
    days.reduce((total, day) => total + day[name], 0);
  const website = digest.body.data.find(({ uuid }: { uuid: string }) => uuid === estate.website);
  const { uptime_percentage, looks, failed_attempts, observed_seconds, down_seconds } = website;
  const figures = uptime.body.data;
  expect({ uptime_percentage, looks, failed_attempts, observed_seconds, down_seconds }).toEqual({
    uptime_percentage: figures.uptime_percentage,
    ...{ looks: figures.looks, failed_attempts: figures.failed_attempts },
    observed_seconds: sum("observed_seconds"),
    down_seconds: sum("down_seconds"),
  });
  return { uptime_percentage, observed_seconds, down_seconds };
}

test.each(PASTS)(
  "/uptime, the digest and the status page say the same of a website that %s, before and after its days are written",
  async (_, past) => {
    ownSchedule();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: BEGIN * 1000 });
    const estate = await makeEstate();
    const key = { reseller_uuid: estate.reseller.uuid, uuid: estate.website };
    await storeMonitor({ ...key, business_uuid: estate.business });
    let at = BEGIN;
    for (const [count, logged, after = MINUTES * 60] of past) {
      const probes = Array.from({ length: count }, (_, index) => {
        at += index === 0 ? after : MINUTES * 60;
        return [at, logged] as const;
      });
      await logProbes(estate.website, probes);
    }
    vi.setSystemTime((at + 60) * 1000);
    const [first, today] = [dayOf(BEGIN), dayOf(at)];
    const before = await figuresOf(estate, first, today);
    expect(before.observed_seconds).toBeGreaterThan(0);
    const { token } = await makeShare(estate.reseller, { website_uuid: estate.website });
    const page = JSON.parse((await open(PAGE, `${token}.json`)).body);
    expect(page.websites[0].uptime_percentage).toBe(before.uptime_percentage);
    // The first round of the day writes the figures of the day before.
    const { from } = secondsOfDay(today);
    await writeDaysDue({ ...wholeBucket(), slot: from + 600, after: from });
    const { data } = await UptimeDay.query.ofWebsite(key).go();
    expect(data.map(({ day }) => day)).toEqual([first]);
    expect(await figuresOf(estate, first, today)).toEqual(before);
    await figuresOf(estate, first, first);
    await figuresOf(estate, today, today);
  },
);
