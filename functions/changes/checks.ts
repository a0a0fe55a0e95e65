import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { Prospect } from "../../shared/entities/prospect.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { requireEnv } from "../../shared/env.ts";
import { hostOf } from "../../shared/fields/siteUrl.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { retryOnConflict, writeIfTrue } from "../../shared/table/transact.ts";
import { NEVER, timestamp } from "../../shared/time.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { dropFindings } from "../findings/forgetFindings.ts";
import { shardOf } from "../monitoring/dueTimes.ts";
import { findAuditCheck } from "../monitoring/findChecks.ts";
import { followWebsite } from "../monitoring/followWebsite.ts";
import { separateMessages } from "../monitoring/probing.ts";
import { type Part, perRecord, sendParcels } from "./part.ts";

/** The fields of a website or competitor that its checks need. */
type Site = Pick<
  WebsiteRecord,
  "reseller_uuid" | "business_uuid" | "uuid" | "hostname" | "check_asked_at"
>;

/**
 * Begins the monitoring and the audits of a website that was added, restored, or whose host name changed, and
 * stops those of a deleted one; has one probed that somebody wants checked now; requests the reading of a competitor's
 * site and the audit of a prospect's. Websites of one reseller share the messages that have them probed at once.
 */
export const checks: Part = async (changes, clock) => {
  const begun = new Map<string, { key: OwnedKey; change: Change }>();
  const follow = perRecord(async (change) => {
    if (change.entity === "prospect") {
      await startProspect(change);
      return;
    }
    const { before, after } = imagesOf<Site>(change);
    if (change.entity === "competitor") {
      if (after && before?.hostname !== after.hostname) await requestCompetitorReading(after);
      return;
    }
    const { reseller_uuid, uuid } = (after ?? before) as Site;
    const key = { reseller_uuid, uuid };
    if (before?.hostname === after?.hostname) {
      const isAsked = before?.check_asked_at !== after?.check_asked_at;
      if (isAsked) begun.set(uuid, { key, change });
      return;
    }
    await followAudits(key, before?.hostname);
    if (await followWebsite(key)) begun.set(uuid, { key, change });
  });
  const failed = await follow(changes, clock);
  const keys = [...begun.values()].map(({ key }) => key);
  const parcels = separateMessages(keys, Math.floor(clock.now() / 1000)).map((outgoing) => ({
    outgoing,
    changes: outgoing.message.websites.flatMap(({ uuid }) => begun.get(uuid)?.change ?? []),
  }));
  return [...failed, ...(await sendParcels("UPTIME_QUEUE_URL", parcels))];
};

/**
 * Makes the audits of a website match it as it is stored. Those of a deleted website are never due; a restored one
 * keeps what they remember, so that its feed goes on. The findings of another host are dropped.
 */
async function followAudits(key: OwnedKey, formerHostname: string | undefined) {
  await retryOnConflict(async () => {
    const known = await findAuditCheck(key);
    const { data: website } = await Website.get(key).go({ consistent: true });
    if (!website) return await setDue(known, NEVER);
    const { hostname } = website;
    if (known?.hostname === hostname) {
      if (known.due_at === NEVER) await setDue(known, timestamp());
      return;
    }
    const audited = known?.hostname ?? formerHostname;
    if (audited !== undefined && hostOf(audited) !== hostOf(hostname)) await dropFindings(website);
    await startAudits(website, known);
  });
}

async function setDue(check: CheckRecord | undefined, due_at: string) {
  if (!check) return;
  const { reseller_uuid, uuid, kind } = check;
  await writeIfTrue(() => Check.patch({ reseller_uuid, uuid, kind }).set({ due_at }).go());
}

async function startAudits(
  { reseller_uuid, business_uuid, uuid, hostname }: Site,
  known: CheckRecord | undefined,
) {
  const crawled_at = known?.crawled_at;
  const check = {
    ...{ reseller_uuid, business_uuid, uuid, hostname, kind: "audit" as const },
    ...{ shard: shardOf(uuid), due_at: timestamp(), results: [], memory: {} },
  };
  await writeIfTrue(() => Check.put({ ...check, ...(crawled_at && { crawled_at }) }).go());
  return check;
}

/** Has the website of a new prospect audited at once, and for further tries by the schedule. */
async function startProspect({ reseller_uuid, uuid }: OwnedKey) {
  const { data: prospect } = await Prospect.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!prospect) return;
  const { website_uuid, hostname } = prospect;
  const website = { reseller_uuid, uuid: website_uuid };
  const { due_at } =
    (await findAuditCheck(website)) ??
    (await startAudits({ ...website, business_uuid: uuid, hostname }, undefined));
  if (due_at === NEVER) return;
  const message = { checks: [{ ...website, due_at }] };
  await sendMessages(requireEnv("AUDIT_QUEUE_URL"), [message], () => reseller_uuid);
}

/** Has the site of a competitor read, by `functions/audit/competitorReader`. */
async function requestCompetitorReading({ reseller_uuid, uuid }: Site) {
  const message = { reseller_uuid, competitor_uuid: uuid };
  await sendMessages(requireEnv("COMPETITOR_QUEUE_URL"), [message], () => reseller_uuid);
}
