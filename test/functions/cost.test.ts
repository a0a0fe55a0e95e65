import { beforeEach, expect, test } from "vitest";
import { allRoutes, call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import {
  businessBody,
  type Estate,
  makeCustomFields,
  makeEstate,
  onboardingBody,
} from "../support/factories.ts";

const URL = { hostname: "https://example.com" };

const bodies: Record<string, () => unknown> = {
  "POST /v1/onboarding": onboardingBody,
  "POST /v1/businesses": () => ({ ...businessBody, custom_fields: [{ manager: "Kim" }] }),
  "PATCH /v1/businesses/{business_uuid}": () => ({ custom_fields: [{ manager: "Kim" }] }),
};

/** What issue 2 allows: a fetch 1 request, all else 3. */
const limitOf = (route: string) => (/^GET .*\}$/.test(route) ? 1 : 3);

let estate: Estate;

beforeEach(async () => {
  estate = await makeEstate();
  await makeCustomFields(estate.reseller, [{ name: "manager" }]);
});

function send(route: string) {
  const { reseller, user: userUuid, business: businessUuid, website: websiteUuid } = estate;
  const kind = /\{(.*)_uuid\}/.exec(route)?.[1] as
    | "business"
    | "website"
    | "competitor"
    | "webhook";
  const body = /^(POST|PATCH)/.test(route) ? (bodies[route]?.() ?? URL) : undefined;
  const query = { userUuid, businessUuid, websiteUuid };
  return call(route, { key: reseller.key, uuid: estate[kind], query, body });
}

test.each(allRoutes.map((route) => [route, limitOf(route)] as const))(
  "%s costs at most %d requests once the key is known, and no scan",
  async (route, limit) => {
    let status = 0;
    const cost = await costOf(async () => {
      ({ status } = await send(route));
    });
    expect(status).toBe(200);
    expect(cost.requests).toBeLessThanOrEqual(limit);
    expect(cost.commands).not.toContain("Scan");
  },
);
