import type { FeedItemRecord } from "../../../shared/entities/feedItem.ts";
import { Plan, type PlanRecord } from "../../../shared/entities/plan.ts";
import {
  Prospect,
  type ProspectRecord,
  type UncheckedPart,
} from "../../../shared/entities/prospect.ts";
import { isClosed, Reseller } from "../../../shared/entities/reseller.ts";
import { describeError, log } from "../../../shared/platform/log.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { type Write, writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { type Clock, timestamp } from "../../../shared/platform/time.ts";
import type { Subscription } from "../../../shared/uptime/subscription.ts";
import { countBySeverity } from "../../../shared/vocabulary/severity.ts";
import type { Audit, Progress } from "./crawlAndExamine.ts";
import { DETAILS, SUMMARY } from "./feedItems.ts";

/** How often the progress is written while a website is read. */
const PROGRESS_MS = 1000;

/** A prospect with its reseller's default plan; undefined if it was deleted or has become a customer. */
export async function findProspect(
  key: OwnedKey,
): Promise<{ prospect: ProspectRecord; subscription: Subscription } | undefined> {
  const { data: prospect } = await Prospect.get(key).go({ consistent: true });
  if (!prospect) return undefined;
  const { reseller_uuid } = key;
  const { data: reseller } = await Reseller.get({ uuid: reseller_uuid }).go();
  const uuid = reseller?.default_plan_uuid ?? "";
  const { data } = await Plan.get({ reseller_uuid, uuid }).go();
  const plan: PlanRecord | undefined = data ?? undefined;
  return { prospect, subscription: { plan, suspended: !reseller || isClosed(reseller) } };
}

/**
 * Writes the number of pages and what they say about the owner, at most once a second. A failed write does not stop
 * the audit.
 */
export function progressOf(prospect: ProspectRecord, clock: Clock): (progress: Progress) => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  return ({ pages: pages_read, details }) => {
    const now = clock.now();
    if (now - writtenAt < PROGRESS_MS) return;
    writtenAt = now;
    const { reseller_uuid, uuid } = prospect;
    writeIfTrue(() =>
      Prospect.patch({ reseller_uuid, uuid })
        .set({ pages_read, ...(details && { details }) })
        .where(({ state }, { eq }) => eq(state, "running"))
        .go(),
    ).catch((error) =>
      log("warn", "the progress of an audit could not be written", describeError(error)),
    );
  };
}

/**
 * The write that ends the audit of a prospect. Its condition fails if the audit has ended already, or if the prospect
 * was deleted.
 */
export function conclusionOf(
  { reseller_uuid, uuid }: OwnedKey,
  { coverage, findings, unreadable, memory, details: owner }: Audit,
  { items, now }: { items: Pick<FeedItemRecord, "type" | "data" | "sequence">[]; now: Date },
): Write {
  const open = findings?.record.findings.filter(({ resolved_at }) => !resolved_at) ?? [];
  const details = items.find(({ type }) => type === DETAILS)?.data;
  const summary = items.find(({ type }) => type === SUMMARY);
  const expires_at = summary?.data["ssl_expiry_date"] as string | null | undefined;
  const { unsupported_languages } = memory;
  return Prospect.patch({ reseller_uuid, uuid })
    .set({
      state: unreadable === undefined ? "done" : "failed",
      pages_read: coverage.pages,
      audited_at: timestamp(now),
      open_findings: countBySeverity(open),
      ...(owner && { details: owner }),
      ...(unreadable !== undefined && { unreadable }),
      ...(details && { unchecked: details["unchecked"] as UncheckedPart[] }),
      ...(unsupported_languages && { unsupported_languages }),
      ...(summary && {
        certificate: { sequence: summary.sequence, ...(expires_at && { expires_at }) },
      }),
    })
    .where(({ state }, { eq }) => eq(state, "running"));
}
