import type { Context } from "aws-lambda";
import { auditHandler } from "../../../../functions/workers/audit/auditHandler.ts";
import { changesHandler } from "../../../../functions/workers/changes/dispatch.ts";
import { cleanUp } from "../../../../functions/workers/cleanup/cleanUp.ts";
import { enqueueDue, shardsOf } from "../../../../functions/workers/schedule/enqueueDue.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { dueKinds, dueShard } from "../../../../shared/entities/scheduleCursor.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { systemClock, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { open, PAGE } from "../../../functions/open/sharedPages/open.ts";
import { auditHere } from "../../../shared/audit/deliver.ts";
import { call } from "../../../support/api.ts";
import { type Cost, costOf } from "../../../support/cost.ts";
import { makeCustomer, makeShare, makeWebsite } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, monitorWebsite } from "../../../support/monitoring.ts";
import { recordStream } from "../../../support/recordStream.ts";
import { type SiteRoutes, startSite } from "../../../support/site.ts";
import { measureUnits as measureDeliveries } from "../deliveries.ts";
import { progress } from "../report.ts";
import { measureUnits as measureProbes, withSites } from "../uptime.ts";

export type Units = Pick<Cost, "readUnits" | "writeUnits">;

type Part =
  | ("tick" | "dueCheck" | "probe" | "dayOfFigures" | "hourOfList" | "dayOfList" | "failing")
  | ("separateCheck" | "transition")
  | ("firstAudit" | "audit" | "auditWithNews" | "delivery" | "deletion" | "look");

/** Units of the table for one piece of work of each part. */
export type Measured = Record<Part, Units>;

const HOUR_MS = 3_600_000;
const WEBSITES = 320;
const CONTEXT = { getRemainingTimeInMillis: () => 900_000 } as Context;

/** What the real handlers take of the table, each measured once. */
export async function measureUnitsOfAll(): Promise<Measured> {
  progress("  what monitoring costs of the table");
  const probes = await withSites(measureProbes);
  const schedule = await measureSchedule();
  const audits = await measureAudits();
  const [delivery] = (await measureDeliveries()).slice(1);
  if (!delivery) throw new Error("No delivery was measured");
  return {
    ...schedule,
    ...audits,
    probe: probes.inRound,
    dayOfFigures: probes.day,
    hourOfList: probes.hourOfList,
    dayOfList: probes.dayOfList,
    failing: probes.fails,
    separateCheck: probes.down,
    transition: probes.transition,
    delivery: delivery.cost,
    deletion: await measureDeletion(),
    look: await measureLook(),
  };
}

/** A tick with nothing due, and each check that is due. */
async function measureSchedule(): Promise<Record<"tick" | "dueCheck", Units>> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const tickAt = async (now: Date) => {
    for (const kind of dueKinds) {
      await Promise.all(shardsOf(kind).map((shard) => enqueueDue({ kind, shard, now })));
    }
  };
  await tickAt(at(10));
  const tick = await costOf(() => tickAt(at(11)));
  const audits = Array.from({ length: WEBSITES }, () => {
    const uuid = newUuid();
    const website = { reseller_uuid: newUuid(), business_uuid: newUuid(), uuid };
    const due = { kind: "audit" as const, shard: dueShard(uuid), due_at: timestamp(at(11.5)) };
    return { ...website, ...due, hostname: "http://127.0.0.1", results: [], memory: {} };
  });
  await Check.put(audits).go({ concurrency: 8 });
  const busy = await costOf(() => tickAt(at(12)));
  const each = (kind: keyof Units) => (busy[kind] - tick[kind]) / WEBSITES;
  return { tick, dueCheck: { readUnits: each("readUnits"), writeUnits: each("writeUnits") } };
}

/**
 * A first audit, when everything is new, one that finds nothing new, and one that writes a summary and resolves a
 * finding.
 */
async function measureAudits(): Promise<Record<"firstAudit" | "audit" | "auditWithNews", Cost>> {
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
  const handler = auditHandler({ clock, audit: auditHere({ clock }) });
  try {
    const website = await monitorWebsite(site.url);
    const audit = async () => {
      const message = sqsEvent(await dueMessage(website));
      const cost = await costOf(async () => {
        const { batchItemFailures } = await handler(message, CONTEXT);
        if (batchItemFailures.length > 0) throw new Error("The audit failed");
      });
      if (cost.writeUnits < 2) throw new Error("The audit wrote nothing");
      return cost;
    };
    const firstAudit = await audit();
    ahead = 2 * HOUR_MS;
    const later = await audit();
    ahead = 4 * HOUR_MS;
    pages["/two"] = "<h1>Two</h1>";
    const { reseller, uuid } = website;
    await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "audit" })
      .set({ asked_at: timestamp(new Date(clock.now())) })
      .go();
    return { firstAudit, audit: later, auditWithNews: await audit() };
  } finally {
    await site.close();
  }
}

/** What it takes that a deleted website can be restored, and then to remove it for good. */
async function measureDeletion(): Promise<Cost> {
  const { reseller, business } = await makeCustomer();
  const uuid = await makeWebsite(reseller, business);
  const { key, uuid: reseller_uuid } = reseller;
  const Records = await recordStream(() =>
    call("DELETE /v1/websites/{website_uuid}", { key, uuid }),
  );
  const message = { reseller_uuid, uuid, entity: "website" };
  return await costOf(async () => {
    await changesHandler(systemClock)({ Records });
    // While the website can be restored, and when its time is over.
    await cleanUp(sqsEvent({ ...message, is_kept: true }), CONTEXT);
    await cleanUp(sqsEvent(message), CONTEXT);
  });
}

/** A customer's look at the status page of a website. */
async function measureLook(): Promise<Cost> {
  const { reseller, business } = await makeCustomer();
  const website_uuid = await makeWebsite(reseller, business);
  const { token } = await makeShare(reseller, { website_uuid });
  return await costOf(() => open(PAGE, token));
}
