import { beforeAll, expect, test } from "vitest";
import { TooExpensive } from "../../../shared/audit/pages/threads.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { itemOf, typesOf } from "./auditing.ts";
import { auditHere, type Delivery, deliver } from "./deliver.ts";
import { page } from "./faultySite.ts";

beforeAll(() => allowLocalAddresses());

const HOME = page("Home", "<h1>Home</h1>");

test("a website that is too expensive is said to be so, and the others are audited", async () => {
  const site = await serve({ "/": HOME });
  const hostile = await serve({ "/": HOME });
  const websites = [await monitorWebsite(hostile.url), await monitorWebsite(site.url)];
  const messages = await Promise.all(websites.map((website) => dueMessage(website)));
  const auditPlainly = auditHere();
  const audit: Delivery["audit"] = async (job) => {
    const readsHostile = job.check.hostname === hostile.url && job.unreadable === undefined;
    if (readsHostile) throw new TooExpensive("time");
    return await auditPlainly(job);
  };
  expect(await deliver(messages, { audit })).toEqual({ batchItemFailures: [] });
  const [expensive, other] = await Promise.all(websites.map(readFeed));
  expect(itemOf(expensive, "website_unreadable")).toMatchObject({
    status: "warning",
    data: { is_readable: false, reason: "too_expensive" },
  });
  expect(typesOf(expensive)).not.toContain("website_summary");
  expect(typesOf(expensive)).not.toContain("headings");
  expect(typesOf(other)).toContain("headings");
  const [check] = await Promise.all(websites.map((website) => findAudit(website)));
  expect(check?.results).toMatchObject([{ outcome: "unreadable: too_expensive" }]);
  // It would be as expensive in two minutes.
  const { due_at = "", results = [] } = check ?? {};
  expect(Date.parse(due_at) - Date.parse(results[0]?.at ?? "")).toBeGreaterThan(60_000);
});
