import { catalogues } from "../../shared/catalogue/catalogues.ts";
import { Business } from "../../shared/entities/business.ts";
import { ReportMails } from "../../shared/entities/reportMails.ts";
import type { FindingsOfKind } from "../digests/findingKinds.ts";
import { dayAt, MOST_DAYS, periodOf } from "../digests/period.ts";
import type { Digest } from "../digests/websiteDigest.ts";
import { daysLater } from "../monitoring/days.ts";
import { renderReport } from "../reports/renderReport.ts";
import { readCustomerReport, readReported } from "../reports/report.ts";
import { Memory } from "./memory.ts";
import { type Content, PAGE_CACHE_SECONDS, type Shared } from "./shared.ts";
import { hostShown, lineShown, withoutQuery } from "./shownText.ts";

const REMEMBERED_REPORTS = 300;
const reports = new Memory<Content>(PAGE_CACHE_SECONDS, REMEMBERED_REPORTS);

/** The page of a report share. */
export async function reportPage(shared: Shared): Promise<Content> {
  return await reports.get(shared.share.uuid, () => makeReport(shared));
}

async function makeReport({ share, website, business, appearance, language, now }: Shared) {
  const { reseller_uuid, business_uuid, user_uuid } = share;
  const { sender } = appearance;
  const { data: mails } = await ReportMails.get({ reseller_uuid, uuid: user_uuid }).go();
  const days = daysOf(share, mails?.timezone ?? "UTC", now);
  const asked = { period: periodOf(days, now), language, now, sender };
  const report = website
    ? { ...(await readReported([website], asked)), left_out: 0 }
    : await readCustomerReport({ reseller_uuid, business_uuid }, asked);
  const { data: owner } = website
    ? await Business.get({ reseller_uuid, uuid: business_uuid }).go()
    : { data: null };
  const nameOf = ({ hostname }: { hostname: string }) =>
    hostShown(hostname) || catalogues[language].status.website;
  const { html: body, contentSecurityPolicy } = renderReport({
    ...{ ...report, appearance },
    ...(website
      ? { name: nameOf(website), customer: lineShown(owner?.name ?? "") || undefined }
      : { name: lineShown(business?.name ?? "") }),
    websites: report.websites.map(({ digest, kinds, ...each }) => ({
      ...each,
      digest: { ...digest, hostname: nameOf(digest) },
      kinds: {
        open: kinds.open.map((kind) => shownKind(kind, digest)),
        resolved: kinds.resolved.map((kind) => shownKind(kind, digest)),
      },
    })),
  });
  return {
    type: "text/html; charset=utf-8",
    body,
    headers: { "content-security-policy": contentSecurityPolicy },
  };
}

/** Findings without what only the website's owner should read: path and query of its address. */
function shownKind(kind: FindingsOfKind, { hostname }: Pick<Digest, "hostname">): FindingsOfKind {
  const items = kind.items.map((each) => ({
    ...each,
    title: withoutQuery(each.title, hostname),
    why: withoutQuery(each.why, hostname),
    what_to_do: withoutQuery(each.what_to_do, hostname),
  }));
  return { ...kind, items };
}

/** The days of a report. One with a first day only grows until it has as many as a report may have. */
function daysOf({ from, to }: Shared["share"], timezone: string, now: number) {
  if (from === undefined || to !== undefined) return { from, to, timezone };
  const last = daysLater(from, MOST_DAYS - 1);
  const yesterday = daysLater(dayAt(now, timezone), -1);
  return { from, to: last < yesterday ? last : yesterday, timezone };
}
