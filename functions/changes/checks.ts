import { type DueCheck, findChecks } from "../../shared/checks/findChecks.ts";
import { shardOf } from "../../shared/checks/schedule.ts";
import {
  endDowntime,
  endingAt,
  NEW_UPTIME_MEMORY,
  readUptimeMemory,
} from "../../shared/checks/uptime.ts";
import {
  Check,
  type CheckKind,
  type CheckRecord,
  checkKinds,
  type Period,
} from "../../shared/entities/check.ts";
import { Downtime } from "../../shared/entities/downtime.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { requireEnv } from "../../shared/env.ts";
import { type Change, imagesOf } from "../../shared/events/change.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { type Part, perRecord, sendParcels } from "./part.ts";

/** Of a website, or of a competitor. */
type Site = Pick<WebsiteRecord, "reseller_uuid" | "business_uuid" | "uuid" | "hostname">;

/** When the schedule enqueues an uptime check whose message was lost. */
const FALLBACK_SECONDS = 60;

/** As many as the schedule puts into one. */
const CHECKS_A_MESSAGE = 10;

/**
 * A website that was added, or got another host name, is checked; one that is gone is not any more;
 * a competitor's site is read. The first uptime checks of an import are messages together.
 */
export const checks: Part = async (changes, clock) => {
  const started = new Map<Change, DueCheck>();
  const follow = perRecord(async (change) => {
    const { before, after } = imagesOf<Site>(change);
    if (change.entity === "website" && before && !after) return await forgetChecks(before);
    if (!after || before?.hostname === after.hostname) return;
    if (change.entity === "competitor") return await requestCompetitorReading(after);
    const due = change.entity === "website" ? await startChecks(after) : undefined;
    if (due) started.set(change, due);
  });
  const failed = await follow(changes, clock);
  const parcels = [...Map.groupBy(started, ([{ reseller_uuid }]) => reseller_uuid)].flatMap(
    ([group, own]) =>
      Array.from({ length: Math.ceil(own.length / CHECKS_A_MESSAGE) }, (_, index) => {
        const some = own.slice(index * CHECKS_A_MESSAGE, (index + 1) * CHECKS_A_MESSAGE);
        const message = { checks: some.map(([, due]) => due) };
        return { outgoing: { message, group }, changes: some.map(([change]) => change) };
      }),
  );
  return [...failed, ...(await sendParcels("UPTIME_QUEUE_URL", parcels))];
};

/**
 * Makes the checks of a website due, and returns the uptime check to be enqueued right away, of one
 * that is new, or got another host name; the audit is enqueued by the next tick of the schedule.
 * Checks that know the website as it is are left alone: this change has been seen before.
 */
async function startChecks({
  reseller_uuid,
  business_uuid,
  uuid,
  hostname,
}: Site): Promise<DueCheck | undefined> {
  const site = { reseller_uuid, uuid };
  const { data: website } = await Website.get(site).go({ consistent: true });
  if (website?.hostname !== hostname) return undefined;
  const known = await findChecks(site);
  const isUnknown = (kind: CheckKind) =>
    !known.some((check) => check.kind === kind && knows(check, website));
  const common = { ...site, business_uuid, hostname, shard: shardOf(uuid), results: [] };
  if (isUnknown("audit")) {
    const crawled_at = crawledAt(known);
    const audit = { ...common, kind: "audit" as const, due_at: timestamp(), memory: {} };
    await Check.put({ ...audit, ...(crawled_at && { crawled_at }) }).go();
  }
  if (!isUnknown("uptime")) return undefined;
  const due_at = timestamp(new Date(Date.now() + FALLBACK_SECONDS * 1000));
  const former = known.find(isUptime);
  const memory = { ...NEW_UPTIME_MEMORY, downtimes: former ? await endDowntimes(former) : [] };
  // The days of the former host name are the website's all the same.
  const { seat, tallies, folded } = former ?? {};
  await Check.put({
    ...{ ...common, kind: "uptime", due_at, memory },
    ...(seat && { seat }),
    ...(tallies && { tallies }),
    ...(folded !== undefined && { folded }),
  }).go();
  return { ...site, due_at };
}

function isUptime(check: CheckRecord): check is CheckRecord<"uptime"> {
  return check.kind === "uptime";
}

/**
 * The downtimes of a former host name, of which one that was open has ended with the last probe, since
 * nobody will see its end; that is written where the website's downtimes are kept.
 */
async function endDowntimes(former: CheckRecord<"uptime">): Promise<Period[]> {
  const { reseller_uuid, uuid } = former;
  // What a roster knows besides is of no downtime: a website that is down is in none.
  const memory = readUptimeMemory(former);
  const end = memory.checked_at ?? 0;
  if (memory.down_since !== undefined) {
    const { from, to, duration, unobserved } = endDowntime(memory, end);
    await writeIfTrue(() =>
      Downtime.patch({ reseller_uuid, uuid, began_at: timestamp(new Date(from * 1000)) })
        .set({
          ended_at: timestamp(new Date(to * 1000)),
          duration_seconds: duration,
          unobserved_seconds: unobserved,
        })
        .go(),
    );
  }
  return endingAt(memory.downtimes, end);
}

/**
 * Whether a check is one of the website as it is now: of its host name, and not of the time before
 * the name was changed and changed back, which the website has forgotten.
 */
function knows(check: CheckRecord, website: WebsiteRecord): boolean {
  if (check.hostname !== website.hostname) return false;
  if (check.kind !== "uptime") return true;
  const { state } = readUptimeMemory(check);
  const isDown = state === "down" || state === "recovering";
  return !(isDown && website.is_hostname_up);
}

/** When an audit last read a website by its former host name; an audit under way is ended, and counts. */
function crawledAt(known: CheckRecord[]): string | undefined {
  const audit = known.find(({ kind }) => kind === "audit");
  const now = timestamp();
  return audit?.claimed_until && audit.claimed_until > now ? now : audit?.crawled_at;
}

/** Removes the checks of a website that is gone. */
async function forgetChecks({ reseller_uuid, uuid }: Site) {
  const keys = checkKinds.map((kind) => ({ reseller_uuid, uuid, kind }));
  await batchDelete(Check, keys);
}

/** Has the site of a competitor read, by `functions/competitorReader`. */
async function requestCompetitorReading({ reseller_uuid, uuid }: Site) {
  const message = { reseller_uuid, competitor_uuid: uuid };
  await sendMessages(requireEnv("COMPETITOR_QUEUE_URL"), [message], () => reseller_uuid);
}
