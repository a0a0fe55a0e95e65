import { beforeAll, expect, test } from "vitest";
import { findSources } from "../../../shared/audit/services/sources.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { type SiteRoutes, serve } from "../../support/site.ts";
import { audit, itemOf, typesOf } from "./auditing.ts";
import { page } from "./faultySite.ts";
import {
  monitorListedBusiness,
  newDomain,
  setEnvironment,
  startServices,
} from "./localServices.ts";

beforeAll(() => allowLocalAddresses());

const start = page("Engines", "<h1>Engines</h1>");

/** A website of a business that OpenStreetMap knows, and the services' server. */
async function setUp(others?: SiteRoutes) {
  const domain = newDomain();
  const { services, sources } = await startServices(domain, others);
  const site = await serve({ "/": start }, { address: "127.0.0.1" });
  const website = await monitorListedBusiness(`http://www.${domain}:${site.port}`);
  return { domain, services, website, audit: () => audit(website, { sources }) };
}

test("what other services say is in the feed; registries and directories are not asked again", async () => {
  const { domain, services, audit } = await setUp();
  const items = await audit();
  expect(itemOf(items, "mobile_speed")).toMatchObject({
    status: "info",
    data: { mobile_speed_count: 1, details: [{ code: "average_speed" }] },
  });
  expect(itemOf(items, "website_summary")?.data).toMatchObject({
    lighthouse_success: true,
    website_speed_performance: "average",
  });
  expect(itemOf(items, "domain_age")).toMatchObject({
    status: "success",
    data: {
      ...{ domain_age_count: 0, new_domain_age_count: 0, pages_checked_count: 0, details: [] },
      domain,
      registered_at: "2010-02-03T04:05:06+00:00",
      expires_at: "2100-02-03T04:05:06+00:00",
      age_years: expect.any(Number),
    },
  });
  // OpenStreetMap has another phone number than the business, and its short name.
  expect(itemOf(items, "listings_summary")).toMatchObject({
    category: "listings",
    status: "warning",
    data: {
      directories_found_count: 1,
      missing_listing_details: false,
      directories_tested_count: 1,
      directories_inconsistent_count: 1,
    },
  });
  expect(services.requests.filter((request) => request.includes("runPagespeed"))).toHaveLength(3);
  expect(services.requests.filter((request) => request.startsWith("POST"))).toEqual(["POST /"]);
  const requests = () =>
    services.requests.filter((request) => /rdap|dns.json|search/.test(request));
  expect(requests()).toHaveLength(3);
  await audit();
  expect(requests()).toHaveLength(3);
});

test("a registry or a directory that does not answer says nothing, and is asked again", async () => {
  const { services, audit } = await setUp({
    "/dns.json": { status: 503 },
    "/search": { status: 503 },
  });
  const types = typesOf(await audit());
  expect(types).not.toContain("domain_age");
  expect(types).not.toContain("listings_summary");
  services.requests.length = 0;
  await audit();
  expect(services.requests).toContain("GET /dns.json");
});

test.each<[string, SiteRoutes]>([
  ["does not measure", { "/pagespeedonline/v5/runPagespeed": { status: 500 } }],
  ["has a key that can't be read", { "/": { status: 400, body: "{}" } }],
])("a service that %s is a speed that is not known", async (_, others) => {
  const { audit } = await setUp(others);
  const items = await audit();
  expect(typesOf(items)).not.toContain("mobile_speed");
  const summary = itemOf(items, "website_summary")?.data;
  expect(summary.lighthouse_success).toBe(false);
  expect(summary).not.toHaveProperty("website_speed_performance");
});

test("without a key no speed is measured, and without its URL no directory is asked", async () => {
  const { services, website } = await setUp();
  setEnvironment({
    PAGESPEED_SECRET_ARN: undefined,
    NOMINATIM_URL: undefined,
    RDAP_BOOTSTRAP_URL: `${services.url}/dns.json`,
  });
  const items = await audit(website, { sources: findSources() });
  expect(typesOf(items)).not.toContain("mobile_speed");
  expect(itemOf(items, "website_summary")?.data.lighthouse_success).toBe(false);
  expect(typesOf(items)).not.toContain("listings_summary");
  expect(services.requests.filter((request) => /search|POST|Pagespeed/.test(request))).toEqual([]);
});
