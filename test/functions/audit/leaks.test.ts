import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  analyse,
  findWanted,
  type Shared,
  startCollecting,
} from "../../../functions/audit/analyse.ts";
import { type Analyser, nameOf, type SiteTools } from "../../../functions/audit/analyser.ts";
import { analysers } from "../../../functions/audit/analysers/index.ts";
import { crawl } from "../../../functions/audit/crawl/crawl.ts";
import { tableCache } from "../../../functions/audit/services/answers.ts";
import { keyOfShared } from "../../../functions/audit/sharing.ts";
import { Business } from "../../../shared/entities/business.ts";
import { Check } from "../../../shared/entities/check.ts";
import { unpackJson } from "../../../shared/entities/findings.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { planFeatures } from "../../../shared/resources/planFeatures.ts";
import type { MonitoredWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { audit } from "./auditing.ts";
import { impatient } from "./crawl/crawlSite.ts";
import { faultySite } from "./faultySite.ts";
import { monitorListedBusiness, newDomain, startServices } from "./localServices.ts";

const all: readonly Analyser[] = analysers;
const plan = Object.fromEntries(planFeatures.map((feature) => [feature, true])) as never;

beforeAll(() => allowLocalAddresses());

test("audits of a host name share nothing of either of two resellers, and tell neither of the other", async () => {
  const domain = newDomain();
  const { sources } = await startServices(domain);
  const site = await serve(faultySite, { address: "127.0.0.1" });
  const address = `http://${domain}:${site.port}/`;
  const own = await Promise.all(["first", "second"].map((mark) => monitorMarked(address, mark)));
  for (const { website, marks } of own) {
    // As an operator's request, so that every analyser looks for itself.
    const written = await audit(website, { sources });
    const types = new Set(written.map(({ type }) => type));
    for (const { feature, items } of all) {
      // The site has a fault for each analyser, as what it does not tell can't leak.
      expect(
        Object.keys(items).some((type) => types.has(type)),
        feature,
      ).toBe(true);
    }
    const items = JSON.stringify(written);
    const others = own.flatMap((each) => (each.website === website ? [] : each.marks));
    for (const mark of others) expect(items).not.toContain(mark);
    expect(marks.some((mark) => items.includes(mark))).toBe(true);
    const { text, parts } = await readShared(address);
    // Each analyser has shared something: one that is new has to find something on the site as well.
    expect(Object.keys(parts).toSorted()).toEqual(all.map(nameOf).toSorted());
    for (const [name, { material }] of Object.entries(parts)) {
      expect(material, name).not.toBeNull();
    }
    for (const mark of own.flatMap(({ marks }) => marks)) expect(text).not.toContain(mark);
  }
});

test("an analyser that looks for a reseller finds none", async () => {
  const site = await serve(faultySite);
  const seen: unknown[] = [];
  const curious: Analyser = {
    feature: "headings",
    category: "website",
    explanation: "",
    items: {},
    reads: "startPage",
    analyse: async (crawled, tools) => void seen.push(crawled, tools),
    tell: () => ({ findings: {} }),
    summary: {},
    whenOff: {},
    summarise: () => ({}),
  };
  const { client, deadline } = impatient();
  const crawled = await crawl(site.url, { client, deadline, maxPages: 1 });
  const tools: SiteTools = {
    client,
    deadline,
    now: new Date(),
    sources: { registry: { find: async () => undefined } },
  };
  await analyse({ ...crawled, collectedBy: new Map() }, [curious], tools);
  expect(seen.map((given) => Object.keys(given as object).toSorted())).toEqual([
    ["coverage", "failures", "outcomes", "robots", "site", "startUrl"],
    ["client", "deadline", "now", "sources"],
  ]);
});

test("what is shared is the same after it was kept as JSON", async () => {
  const domain = newDomain();
  const { sources } = await startServices(domain);
  const site = await serve(faultySite, { address: "127.0.0.1" });
  const { client, deadline } = impatient();
  const wanted = findWanted(plan);
  const collectedBy = startCollecting(wanted);
  const collected = [...collectedBy.values()];
  const url = `http://${domain}:${site.port}/`;
  const crawled = await crawl(url, { client, deadline, collected });
  const { directories: _, ...siteSources } = sources;
  const tools: SiteTools = { client, deadline, now: new Date(), sources: siteSources };
  const materials = await analyse({ ...crawled, collectedBy }, wanted, tools);
  expect(JSON.parse(JSON.stringify(materials))).toStrictEqual(materials);
});

/** A website whose business and memory have a mark in every field, and whose host name has one. */
async function monitorMarked(address: string, mark: string) {
  const website = await monitorListedBusiness(`${address}#${mark}-fragment`);
  const { reseller, businessUuid, uuid, userUuid } = website;
  const key = { reseller_uuid: reseller.uuid, uuid: businessUuid };
  const address_fields = [
    ...["address_line_1", "address_line_2", "address_line_3", "city", "county", "postcode"],
    ...["phone_number", "country_code"],
  ];
  const marked = (name: string) => `${mark}-${name}`;
  await Business.patch(key)
    .set({
      name: marked("name"),
      industry: marked("industry"),
      products: [marked("product")],
      address: Object.fromEntries(address_fields.map((name) => [name, marked(name)])) as never,
    })
    .go();
  const memories = all.flatMap(({ memory, ...analyser }) =>
    memory
      ? [[nameOf(analyser), filled(z.toJSONSchema(memory) as Schema, marked("memory"))] as const]
      : [],
  );
  await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "audit" })
    .set({ memory: { written: {}, ...Object.fromEntries(memories) } })
    .go();
  const ids = [reseller.uuid, userUuid, businessUuid, uuid];
  return { website: website as MonitoredWebsite, marks: [`${mark}-`, ...ids] };
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** A value of the schema with the text wherever there may be one. */
function filled({ type, properties = {}, items = {} }: Schema, text: string): unknown {
  if (type === "array") return [filled(items, text)];
  if (type === "integer" || type === "number") return 1;
  if (type !== "object") return text;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, filled(schema, text)]),
  );
}

async function readShared(hostname: string) {
  const kept = String(await tableCache.get(keyOfShared(hostname)));
  const { parts } = unpackJson<Shared>(Buffer.from(kept, "base64"));
  return { text: JSON.stringify(parts), parts };
}
