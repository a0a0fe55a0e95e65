import type { Ask } from "../request.ts";
import { findWebhook } from "../webhook.ts";

interface Record {
  uuid: string;
}

export interface Website extends Record {
  hostname: string;
  is_hostname_up: boolean;
  created_at: string;
}

/** What stays in the sandbox, and the websites that an earlier minute left there. */
interface Sandbox {
  business: string;
  up: Website;
  down: Website;
  passing: Website[];
}

/** Lists what is in the sandbox, and creates what is missing: a user, a business, two websites, a webhook. */
export async function openSandbox(ask: Ask, siteUrl: string): Promise<Sandbox> {
  const user = (await listFirst(ask, "/v1/users")) ?? (await onboard(ask, siteUrl));
  const business = await listFirst(ask, `/v1/businesses?userUuid=${user}`);
  if (business === undefined) throw new Error("The sandbox's user has no business");
  const websites = await listWebsites(ask, business);
  const endpoint = `${siteUrl}/webhook`;
  if (!(await findWebhook(ask, endpoint))) {
    await ask("POST /v1/webhooks", { endpoint, events: ["website.created"] });
  }
  const requireWebsite = async (hostname: string) =>
    websites.find((website) => website.hostname === hostname) ??
    (await createWebsite(ask, business, hostname));
  return {
    business,
    up: await requireWebsite(`${siteUrl}/up`),
    down: await requireWebsite(`${siteUrl}/down`),
    passing: websites.filter(({ hostname }) => hostname === `${siteUrl}/passing`),
  };
}

/** Adds a website to a business. */
export async function createWebsite(
  ask: Ask,
  business: string,
  hostname: string,
): Promise<Website> {
  const body = { hostname };
  return (await ask<{ data: Website }>(`POST /v1/websites?businessUuid=${business}`, body)).data;
}

/** The websites of a business. There are at most 100 in a sandbox: one page. */
async function listWebsites(ask: Ask, business: string): Promise<Website[]> {
  const path = `/v1/websites?businessUuid=${business}&per_page=100`;
  return (await ask<{ data: Website[] }>(`GET ${path}`)).data;
}

async function listFirst(ask: Ask, path: string): Promise<string | undefined> {
  return (await ask<{ data: Record[] }>(`GET ${path}`)).data[0]?.uuid;
}

async function onboard(ask: Ask, siteUrl: string): Promise<string> {
  const { data } = await ask<{ data: { user: Record } }>("POST /v1/onboarding", {
    ...{ email: "outside@example.com", first_name: "Outside", last_name: "Probe" },
    language_preference: "en-GB",
    business: {
      ...{ business_name: "Control websites", hostname: `${siteUrl}/up` },
      ...{ address_line_1: "1 High Street", city: "Oxford", county: "Oxfordshire" },
      ...{ postcode: "OX1 1AA", phone_number: "+441865000000", country_code: "GB" },
    },
  });
  return data.user.uuid;
}
