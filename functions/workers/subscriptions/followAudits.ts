import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { Prospect } from "../../../shared/entities/prospect.ts";
import { dueShard } from "../../../shared/entities/scheduleCursor.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { dropFindings } from "../../../shared/findings/websiteFindings.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { retryOnConflict, writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { NEVER, timestamp } from "../../../shared/platform/time.ts";
import {
  findAuditCheck,
  intervalMinutes,
  nextAudit,
  reschedule,
} from "../../../shared/uptime/audits.ts";
import { isWanted, type Subscription } from "../../../shared/uptime/subscription.ts";

/**
 * Makes the audits of a website match it as it is stored. Those of a deleted website are never due; a restored one
 * keeps what they remember, so that its feed goes on. The findings of another host are dropped.
 */
export async function followAudits(
  { reseller_uuid, uuid }: OwnedKey,
  formerHostname: string | undefined,
) {
  const key = { reseller_uuid, uuid };
  await retryOnConflict(async () => {
    const check = await findAuditCheck(key);
    const { data: website } = await Website.get(key).go({ consistent: true });
    if (!website) return await setDue(check, NEVER);
    const { hostname } = website;
    if (check?.hostname === hostname) {
      if (check.due_at === NEVER) await setDue(check, timestamp());
      return;
    }
    const audited = check?.hostname ?? formerHostname;
    if (audited !== undefined && hostOf(audited) !== hostOf(hostname)) await dropFindings(website);
    await startAudits(website, check?.crawled_at);
  });
}

async function setDue(check: CheckRecord | undefined, due_at: string) {
  if (!check) return;
  const { reseller_uuid, uuid, kind } = check;
  await writeIfTrue(() => Check.patch({ reseller_uuid, uuid, kind }).set({ due_at }).go());
}

async function startAudits(
  {
    reseller_uuid,
    business_uuid,
    uuid,
    hostname,
  }: Pick<WebsiteRecord, "reseller_uuid" | "business_uuid" | "uuid" | "hostname">,
  crawled_at?: string,
) {
  const check = {
    ...{ reseller_uuid, business_uuid, uuid, hostname, kind: "audit" as const },
    ...{ shard: dueShard(uuid), due_at: timestamp(), results: [], memory: {} },
  };
  await writeIfTrue(() => Check.put({ ...check, ...(crawled_at && { crawled_at }) }).go());
  return check;
}

/** Has the website of a new prospect audited at once, and for further tries by the schedule. */
export async function auditProspect({ reseller_uuid, uuid }: OwnedKey) {
  const { data: prospect } = await Prospect.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!prospect) return;
  const { website_uuid, hostname } = prospect;
  const website = { reseller_uuid, uuid: website_uuid };
  const { due_at } =
    (await findAuditCheck(website)) ??
    (await startAudits({ ...website, business_uuid: uuid, hostname }));
  if (due_at === NEVER) return;
  const message = { checks: [{ ...website, due_at }] };
  await sendMessages(requireEnv("AUDIT_QUEUE_URL"), [{ message, group: reseller_uuid }]);
}

/** An audit that was put off, or whose website could not be read, is due within this time. */
const RETRY_MS = 3_600_000;

/** Makes a first audit due now and any other at its regular time, unless it is already due sooner. */
export async function adaptAudit(check: CheckRecord, subscription: Subscription | undefined) {
  if (!isWanted("audit", subscription)) return;
  const now = new Date();
  if (Date.parse(check.due_at) <= now.getTime() + RETRY_MS) return;
  const isFirst = check.results.length === 0;
  const minutes = intervalMinutes("audit", subscription.plan);
  const due_at = isFirst ? timestamp(now) : nextAudit(check.uuid, minutes, now);
  if (due_at < check.due_at) await reschedule(check, due_at);
}
