import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { OWN_FAULTS } from "../../support/ownFaults.ts";
import { thoroughly } from "../../support/runs.ts";
import { serve } from "../../support/site.ts";
import { deliver } from "./deliver.ts";
import { page } from "./faultySite.ts";

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
