import type { Appearance } from "../../shared/appearance.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import type { Customer } from "../../shared/lists/readCustomer.ts";
import type { TextLanguage } from "../../shared/texts.ts";
import { uptimeFigure } from "../../shared/uptimeFigure.ts";
import { readCustomer } from "../views/customerView.ts";
import type { FindingsOfKind } from "../views/findingKinds.ts";
import { type DigestPeriod, periodBefore } from "../views/period.ts";
import type { ViewRequest } from "../views/uptimeView.ts";
import { readViews, type WebsiteView } from "../views/websiteView.ts";

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
  asked: ViewRequest,
): Promise<Pick<ReportContent, "websites" | "period" | "before" | "now" | "language">> {
  const before = periodBefore(asked.period);
  const [views, former] = await Promise.all([
    readViews(records, { ...asked, byKind: true }),
    readViews(records, { ...asked, period: before }),
  ]);
  const websites = views.flatMap((view, index) => {
    const [of] = former.slice(index);
    return of ? { ...view, before: of } : [];
  });
  return { ...asked, before, websites };
}

/** What a report about a customer's websites says of them: the 100 worst. */
export async function readCustomerReport(customer: Customer, asked: ViewRequest) {
  const { records, websites_count } = await readCustomer(customer, MOST_WEBSITES);
  return { ...(await readReported(records, asked)), left_out: websites_count - records.length };
}

/** The websites that were down longest first, then those with the most serious findings. */
export function worstWebsiteFirst(one: Reported, other: Reported): number {
  return (
    other.down_seconds - one.down_seconds ||
    other.findings.open.error - one.findings.open.error ||
    openOf(other) - openOf(one)
  );
}

/** Whether the period before has a percentage to compare with. */
export function hasBefore({ before }: Pick<Reported, "before">): boolean {
  return "percentage" in uptimeFigure(before);
}

/** How many findings are open. */
export function openOf({ findings: { open } }: Pick<WebsiteView, "findings">): number {
  return open.error + open.warning + open.info;
}

/** Whether an audit has looked for findings. One of a site that cannot be read may still find some. */
export const isAudited = (view: WebsiteView): boolean =>
  view.unchecked.last_audited_at !== null || openOf(view) > 0;

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
