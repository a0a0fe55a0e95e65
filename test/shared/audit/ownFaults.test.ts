import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { AnalysersAtWork } from "../../../functions/workers/audit/analysersAtWork.ts";
import type { Analyser, AuditInput } from "../../../shared/audit/analysers/analyser.ts";
import { mobile } from "../../../shared/audit/analysers/mobile.ts";
import type { Site } from "../../../shared/audit/crawl/site.ts";
import type { Page } from "../../../shared/audit/pages/page.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { OWN_FAULTS } from "../../support/ownFaults.ts";
import { thoroughly } from "../../support/runs.ts";
import { serve } from "../../support/site.ts";
import { audit, itemOf, typesOf } from "./auditing.ts";
import { deliver } from "./deliver.ts";
import { faultySite, page } from "./faultySite.ts";

beforeAll(() => allowLocalAddresses());

describe.each(thoroughly(OWN_FAULTS, OWN_FAULTS.slice(0, 1)))("%s", (_, cause) => {
  test("gives back the message of an audit, and says nothing about the website", async () => {
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
  });
});

test("a mistake in an analyser costs its own result alone, and the audit names it", async () => {
  const website = await monitorWebsite((await serve(faultySite)).url);
  const examine = () => {
    throw new TypeError("A mistake of ours");
  };
  const begin = vi.spyOn(mobile, "begin").mockReturnValue({ examine });
  onTestFinished(() => begin.mockRestore());
  const items = await audit(website);
  expect(itemOf(items, "website_summary_details")?.data.unchecked).toContainEqual({
    ...{ what: "analysers", reason: "internal_error", technical: "mobile", count: 1 },
  });
  expect(itemOf(items, "broken_links")?.data.links_broken_count).toBeGreaterThan(0);
  expect(typesOf(items)).not.toContain("mobile");
});

test("an analyser that fails on a page sees no further one, and says nothing", async () => {
  let calls = 0;
  const add = () => {
    calls += 1;
    throw new RangeError("A mistake of ours");
  };
  const begin = () => ({ add, examine: () => ({ faults: [] }) });
  const part = { feature: "headings", explanation: "", kinds: {}, reads: "nothing" } as const;
  const work = new AnalysersAtWork([{ ...part, begin }]);
  const [collected] = work.collected;
  for (const _ of [1, 2]) collected?.add({} as Page, {} as Site);
  expect(calls).toBe(1);
  expect(work.failed).toMatchObject([{ reason: "internal_error (headings)" }]);
  expect((await work.examine({} as AuditInput, { isReadable: true })).size).toBe(0);
});

test("an analyser that runs last begins when the others are done", async () => {
  const ends: string[] = [];
  const part = { feature: "headings", explanation: "", kinds: {}, reads: "nothing" } as const;
  const analyserOf = (type: string, wait?: () => Promise<void>): Analyser => {
    const examine = async () => {
      await wait?.();
      ends.push(type);
      return { faults: [] };
    };
    return { ...part, type, begin: () => ({ examine }) };
  };
  const last: Analyser = { ...analyserOf("last"), runsLast: true };
  const work = new AnalysersAtWork([last, analyserOf("other", setImmediate)]);
  const examined = await work.examine({} as AuditInput, { isReadable: true });
  expect(ends).toEqual(["other", "last"]);
  expect([...examined.keys()].map(({ type }) => type)).toEqual(["last", "other"]);
});
