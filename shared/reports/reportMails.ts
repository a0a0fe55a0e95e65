import { ReportMails, type ReportMailsRecord } from "../entities/reportMails.ts";
import { Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { dueShard } from "../entities/scheduleCursor.ts";
import { batchDelete, batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { retryOnConflict, transact, writeIfTrue } from "../platform/table/transact.ts";
import { NEVER, timestamp } from "../platform/time.ts";
import { frequencyOf, nextReportDue } from "./mailTimes.ts";
import { newSecret } from "./unsubscribeToken.ts";

/** What may be changed; `undefined` removes it. */
type Changes = {
  [name in "frequency" | "timezone" | "unsubscribed_at"]?: ReportMailsRecord[name] | undefined;
};

/** The reports by mail of a user; undefined if nobody has set any. */
export async function findReportMails({ reseller_uuid, uuid }: OwnedKey) {
  const { data } = await ReportMails.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

/** How often the users of a reseller get reports. */
export async function readUsualFrequency(reseller_uuid: string) {
  const { data } = await Reseller.get({ uuid: reseller_uuid }).go({ consistent: true });
  return data?.report_mails ?? "none";
}

/** What must not have changed between reading and writing. */
const STATE = ["due_at", "frequency", "timezone", "unsubscribed_at"] as const;

/**
 * Changes the reports by mail of a user, and makes the next one due; one that is due already stays so. `decide`
 * is called again if somebody else changes them meanwhile.
 */
export async function changeReportMails(
  { reseller_uuid, uuid }: OwnedKey,
  decide: (before: ReportMailsRecord | undefined) => Changes | Promise<Changes>,
  now = Date.now(),
): Promise<ReportMailsRecord> {
  return await retryOnConflict(async () => {
    const [before, reseller] = await batchGet(
      lookup<ReportMailsRecord>(ReportMails, { reseller_uuid, uuid }),
      lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
    );
    const usual = reseller?.report_mails;
    const changed = { ...before, ...(await decide(before)) };
    const frequency = frequencyOf(changed, usual);
    const isPending = before !== undefined && Date.parse(before.due_at) <= now;
    const next: ReportMailsRecord = {
      ...{ ...changed, reseller_uuid, uuid, shard: dueShard(uuid) },
      secret: before?.secret ?? newSecret(),
      due_at:
        isPending && frequency !== "none"
          ? before.due_at
          : nextReportDue(frequency, { ...changed, uuid }, now),
    };
    await transact(
      ReportMails.put(next).where((stored, { eq, notExists }) => {
        if (!before) return notExists(stored.secret);
        return STATE.map((name) => {
          const { [name]: value } = before;
          return value === undefined ? notExists(stored[name]) : eq(stored[name], value);
        }).join(" AND ");
      }),
    );
    return next;
  });
}

/** Has a worker give each user of a reseller a due time, after its default has changed. */
export function dueForAll(reseller_uuid: string) {
  const due = { shard: dueShard(reseller_uuid), due_at: timestamp(), secret: newSecret() };
  return ReportMails.put({ reseller_uuid, uuid: reseller_uuid, ...due });
}

/** Removes the reports by mail of a deleted user or reseller. */
export async function forgetReportMails({ reseller_uuid, uuid }: OwnedKey) {
  await batchDelete(ReportMails, [{ reseller_uuid, uuid }]);
}

/** Moves a due time, unless somebody else has moved it, and notes when a report was sent. */
export async function moveReportDue(
  { reseller_uuid, uuid, due_at }: OwnedKey & { due_at: string },
  to: string,
  { cursor, last_sent_at }: { cursor?: string | null; last_sent_at?: string | undefined } = {},
): Promise<boolean> {
  const moved = await writeIfTrue(() => {
    const patch = ReportMails.patch({ reseller_uuid, uuid }).set({
      due_at: to,
      shard: dueShard(uuid),
      ...(cursor && { cursor }),
      ...(last_sent_at && { last_sent_at }),
    });
    return (cursor === null ? patch.remove(["cursor"]) : patch)
      .where(({ due_at: now }, { eq }) => eq(now, due_at))
      .go();
  });
  return moved !== undefined;
}

/** A user's reports by mail as the API shows them. */
export function presentReportMails(
  user_uuid: string,
  { frequency, timezone, unsubscribed_at, due_at = NEVER }: Partial<ReportMailsRecord> = {},
) {
  return {
    user_uuid,
    frequency: frequency ?? ("default" as const),
    timezone: timezone ?? "UTC",
    next_report_at: due_at === NEVER ? null : due_at,
    unsubscribed_at: unsubscribed_at ?? null,
  };
}
