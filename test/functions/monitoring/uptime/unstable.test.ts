import { expect, onTestFinished, test, vi } from "vitest";
import { isInBucket } from "../../../../functions/monitoring/buckets.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import type { CheckRecord } from "../../../../shared/entities/check.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { call } from "../../../support/api.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  dueMessage,
  findCheck,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
  uptimeMessages,
} from "../../../support/monitoring.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

/** A website of a plan of half an hour, and a probe of it at a time in seconds after noon. */
async function makeSite() {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
  const given = { status: 200 };
  const { url } = await serve((_, response) => response.writeHead(given.status).end());
  const website = await monitorWebsite(url);
  const { uuid: reseller_uuid, planUuid } = website.reseller;
  await Plan.patch({ reseller_uuid, uuid: planUuid }).set({ uptime_interval_minutes: 30 }).go();
  const probe = async (seconds: number, status: number) => {
    given.status = status;
    vi.setSystemTime(NOON + seconds * 1000);
    const event = sqsEvent(await dueMessage(website, "uptime"));
    expect(await uptimeHandler(skippedPauses())(event)).toEqual({ batchItemFailures: [] });
    return (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  };
  return { website, probe };
}

/** Since when the API says that a website is unstable, in both places, and the website itself. */
async function shownOf({ reseller, uuid }: MonitoredWebsite) {
  const { key } = reseller;
  const { body: listed } = await call("GET /v1/account/websites", { key });
  const own = listed.data.find((each: { uuid: string }) => each.uuid === uuid);
  const { body: uptime } = await call("GET /v1/websites/{website_uuid}/uptime", { key, uuid });
  const { body: website } = await call("GET /v1/websites/{website_uuid}", { key, uuid });
  return {
    since: [own.unstable_since, uptime.data.unstable_since],
    percentage: uptime.data.uptime_percentage,
    website: website.data,
  };
}

test("a website whose probes fail now and then is unstable, and probed each minute until it is stable", async () => {
  const { website, probe } = await makeSite();
  const { website: added } = await shownOf(website);
  await probe(0, 500);
  await probe(60, 200);
  await probe(1800, 500);
  expect((await shownOf(website)).since).toEqual([null, null]);
  const messages = uptimeMessages(website.uuid).length;
  const unstable = await probe(1860, 200);
  const began = "2026-11-20T12:31:00+00:00";
  expect([isInBucket(unstable), unstable.due_at]).toEqual([false, "2026-11-20T12:32:00+00:00"]);
  expect(uptimeMessages(website.uuid).slice(messages)).toMatchObject([
    { checks: [{ due_at: unstable.due_at }] },
  ]);
  // Down for two of the 31 minutes, and shown as up all the time.
  expect(await shownOf(website)).toEqual({
    since: [began, began],
    percentage: Math.floor((29 / 31) * 10_000) / 100,
    website: added,
  });
  await probe(1920, 200);
  await probe(1860 + 1800, 200);
  const stable = await probe(1860 + 3600, 200);
  expect(isInBucket(stable)).toBe(true);
  expect(await shownOf(website)).toMatchObject({ since: [null, null], website: added });
  const item = (status: string, data: object) =>
    expect.objectContaining({ category: "website", type: "unstable", status, data });
  const data = { is_stable: false, unstable_since: began, failures_count: 2 };
  const stable_since = "2026-11-20T13:31:00+00:00";
  expect(await readFeed(website)).toEqual([
    item("success", { ...data, is_stable: true, stable_since, failures_count: 0 }),
    item("warning", data),
  ]);
});

test("a website with another host name is not unstable", async () => {
  const { website, probe } = await makeSite();
  for (const begin of [0, 1800]) {
    await probe(begin, 500);
    await probe(begin + 60, 200);
  }
  const { key } = website.reseller;
  const body = { hostname: "https://moved.example" };
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid: website.uuid, body });
  expect((await shownOf(website)).since[0]).toBeNull();
});
