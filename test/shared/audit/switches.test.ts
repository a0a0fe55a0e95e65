import { beforeAll, expect, test } from "vitest";
import { handler as checkUptime } from "../../../functions/workers/uptime/index.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { followWebsite } from "../../../shared/uptime/followWebsite.ts";
import { type PlanFeature, planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { sqsEvent } from "../../support/messages.ts";
import { separateMessage } from "../../support/monitoring.ts";
import { thoroughly } from "../../support/runs.ts";
import { type Site, serve } from "../../support/site.ts";
import { audit, setPlan, typesOf } from "./auditing.ts";
import { faultySite, page } from "./faultySite.ts";
import { monitorListedBusiness, newDomain, startServices } from "./localServices.ts";

beforeAll(() => allowLocalAddresses());

interface Effect {
  /** The types of feed items that the switch turns on. */
  items: string[];
  /** What only its check asks for, of the site or of a service. */
  request?: string;
}

/** What each switch of a plan (section 2.7 of the specification) is for. */
const effects: Record<PlanFeature, Effect> = {
  mobile_speed: { items: ["mobile_speed"], request: "GET /pagespeedonline/v5/runPagespeed" },
  broken_links: { items: ["broken_links"], request: "HEAD /logo.png" },
  headings: { items: ["headings"] },
  spelling: { items: ["spelling"] },
  mobile: { items: ["mobile"] },
  sitemap: { items: ["sitemap"], request: "GET /sitemap.xml" },
  domain_age: { items: ["domain_age"], request: "GET /dns.json" },
  ssl: { items: ["ssl"] },
  // Its items come when a website goes down or up: test/shared/uptime.
  downtime: { items: [], request: "GET /, of the uptime check" },
  backlinks: { items: [] },
  blog: { items: ["blog"], request: "GET /feed.xml" },
  target_keywords: { items: [] },
  keyword_opportunities: { items: [] },
  listings: { items: ["listings_summary"], request: "GET /search" },
  reviews: { items: [] },
};

const allItems = ["website_summary", ...Object.values(effects).flatMap(({ items }) => items)];
const allRequests = Object.values(effects).flatMap(({ request }) => request ?? []);

test("a plan with everything on has everything checked", async () => {
  const { items, requests } = await checkWith({});
  expect(items).toEqual(allItems.toSorted());
  expect(requests).toEqual(expect.arrayContaining(allRequests));
});

const some: PlanFeature[] = ["mobile_speed", "broken_links", "downtime"];

test.each(thoroughly(planFeatures, some))(
  "%s switches its check, and nothing else",
  async (feature) => {
    const { items, requests } = await checkWith({ [feature]: false });
    const { items: gone, request } = effects[feature];
    expect(items).toEqual(
      allItems.filter((type) => !gone.some((item) => item === type)).toSorted(),
    );
    expect(requests).toEqual(
      expect.arrayContaining(allRequests.filter((requested) => requested !== request)),
    );
    if (request) expect(requests).not.toContain(request);
  },
);

/** All checks of a website, by a plan that has everything on but for this. */
async function checkWith(switches: Partial<Record<PlanFeature, boolean>>) {
  const domain = newDomain();
  const { services, sources } = await startServices(domain);
  const home = page(
    "Engines",
    '<h1>Engines</h1><a href="/about">About</a><img src="/logo.png">',
    '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
  );
  const site = await serve({ ...faultySite, "/": home }, { address: "127.0.0.1" });
  const website = await monitorListedBusiness(`http://${domain}:${site.port}`);
  await setPlan(website, switches);
  const items = typesOf(await audit(website, { sources }));
  const requests = [...pathsOf(site), ...pathsOf(services)];

  site.requests.length = 0;
  await followWebsite({ reseller_uuid: website.reseller.uuid, uuid: website.uuid });
  await checkUptime(sqsEvent(separateMessage(website)));
  requests.push(...pathsOf(site).map((request) => `${request}, of the uptime check`));
  return { items, requests };
}

function pathsOf({ requests }: Site): string[] {
  return requests.map((request) => request.replace(/\?.*/, ""));
}
