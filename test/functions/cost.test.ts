import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { take } from "../../shared/limits/rates.ts";
import { endpointGroups, groupNames } from "../../shared/routes.ts";
import { call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { type Estate, makeCustomFields, makeEstate, makeProspect } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";

/** Routes with four requests: they take several sequence numbers, read several lists, or end a token first. */
const FOUR = [
  "POST /v1/onboarding",
  "POST /v1/businesses",
  "POST /v1/shares",
  "GET /v1/webhooks/{webhook_uuid}/deliveries",
  "GET /v1/findings",
  "PATCH /v1/findings/{finding_uuid}",
  // Removes the token, and notes who removes the share.
  "DELETE /v1/shares/{share_uuid}",
];
/** Reads the website with its windows, its days, its check, and downtimes within and before the days. */
const UPTIME = "GET /v1/websites/{website_uuid}/uptime";
/** A query of each state and of the counts, then the websites, their businesses, plans and figures; the log of new ones. */
const WEBSITES = "GET /v1/account/websites";
/** Reads the businesses, the websites of each, the custom fields, and what is mailed to the users. */
const BUSINESSES = "GET /v1/account/businesses";

/** Reads the website, its check, business, plan and user, and writes the check. */
const AUDIT = "POST /v1/websites/{website_uuid}/audit";

/** Reads the deletion twice, the reseller twice and the webhook's health, and writes. */
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";

/** An onboarding that reads the prospect, notes who removes it, and makes a share. */
const CUSTOMER = "POST /v1/prospects/{prospect_uuid}/customer";

/** Reads the user, each list of what belongs to it, the mails and the log. */
const EXPORT = "GET /v1/users/{user_uuid}/export";

/** Reads the customer, its websites, and for these together what is kept of them; of each its days, downtimes and rounds. That of one website has what lists show of it. */
const DIGEST = /\/digest$/;

/** The most requests to DynamoDB that a route may make. */
const limitOf = (route: string) => {
  if (DIGEST.test(route)) return 16;
  if (FOUR.includes(route)) return 4;
  if (route === AUDIT) return 7;
  if (route === RESTORE) return 6;
  if (route === WEBSITES) return 14;
  if (route === BUSINESSES) return 6;
  // Two queries of each kind, and the records.
  if (route === "GET /v1/account/search") return 7;
  if (route === UPTIME) return 5;
  if (route === "GET /v1/account") return 6;
  if (route === "PATCH /v1/account") return 7;
  if (route === CUSTOMER) return 8;
  if (route === EXPORT) return 9;
  // Finds the website by the index, and the language by the user.
  if (route === "GET /v1/findings/{finding_uuid}") return 3;
  // Finds the name of the website that its event is about.
  if (route === "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}") return 2;
  return /^GET .*\}$/.test(route) ? 1 : 3;
};

describe.each(groupNames)("%s", (group) => {
  const routes = endpointGroups[group].map((route) => [route, limitOf(route)] as const);
  let estate: Estate;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    estate = await makeEstate();
    await makeCustomFields(estate.reseller, [{ name: "manager" }]);
    // A process counts requests in the table once a second.
    const { uuid: reseller_uuid } = estate.reseller;
    for (const kind of ["reads", "writes"] as const)
      await (await take({ reseller_uuid, kind }, { cost: 1, now: Date.now() })).flush;
  });

  afterAll(() => void vi.useRealTimers());

  test.each(routes)(
    "%s costs at most %d requests once the key is known, and no scan",
    async (route, limit) => {
      // One became a customer before.
      if (route === "DELETE /v1/prospects/{prospect_uuid}")
        estate.prospect = await makeProspect(estate.reseller, "prospect.example");
      const request = acceptedRequest(route, estate);
      if (group === "businesses" && request.body) {
        Object.assign(request, { body: { ...request.body, custom_fields: [{ manager: "Kim" }] } });
      }
      let status = 0;
      const cost = await costOf(async () => {
        ({ status } = await call(route, request));
      });
      expect(status).toBe(200);
      expect(cost.requests).toBeLessThanOrEqual(limit);
      expect(cost.commands).not.toContain("Scan");
    },
  );
});
