import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { mobile } from "../../../shared/audit/analysers/mobile.ts";
import { spelling } from "../../../shared/audit/analysers/spelling/spelling.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { OWN_FAULTS } from "../../support/ownFaults.ts";
import { thoroughly } from "../../support/runs.ts";
import { serve } from "../../support/site.ts";
import { itemOf, typesOf } from "./auditing.ts";
import { deliver } from "./deliver.ts";
import { faultySite, page } from "./faultySite.ts";

beforeAll(() => allowLocalAddresses());

test.each(thoroughly(OWN_FAULTS, OWN_FAULTS.slice(0, 1)))(
  "%s gives back the message of an audit, and says nothing about the website",
  async (_, cause) => {
    const routes = { "/": page("Home", "<h1>Home</h1>") };
    const site = await serve(routes);
    const website = await monitorWebsite(site.url);
    const message = await dueMessage(website);
    const before = await findAudit(website);
    const end = cause(site.url);
    onTestFinished(end);
    expect((await deliver([message])).batchItemFailures).toHaveLength(1);
    expect(await findAudit(website)).toEqual(before);
    expect(await readFeed(website)).toEqual([]);
    end();
    expect(await deliver([message])).toEqual({ batchItemFailures: [] });
    expect(site.requests).toContain("GET /");
    expect((await findAudit(website))?.due_at).not.toBe(before?.due_at);
  },
);

test("a bug in an analyser costs only its own result, which is listed as unchecked", async () => {
  const website = await monitorWebsite((await serve(faultySite)).url);
  const fail = vi.fn(() => {
    throw new TypeError("A bug");
  });
  vi.spyOn(mobile, "begin").mockReturnValue({ examine: fail });
  vi.spyOn(spelling, "begin").mockReturnValue({ add: fail, examine: () => ({ faults: [] }) });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await deliver([await dueMessage(website)])).toEqual({ batchItemFailures: [] });
  expect(fail).toHaveBeenCalledTimes(2);
  const feed = await readFeed(website);
  const { unchecked } = itemOf(feed, "website_summary_details")?.data ?? {};
  for (const technical of ["mobile", "spelling"]) {
    expect(typesOf(feed)).not.toContain(technical);
    expect(unchecked).toContainEqual({ what: "analysers", reason: "other", technical, count: 1 });
  }
  expect(itemOf(feed, "broken_links")?.data.links_broken_count).toBeGreaterThan(0);
});
