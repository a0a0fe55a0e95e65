import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endpointGroups, groupNames } from "../../shared/routes.ts";
import { call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { type Estate, makeCustomFields, makeEstate } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";

/** So many numbers of lists are taken, or lists read, by these. */
const FOUR = [
  "POST /v1/onboarding",
  "POST /v1/businesses",
  "GET /v1/account/businesses",
  "GET /v1/webhooks/{webhook_uuid}/deliveries",
];
/** A website with its windows, its days, its check, and its downtimes: those before the first day as well. */
const UPTIME = "GET /v1/websites/{website_uuid}/uptime";
/** A website, its check, business, plan and user, and the write. */
const AUDIT = "POST /v1/websites/{website_uuid}/audit";

/** A fetch is 1 request, all else at most 3 or 4. */
const limitOf = (route: string) => {
  if (FOUR.includes(route)) return 4;
  if (route === AUDIT) return 6;
  if (route === UPTIME) return 5;
  return /^GET .*\}$/.test(route) ? 1 : 3;
};

describe.each(groupNames)("%s", (group) => {
  const routes = endpointGroups[group].map((route) => [route, limitOf(route)] as const);
  let estate: Estate;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    estate = await makeEstate();
    await makeCustomFields(estate.reseller, [{ name: "manager" }]);
  });

  afterAll(() => void vi.useRealTimers());

  test.each(routes)(
    "%s costs at most %d requests once the key is known, and no scan",
    async (route, limit) => {
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
