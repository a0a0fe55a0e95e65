import { onTestFinished } from "vitest";
import { nominatim } from "../../../shared/audit/services/nominatim.ts";
import { pageSpeedInsights } from "../../../shared/audit/services/pageSpeedInsights.ts";
import { rdap } from "../../../shared/audit/services/rdap.ts";
import type { Sources } from "../../../shared/audit/services/sources.ts";
import { replaceResolver } from "../../../shared/platform/outbound/resolver.ts";
import { readSecret } from "../../../shared/platform/secret.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call } from "../../support/api.ts";
import { makeReseller, makeUser } from "../../support/factories.ts";
import { bringChange, type MonitoredWebsite } from "../../support/monitoring.ts";
import { type SiteRoutes, serve } from "../../support/site.ts";

const secretArn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pagespeed";

const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const speedOf = (score: number) =>
  json({ lighthouseResult: { categories: { performance: { score } } } });

/**
 * Serves what an audit asks of others: PageSpeed Insights, IANA and a registry, Nominatim, and
 * Secrets Manager; `others` are other answers. The sources are those of production, but for
 * where they ask and that Nominatim may be asked as often as a test likes.
 */
export async function startServices(domain: string, others: SiteRoutes = {}) {
  const services = await serve({
    "/pagespeedonline/v5/runPagespeed": speedOf(0.5),
    "/dns.json": ({ headers }, response) =>
      response.end(JSON.stringify({ services: [[["test"], [`http://${headers.host}/rdap/`]]] })),
    [`/rdap/domain/${domain}`]: json({
      objectClassName: "domain",
      events: [
        { eventAction: "registration", eventDate: "2010-02-03T04:05:06Z" },
        { eventAction: "expiration", eventDate: "2100-02-03T04:05:06Z" },
      ],
    }),
    "/search": json([
      {
        address: { postcode: "N1 1AA" },
        namedetails: { name: "Analytical Engines Ltd" },
        extratags: { phone: "+44 20 7183 8751", website: `http://${domain}/` },
      },
    ]),
    "/": json({ SecretString: "key of Google's" }),
    ...others,
  });
  const { url: baseUrl } = services;
  setEnvironment({ AWS_ENDPOINT_URL_SECRETS_MANAGER: baseUrl });
  const sources: Sources = {
    speed: pageSpeedInsights({ findKey: () => readSecret(secretArn), baseUrl }),
    registry: rdap(`${baseUrl}/dns.json`),
    directory: nominatim(baseUrl),
  };
  return { services, sources };
}

/** Sets variables of the environment until the test is over. */
export function setEnvironment(variables: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name];
    onTestFinished(() => setVariable(name, before));
    setVariable(name, value);
  }
}

function setVariable(name: string, value: string | undefined) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** A new domain. Every domain resolves to this machine. */
export function newDomain(): string {
  replaceResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
  return `engines-${newUuid()}.test`;
}

/** A website of a business whose address is known, as onboarding makes one; no other has its name. */
export async function monitorListedBusiness(hostname: string): Promise<MonitoredWebsite> {
  const reseller = await makeReseller();
  const { key } = reseller;
  const userUuid = await makeUser(reseller);
  const { body } = await call("GET /v1/businesses", { key, query: { userUuid } });
  const businessUuid: string = body.data[0].uuid;
  await call("PATCH /v1/businesses/{business_uuid}", {
    key,
    uuid: businessUuid,
    body: { name: `Analytical Engines ${businessUuid}` },
  });
  const created = await call("POST /v1/websites", {
    key,
    query: { businessUuid },
    body: { hostname },
  });
  const website = { reseller, userUuid, businessUuid, uuid: created.body.data.uuid };
  await bringChange(website, "INSERT", hostname);
  return website;
}
