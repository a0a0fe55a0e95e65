import type { Appearance } from "../catalogue/appearance.ts";
import type { WebsiteRecord } from "../entities/website.ts";
import { type Customer, readCustomer } from "../lists/readCustomer.ts";
import { type DigestPeriod, periodBefore } from "../views/period.ts";
import type { ViewRequest } from "../views/uptimeView.ts";
import { readViews, type WebsiteView } from "../views/websiteView.ts";
import type { TextLanguage } from "../vocabulary/texts.ts";

/** How a website did in a period and in the one before. */
export type Reported = WebsiteView & { before: WebsiteView };

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
  request: ViewRequest,
): Promise<Pick<ReportContent, "websites" | "period" | "before" | "now" | "language">> {
  const before = periodBefore(request.period);
  const [views, former] = await Promise.all([
    readViews(records, { ...request, byKind: true }),
    readViews(records, { ...request, period: before }),
  ]);
  const websites = views.flatMap((view, index) => {
    const [of] = former.slice(index);
    return of ? { ...view, before: of } : [];
  });
  return { ...request, before, websites };
}

/** What a report about a customer's websites says of them: the 100 worst. */
export async function readCustomerReport(customer: Customer, request: ViewRequest) {
  const { records, websites_count } = await readCustomer(customer, MOST_WEBSITES);
  return { ...(await readReported(records, request)), left_out: websites_count - records.length };
}

/** The websites that were down longest first, then those with the most serious findings. */
export function worstWebsiteFirst(one: Reported, other: Reported): number {
  return (
    other.down_seconds - one.down_seconds ||
    other.findings.open.error - one.findings.open.error ||
    openOf(other) - openOf(one)
  );
}

/** The sum of a number of each. */
export function sumOf<Each>(all: Each[], of: (each: Each) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}

/** How many findings are open. */
export function openOf({ findings: { open } }: Pick<WebsiteView, "findings">): number {
  return open.error + open.warning + open.info;
}

/** Whether an audit has looked for findings. One of a site that cannot be read may still find some. */
export const isAudited = (view: WebsiteView): boolean =>
  view.unchecked.last_audited_at !== null || openOf(view) > 0;
