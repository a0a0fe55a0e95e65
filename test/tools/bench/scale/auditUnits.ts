import type { Context } from "aws-lambda";
import { auditHandler } from "../../../../functions/workers/audit/auditHandler.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { systemClock, timestamp } from "../../../../shared/platform/time.ts";
import { auditHere } from "../../../shared/audit/deliver.ts";
import { type Cost, costOf } from "../../../support/cost.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, monitorWebsite } from "../../../support/monitoring.ts";
import { type SiteRoutes, startSite } from "../../../support/site.ts";
import { logBytesOf } from "./logBytes.ts";

const HOUR_MS = 3_600_000;

/**
 * The units of a first audit, when everything is new, of one that finds nothing new, and of one that writes
 * a summary and resolves a finding.
 */
export async function measureAudits(): Promise<
  Record<"first" | "later" | "summary", Cost> & { logBytes: number }
> {
  allowLocalAddresses();
  const pages: SiteRoutes = {
    "/": '<h1>Home</h1><a href="/two">Two</a>',
    "/two": "<p>two</p>",
  };
  const site = await startSite(pages);
  // A benchmark sends no request to a domain registry.
  process.env["RDAP_BOOTSTRAP_URL"] = `${site.url}/dns.json`;
  delete process.env["NOMINATIM_URL"];
  let ahead = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const handler = auditHandler({
    clock,
    audit: auditHere({ clock }),
  });
  try {
    const website = await monitorWebsite(site.url);
    const audit = async () => {
      const message = sqsEvent(await dueMessage(website));
      const context = { getRemainingTimeInMillis: () => 900_000 } as Context;
      const cost = await costOf(async () => {
        const { batchItemFailures } = await handler(message, context);
        if (batchItemFailures.length > 0) throw new Error("The audit failed");
      });
      if (cost.writeUnits < 2) throw new Error("The audit wrote nothing");
      return cost;
    };
    const first = await audit();
    ahead = 2 * HOUR_MS;
    let later = first;
    const logBytes = await logBytesOf(async () => {
      later = await audit();
    });
    ahead = 4 * HOUR_MS;
    pages["/two"] = "<h1>Two</h1>";
    const { reseller, uuid } = website;
    await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "audit" })
      .set({ asked_at: timestamp(new Date(clock.now())) })
      .go();
    return { first, later, summary: await audit(), logBytes };
  } finally {
    await site.close();
  }
}
