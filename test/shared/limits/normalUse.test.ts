import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { settingsFor } from "../../../infra/settings.ts";
import type { RateKind } from "../../../shared/entities/rateUse.ts";
import { FREE_MINUTES } from "../../../shared/limits/freeWeight.ts";
import { readBookings } from "../../../shared/limits/rateBookings.ts";
import { call } from "../../support/api.ts";
import {
  makeFeedItem,
  makeReseller,
  makeWebhook,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";

const CUSTOMERS = 10_000;
/** With this limit a container books each request. */
const BOOKS_EACH = 1000;

beforeEach(() => {
  // A request that takes long weighs more.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
});

/** The weight beyond 1 of some requests. */
async function weightBeyond(kind: RateKind, { uuid }: TestReseller, requests: () => Promise<void>) {
  const freeWeight = async () => {
    const { periods } = await readBookings({ reseller_uuid: uuid, kind });
    return [...periods].reduce((sum, [name, n]) => sum + (name.startsWith("day") ? n : 0), 0);
  };
  const before = await freeWeight();
  await requests();
  return (await freeWeight()) - before;
}

/** What is free in a day of a kind at prod's limits. */
function freeOf(kind: "reads" | "writes") {
  return FREE_MINUTES * (settingsFor("prod").rateLimits?.[`${kind}PerMinute`] ?? 0);
}

test("the onboarding and a nightly mirror of 10,000 customers count no more than their requests", async () => {
  const limits = { reads_per_minute: BOOKS_EACH, writes_per_minute: BOOKS_EACH };
  const reseller = await makeReseller(limits);
  const { key, uuid: reseller_uuid } = reseller;
  await makeWebhook(reseller);
  await call("GET /v1/plans", { key });
  // What the container knows of the reseller is read again.
  vi.setSystemTime(Date.now() + 10_000);
  let userUuid = "";
  const onboarding = await weightBeyond("writes", reseller, async () => {
    const { body } = await call("POST /v1/onboarding", { key, body: onboardingBody() });
    userUuid = body.data.user.uuid;
  });
  expect(onboarding).toBeGreaterThan(0);
  expect(onboarding * CUSTOMERS).toBeLessThan(freeOf("writes") / 2);

  const customer = await weightBeyond("reads", reseller, async () => {
    const { body } = await call("GET /v1/businesses", { key, query: { userUuid } });
    const [{ uuid: businessUuid }] = body.data;
    const found = await call("GET /v1/websites", { key, query: { businessUuid } });
    const [{ uuid: websiteUuid }] = found.body.data;
    const site = { reseller_uuid, business_uuid: businessUuid, website_uuid: websiteUuid };
    for (let item = 0; item < 20; item += 1) await makeFeedItem(site);
    await call("GET /v1/feed-items", { key, query: { businessUuid, websiteUuid } });
    await call("GET /v1/websites/{website_uuid}/uptime", { key, uuid: websiteUuid });
  });
  const page = { key, query: { per_page: "100" } };
  const pages = await weightBeyond("reads", reseller, async () => {
    for (const list of ["users", "account/websites", "account/businesses"]) {
      await call(`GET /v1/${list}`, page);
    }
  });
  // A full page weighs up to 10.
  const mirror = customer * CUSTOMERS + (pages + 30) * (CUSTOMERS / 100);
  expect(mirror).toBeLessThan(freeOf("reads") / 2);
});
