import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { call } from "../../../support/api.ts";
import { type MonitoredWebsite, monitorWebsite } from "../../../support/monitoring.ts";
import { type SiteHandler, type SiteRoutes, serve } from "../../../support/site.ts";
import { audit, itemOf, type TestFeedItem } from "../auditing.ts";

interface Verdict {
  website: MonitoredWebsite;
  items: TestFeedItem[];
  /** The data of the newest item of a type. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert data of every shape
  data(type: string): any;
  /** `code path` of each finding, in alphabetical order; with a filter, of these codes alone. */
  findings(...codes: string[]): string[];
  /** The findings as the API shows them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert details of every shape
  all: any[];
  requests: string[];
}

/** An HTML page in English whose head has what the analysers of page basics look for. */
export function page(title: string, body: string, head = "") {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** Serves a website, audits it once, and returns what the service says of it. */
export async function judge(content: SiteHandler | SiteRoutes): Promise<Verdict> {
  const site = await serve(content);
  return { ...(await judgeUrl(site.url)), requests: site.requests };
}

/** Audits the website at a URL once. */
export async function judgeUrl(url: string): Promise<Verdict> {
  allowLocalAddresses();
  const website = await monitorWebsite(url);
  const items = await audit(website);
  const { reseller, uuid } = website;
  const query = { websiteUuid: uuid, per_page: "100" };
  const { data: all } = (await call("GET /v1/findings", { key: reseller.key, query })).body;
  return {
    website,
    items,
    all,
    requests: [],
    data: (type) => itemOf(items, type)?.data,
    findings: (...codes) =>
      all
        .filter(({ code }: { code: string }) => codes.length === 0 || codes.includes(code))
        .map(({ code, subject }: Record<string, string>) => `${code} ${pathOf(subject ?? "")}`)
        .toSorted(),
  };
}

function pathOf(subject: string) {
  const url = URL.parse(subject);
  return url ? `${url.pathname}${url.search}` : subject;
}
