import type * as z from "zod/mini";
import { tellCause } from "../../shared/causeTexts.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../shared/entities/findings.ts";
import { Monitor, type MonitorRecord } from "../../shared/entities/monitor.ts";
import type { UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { reasonIn, unreadableReasons } from "../../shared/reasons.ts";
import { presentAccountWebsites } from "../../shared/resources/accountWebsite.ts";
import { worstFirst } from "../../shared/severity.ts";
import { batchGet, batchGetWith, lookup } from "../../shared/table/batch.ts";
import { presentFinding } from "../findings/finding.ts";
import type { websiteDigestSchema } from "./digestSchemas.ts";
import { type FindingsOfKind, groupByKind } from "./findingKinds.ts";
import { presentPeriod } from "./period.ts";
import { type DigestRequest, readUptimeWithin } from "./uptimeWithin.ts";

/** A page of 100 websites is then within the 6 MB that a function may return. */
const MOST_FINDINGS = 20;
const MOST_BYTES = 20_000;
/** More would hold the event loop while they send their requests, eight each, and take memory for their findings. */
const WEBSITES_AT_ONCE = 2;

export type Digest = z.output<typeof websiteDigestSchema>;

/** A website's digest, its days in UTC that lie within the period, and its findings by kind if asked for. */
interface DigestOfDays {
  digest: Digest;
  days: UptimeDayRecord[];
  kinds: Record<"open" | "resolved", FindingsOfKind[]>;
  /** How many open findings were found after the period. */
  later: number;
}

/** What is kept of a website beside its record. */
interface Kept {
  monitor: MonitorRecord | undefined;
  audit: CheckRecord | undefined;
  findings: WebsiteFindingsRecord | undefined;
  marks: FindingMarksRecord | undefined;
}

/** The digests of some websites of a reseller, each for about ten read units with 90 days. */
export async function readDigests(
  records: WebsiteRecord[],
  asked: DigestRequest,
): Promise<DigestOfDays[]> {
  const websites = await presentAccountWebsites(records);
  const digests: DigestOfDays[] = [];
  for (let at = 0; at < records.length; at += WEBSITES_AT_ONCE) {
    const some = records.slice(at, at + WEBSITES_AT_ONCE);
    const kept = await readKept(some);
    const read = some.map((record, index) =>
      readDigest(record, websites[at + index] as AccountWebsite, {
        ...asked,
        kept: kept[index] as Kept,
      }),
    );
    digests.push(...(await Promise.all(read)));
  }
  return digests;
}

type AccountWebsite = Awaited<ReturnType<typeof presentAccountWebsites>>[number];

async function readDigest(
  record: WebsiteRecord,
  website: AccountWebsite,
  asked: DigestRequest & { kept: Kept },
): Promise<DigestOfDays> {
  const { shown: uptime, days } = await readUptimeWithin(record, asked.kept.monitor, asked);
  const { findings, ...told } = presentFindings(record, website.user_uuid, asked);
  const digest = {
    ...website,
    period: presentPeriod(asked.period),
    ...uptime,
    findings,
    unchecked: {
      unobserved_seconds: unobserved(record, uptime.observed_seconds, asked),
      ...presentUnaudited(asked),
    },
  };
  return { digest, days, ...told };
}

/** Audits write findings, but resellers mark them: what somebody has just ignored is left out at once. */
async function readKept(records: WebsiteRecord[]): Promise<Kept[]> {
  const keys = records.map(({ reseller_uuid, business_uuid, uuid }) => ({
    ...{ reseller_uuid, business_uuid, uuid },
  }));
  const [found, marks] = await Promise.all([
    batchGetWith(
      { consistent: false },
      ...keys.flatMap(({ reseller_uuid, business_uuid, uuid }) => [
        lookup<unknown>(Monitor, { reseller_uuid, uuid }),
        lookup<unknown>(Check, { reseller_uuid, uuid, kind: "audit" }),
        lookup<unknown>(WebsiteFindings, { reseller_uuid, business_uuid, uuid }),
      ]),
    ),
    batchGet(...keys.map((key) => lookup<FindingMarksRecord>(FindingMarks, key))),
  ]);
  return records.map((_, index) => {
    const [monitor, audit, findings] = found.slice(3 * index, 3 * index + 3);
    return { monitor, audit, findings, marks: marks[index] } as Kept;
  });
}

/** How long nobody looked since the website was added, within the period and until now. */
function unobserved(
  { created_at }: WebsiteRecord,
  observed: number,
  { period, now }: DigestRequest,
): number {
  const from = Math.max(period.from, Date.parse(created_at) / 1000);
  return Math.max(0, Math.min(period.to, Math.floor(now / 1000)) - from - observed);
}

function presentUnaudited({
  kept: { audit, findings },
  language,
  sender,
}: DigestRequest & { kept: Kept }) {
  const found = audit?.memory.unreadable;
  const { reason, technical = null } = reasonIn(unreadableReasons, found?.reason ?? "");
  const leftOut = Object.values(findings?.left_out ?? {});
  return {
    last_audited_at: audit?.crawled_at ?? null,
    unreadable: found
      ? { since: found.since, reason, technical, ...tellCause(reason, language, sender) }
      : null,
    findings_left_out: leftOut.reduce((sum, count) => sum + count, 0),
    unsupported_languages: audit?.memory.unsupported_languages ?? [],
  };
}

function presentFindings(
  { reseller_uuid, business_uuid, uuid: website_uuid }: WebsiteRecord,
  user_uuid: string | null,
  {
    kept: { findings: kept, marks, audit },
    period,
    language,
    sender,
    byKind = false,
  }: DigestRequest & { kept: Kept },
): { findings: Digest["findings"] } & Pick<DigestOfDays, "kinds" | "later"> {
  const { begins_at, ends_at } = presentPeriod(period);
  const isWithin = (at?: string) => at !== undefined && at >= begins_at && at < ends_at;
  const wanted = (kept?.findings ?? []).filter(({ uuid }) => !marks?.marks[uuid]?.ignored_at);
  const known = wanted.filter(({ first_seen_at }) => first_seen_at < ends_at);
  const later = wanted.filter(
    ({ first_seen_at, resolved_at }) => first_seen_at >= ends_at && resolved_at === undefined,
  );
  const open = known.filter(({ resolved_at }) => resolved_at === undefined);
  const opened = known.filter(
    ({ first_seen_at, reopened_at }) => isWithin(first_seen_at) || isWithin(reopened_at),
  );
  const resolved = known.filter(({ resolved_at }) => isWithin(resolved_at));
  const worst = [...new Set([...open, ...resolved])].toSorted(worstFirst).slice(0, MOST_FINDINGS);
  const business = { reseller_uuid, uuid: business_uuid, user_uuid: user_uuid ?? "" };
  const of = { kept: { uuid: website_uuid }, marks };
  const present = (finding: KeptFinding) =>
    presentFinding({ finding, of, business, crawled_at: audit?.crawled_at }, language, sender);
  const items: Digest["findings"]["items"] = [];
  let bytes = 0;
  for (const finding of worst) {
    const item = present(finding);
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > MOST_BYTES) break;
    items.push(item);
  }
  const counts = {
    opened: bySeverity(opened),
    resolved: bySeverity(resolved),
    open: bySeverity(open),
  };
  return {
    findings: { ...counts, items },
    kinds: {
      open: byKind ? groupByKind(open, present) : [],
      resolved: byKind ? groupByKind(resolved, present) : [],
    },
    later: later.length,
  };
}

function bySeverity(findings: KeptFinding[]) {
  const count = (severity: string) => findings.filter((each) => each.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
}
