import type { Appearance } from "../../shared/appearance.ts";
import type { UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { type Customer, readCustomerPage } from "../../shared/lists/readCustomer.ts";
import type { TextLanguage } from "../../shared/texts.ts";
import type { FindingsOfKind } from "../digests/findingKinds.ts";
import { type DigestPeriod, periodBefore } from "../digests/period.ts";
import type { DigestRequest } from "../digests/uptimeWithin.ts";
import { type Digest, readDigests } from "../digests/websiteDigest.ts";

/** How a website did in a period and in the one before. */
export interface Reported {
  digest: Digest;
  before: Digest;
  /** The days in UTC within the period. */
  days: UptimeDayRecord[];
  /** The findings, which a report does not tell one by one. */
  kinds: Record<"open" | "resolved", FindingsOfKind[]>;
  /** How many open findings were found after the period. */
  later: number;
}

/** What a report says. `name` is that of a website or business. */
export interface ReportContent {
  name: string;
  /** The name of the business, if `name` is that of its website. */
  customer?: string | undefined;
  appearance: Appearance;
  language: TextLanguage;
  period: DigestPeriod;
  before: DigestPeriod;
  /** When it was made, in milliseconds. */
  now: number;
  websites: Reported[];
  /** How many websites are left out. */
  left_out: number;
}

/** Further websites of a customer are left out of its report. */
const MOST_WEBSITES = 100;

/** What a report about these websites says of them. */
export async function readReported(
  records: WebsiteRecord[],
  asked: DigestRequest,
): Promise<Pick<ReportContent, "websites" | "period" | "before" | "now" | "language">> {
  const before = periodBefore(asked.period);
  const [digests, former] = await Promise.all([
    readDigests(records, { ...asked, byKind: true }),
    readDigests(records, { ...asked, period: before }),
  ]);
  const websites = digests.flatMap((each, index) => {
    const [of] = former.slice(index);
    return of ? { ...each, before: of.digest } : [];
  });
  return { ...asked, before, websites };
}

/** What a report about a customer's websites says of them: the first 100. */
export async function readCustomerReport(customer: Customer, asked: DigestRequest) {
  const slice = { offset: 0, limit: MOST_WEBSITES };
  const { records, total } = await readCustomerPage(customer, { slice });
  return { ...(await readReported(records, asked)), left_out: total - records.length };
}

/** The websites that were down longest first, then those with the most serious findings. */
export function worstWebsiteFirst({ digest: one }: Reported, { digest: other }: Reported): number {
  return (
    other.down_seconds - one.down_seconds ||
    other.findings.open.error - one.findings.open.error ||
    openOf(other) - openOf(one)
  );
}

/** Whether the website was watched in the period before, too. */
export function hasBefore({ before }: Pick<Reported, "before">): boolean {
  return before.uptime_percentage !== null;
}

/** How many findings are open. */
export function openOf({ findings: { open } }: Digest): number {
  return open.error + open.warning + open.info;
}

/** Whether an audit has looked for findings. One of a site that cannot be read may still find some. */
export const isAudited = (digest: Digest): boolean =>
  digest.unchecked.last_audited_at !== null || openOf(digest) > 0;

const MOST_PLACES = 3;

/** What to say of findings of one kind, with the advice beside each only where it differs. */
export function tellKind({ items, count }: FindingsOfKind, most = items.length) {
  const some = items.slice(0, most);
  const [first] = some;
  const isSame = some.every(({ what_to_do }) => what_to_do === first?.what_to_do);
  return {
    shown: some.map((each) => ({
      title: each.title,
      places: placesOf(each),
      todo: isSame ? "" : each.what_to_do,
    })),
    more: count - some.length,
    why: first?.why ?? "",
    todo: isSame ? (first?.what_to_do ?? "") : "",
  };
}

/** Some of several pages, without queries, which may hold a secret; the start page by its host. */
function placesOf({ pages, pages_count }: FindingsOfKind["items"][number]): string {
  if (pages_count < 2) return "";
  const places = pages.flatMap((page) => {
    const { host, pathname } = URL.parse(page) ?? {};
    return (pathname === "/" ? host : pathname) ?? [];
  });
  const shown = [...new Set(places)].slice(0, MOST_PLACES);
  return [...shown, ...(pages_count > shown.length && shown.length > 0 ? ["…"] : [])].join(", ");
}
