import { Check, type CheckKind, type CheckRecord } from "../../shared/entities/check.ts";
import { Downtime } from "../../shared/entities/downtime.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { requireEnv } from "../../shared/env.ts";
import { hostOf } from "../../shared/fields/siteUrl.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { ConditionFailed, retryOnConflict, writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { dropFindings } from "../findings/forgetFindings.ts";
import { shardOf } from "../monitoring/dueTimes.ts";
import { type DueCheck, findChecks } from "../monitoring/findChecks.ts";
import { findFormerChecks, setAsideChecks, unfoldToday } from "../monitoring/formerChecks.ts";
import { addFormerDown } from "../monitoring/tallies.ts";
import {
  downOf,
  endDowntime,
  NEW_UPTIME_MEMORY,
  readUptimeMemory,
} from "../monitoring/uptimeMemory.ts";
import { type Part, perRecord, sendParcels } from "./part.ts";

/** The fields of a website or competitor that its checks need. */
type Site = Pick<WebsiteRecord, "reseller_uuid" | "business_uuid" | "uuid" | "hostname">;

/** A first uptime check whose message was lost is enqueued by the schedule after this time. */
const FALLBACK_SECONDS = 60;

/** The number of checks in a message, as in those of the schedule. */
const CHECKS_A_MESSAGE = 10;

/**
 * Begins the checks of a website that was added or whose host name changed, and removes those of a deleted
 * one; requests the reading of a competitor's site. The first uptime checks of many onboardings share messages.
 */
export const checks: Part = async (changes, clock) => {
  const started = new Map<Change, DueCheck>();
  const follow = perRecord(async (change) => {
    const { before, after } = imagesOf<Site>(change);
    if (change.entity === "website" && before && !after) return await setAsideChecks(before);
    if (!after || before?.hostname === after.hostname) return;
    if (change.entity === "competitor") return await requestCompetitorReading(after);
    const due = await startChecks(after, before?.hostname);
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
 * Makes the checks of a website due, and returns the uptime check, which is enqueued right away; the next
 * tick of the schedule enqueues the audit. Checks that match the website are left alone: this change
 * has been seen before.
 */
async function startChecks(site: Site, formerHostname?: string): Promise<DueCheck | undefined> {
  return await retryOnConflict(async () => {
    // Read before the website, so that a check that is down can't be newer than the website.
    const known = await findChecks(site);
    const { reseller_uuid, uuid } = site;
    const { data: website } = await Website.get({ reseller_uuid, uuid }).go({ consistent: true });
    if (website?.hostname !== site.hostname) return undefined;
    const isUnknown = (kind: CheckKind) =>
      !known.some((check) => check.kind === kind && knows(check, website));
    const isRestored = known.length === 0 && website.revision > 1;
    const former = isRestored ? await findFormerChecks(site) : [];
    if (isUnknown("audit")) await startAudit(site, known, { former, formerHostname });
    if (!isUnknown("uptime")) return undefined;
    const due = await startUptime(site, known.find(isUptime), former.find(isUptime));
    if (isRestored) await unfoldToday(site);
    return due;
  });
}

function newCheck({ reseller_uuid, business_uuid, uuid, hostname }: Site) {
  const shard = shardOf(uuid);
  return { reseller_uuid, business_uuid, uuid, hostname, shard, results: [] };
}

/**
 * Begins the audits of a website by its host name. The findings of another host are dropped before; a restored
 * website keeps the memory of its former audit, so that its feed goes on.
 */
async function startAudit(
  site: Site,
  known: CheckRecord[],
  { former, formerHostname }: { former: CheckRecord[]; formerHostname: string | undefined },
) {
  const audited = known.find(({ kind }) => kind === "audit")?.hostname ?? formerHostname;
  if (audited !== undefined && hostOf(audited) !== hostOf(site.hostname)) await dropFindings(site);
  const crawled_at = [...known, ...former].find(({ kind }) => kind === "audit")?.crawled_at;
  const memory = former.find(({ kind }) => kind === "audit")?.memory ?? {};
  const audit = { ...newCheck(site), kind: "audit" as const, due_at: timestamp(), memory };
  await writeIfTrue(() => Check.put({ ...audit, ...(crawled_at && { crawled_at }) }).go());
}

/**
 * Replaces the check as it was read, or begins where that of a restored website ended; throws ConditionFailed
 * if a worker was faster.
 */
async function startUptime(
  site: Site,
  known?: CheckRecord<"uptime">,
  former = known,
): Promise<DueCheck> {
  const { reseller_uuid, uuid } = site;
  const due_at = timestamp(new Date(Date.now() + FALLBACK_SECONDS * 1000));
  // The days of the former host name still belong to the website.
  const { target, folded, memory: { observed_until } = {} } = former ?? {};
  const tallies = former?.tallies && addFormerDown(former.tallies, downOf(former.memory));
  if (former) await endOpenDowntime(former);
  const memory = {
    ...NEW_UPTIME_MEMORY,
    ...(observed_until !== undefined && { observed_until }),
  };
  const check = {
    ...{ ...newCheck(site), kind: "uptime" as const, due_at, memory },
    ...(target && { target }),
    ...(tallies && { tallies }),
    ...(folded !== undefined && { folded }),
  };
  const written = await writeIfTrue(() =>
    Check.put(check)
      .where(({ due_at, hostname }, { eq, notExists }) =>
        known
          ? `${eq(due_at, known.due_at)} AND ${eq(hostname, known.hostname)}`
          : notExists(due_at),
      )
      .go(),
  );
  if (!written) throw new ConditionFailed("Another worker did the check in the meantime");
  return { reseller_uuid, uuid, due_at };
}

function isUptime(check: CheckRecord): check is CheckRecord<"uptime"> {
  return check.kind === "uptime";
}

/** Ends the open downtime of a former host name with the last probe: no later one can see its end. */
async function endOpenDowntime(former: CheckRecord<"uptime">) {
  const { reseller_uuid, uuid } = former;
  // The rounds know nothing of a downtime: a website that is down is in no bucket.
  const memory = readUptimeMemory(former);
  if (memory.down_since === undefined) return;
  const { from, to, duration, unobserved } = endDowntime(memory, memory.checked_at ?? 0);
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

/**
 * Whether a check matches the website: it has its host name, and is not from before the name was changed
 * and changed back.
 */
function knows(check: CheckRecord, website: WebsiteRecord): boolean {
  if (check.hostname !== website.hostname) return false;
  if (check.kind !== "uptime") return true;
  const { state } = readUptimeMemory(check);
  const isDown = state === "down" || state === "recovering";
  return !(isDown && website.is_hostname_up);
}

/** Has the site of a competitor read, by `functions/audit/competitorReader`. */
async function requestCompetitorReading({ reseller_uuid, uuid }: Site) {
  const message = { reseller_uuid, competitor_uuid: uuid };
  await sendMessages(requireEnv("COMPETITOR_QUEUE_URL"), [message], () => reseller_uuid);
}
