import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { inspectTls } from "../../shared/outbound/index.ts";
import type { PoliteClient } from "../../shared/pages/politeClient.ts";
import { analyseBlog } from "./analysers/blog/analyseBlog.ts";
import { analyseDomainAge } from "./analysers/domainAge/analyseDomainAge.ts";
import type { Finding } from "./analysers/finding.ts";
import { analyseHeadings } from "./analysers/headings.ts";
import { checkLinks } from "./analysers/links/checkLinks.ts";
import { presentBrokenLinks } from "./analysers/links/linkDetails.ts";
import type { LinkState } from "./analysers/links/linkState.ts";
import { analyseListings } from "./analysers/listings/analyseListings.ts";
import { siteListing } from "./analysers/listings/siteListing.ts";
import { analyseMobile } from "./analysers/mobile.ts";
import { checkSitemap } from "./analysers/sitemap/checkSitemap.ts";
import { analyseSpeed } from "./analysers/speed/analyseSpeed.ts";
import { analyseSpelling } from "./analysers/spelling/analyseSpelling.ts";
import { analyseTls } from "./analysers/tls.ts";
import { businessDetails } from "./businessDetails.ts";
import type { Crawl } from "./crawl/crawl.ts";
import { inTime } from "./inTime.ts";
import { politeFeed } from "./politeFeed.ts";
import type { Sources } from "./sources.ts";

const TLS_TIMEOUT_MS = 15_000;

/** What an analysis needs beside the crawl. `deadline` is in milliseconds since 1970. */
export interface Surroundings {
  check: CheckRecord;
  plan: PlanRecord;
  business: BusinessRecord | undefined;
  client: PoliteClient;
  deadline: number;
  sources: Sources;
  links: LinkState;
}

/** What the analysers found; one that the plan has switched off, or that could not know, is absent. */
export type Analysis = Awaited<ReturnType<typeof analyse>>;

/**
 * Runs the analysers that the plan has switched on, at the same time: they ask different hosts.
 * Those that ask services of others are not waited for beyond the deadline; the rest keep to it.
 */
export async function analyse(crawl: Crawl, surroundings: Surroundings) {
  const { check, plan, business, sources, client, deadline, links } = surroundings;
  const { pages, startUrl } = crawl;
  const { hostname, port, protocol } = new URL(startUrl);
  const tlsPort = protocol === "https:" && port !== "" ? Number(port) : 443;
  const polite = { client, deadline };
  const directories = [siteListing(pages), ...sources.directories];
  const { speed, registry } = sources;

  const [broken_links, sitemap, spelling, ssl, mobile_speed, domain_age, listings_summary, blog] =
    await Promise.all([
      on(plan.broken_links, () => checkLinks(crawl, { ...polite, previous: links })),
      on(plan.sitemap, () => checkSitemap(crawl, polite)),
      on(plan.spelling, () => analyseSpelling(pages)),
      on(plan.ssl, async () =>
        analyseTls(await inspectTls(hostname, { port: tlsPort, timeoutMs: TLS_TIMEOUT_MS })),
      ),
      speed && on(plan.mobile_speed, () => inTime(deadline, analyseSpeed(startUrl, speed))),
      on(plan.domain_age, () => inTime(deadline, analyseDomainAge(hostname, registry))),
      on(plan.listings, () =>
        inTime(deadline, analyseListings(businessDetails(check.hostname, business), directories)),
      ),
      on(plan.blog, () => analyseBlog(pages, politeFeed(crawl, polite))),
    ]);
  return {
    broken_links,
    broken_link_details: broken_links && presentBrokenLinks(broken_links),
    sitemap,
    headings: await on(plan.headings, async () => analyseHeadings(pages)),
    spelling,
    mobile: await on(plan.mobile, async () => analyseMobile(pages)),
    ssl,
    mobile_speed,
    domain_age,
    listings_summary,
    blog,
  };
}

/** What an analyser finds, if its switch is on. */
async function on<Found extends Finding<unknown>>(
  isOn: boolean,
  analyser: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return isOn ? await analyser() : undefined;
}
