import { describe, expect, it } from "vitest";
import { handler as cleanup } from "../../functions/cleanup/index.ts";
import { adminAccess, cleanupAccess, groupAccess } from "../../infra/tableAccess.ts";
import { checkKinds } from "../../shared/entities/check.ts";
import { type GroupName, groupNames } from "../../shared/routes.ts";
import { run } from "../functions/admin/run.ts";
import { actionsOf } from "../support/actions.ts";
import { call } from "../support/api.ts";
import {
  businessBody,
  type Estate,
  makeCustomFields,
  makeEstate,
  makeFeedItem,
  onboardingBody,
} from "../support/factories.ts";
import { expectExactly, makeCheck } from "./access.ts";

/**
 * The embedded DynamoDB knows no IAM. So each function does here all that it can do, and its role
 * must allow exactly the actions that are seen: none is missing, and none is left over.
 */
describe("the role allows exactly what is done by", () => {
  it.each(groupNames)("%s", async (group) => {
    const estate = await makeEstate();
    await makeCustomFields(estate.reseller, [{ name: "Region" }]);
    await makeFeedItem({
      reseller_uuid: estate.reseller.uuid,
      business_uuid: estate.business,
      website_uuid: estate.website,
    });
    const seen = await actionsOf(async () => {
      for (const [route, request] of requestsTo(group, estate)) {
        const { key } = estate.reseller;
        expect((await call(route, { key, ...request })).status).toBe(200);
      }
    });
    expectExactly(groupAccess[group], seen);
  });

  it("cleanup", async () => {
    const { reseller, business, website } = await makeEstate();
    const reseller_uuid = reseller.uuid;
    await makeFeedItem({ reseller_uuid, business_uuid: business, website_uuid: website });
    const seen = await actionsOf(() =>
      cleanup({ Records: [removal("business", business), removal("website", website)] }),
    );
    expectExactly(cleanupAccess, seen);

    function removal(entity: string, uuid: string) {
      const OldImage = {
        __edb_e__: { S: entity },
        reseller_uuid: { S: reseller_uuid },
        uuid: { S: uuid },
      };
      return { eventName: "REMOVE" as const, dynamodb: { SequenceNumber: uuid, OldImage } };
    }
  });

  it("admin", async () => {
    const { reseller, business, website } = await makeEstate();
    const { uuid: reseller_uuid, planUuid: plan_uuid } = reseller;
    const site = { reseller_uuid, business_uuid: business, uuid: website };
    for (const kind of checkKinds) await makeCheck({ ...site, kind });
    const name = "named";
    const seen = await actionsOf(async () => {
      await run("reseller create", { name });
      await run("reseller list", {});
      const { uuid } = await run("key create", { reseller_uuid, name });
      await run("key list", { reseller_uuid });
      await run("key revoke", { uuid });
      const plan = await run("plan create", { reseller_uuid, name, default: true });
      await run("plan list", { reseller_uuid });
      await run("plan update", { uuid: plan_uuid, default: true });
      await run("custom-field create", { reseller_uuid, name, type: "text" });
      await run("custom-field create", { reseller_uuid, name: "another", type: "text" });
      await run("custom-field list", { reseller_uuid });
      await run("business set-plan", { business_uuid: business, plan_uuid: plan.uuid });
      await run("check list", { website_uuid: website });
      const { requested_at } = await run("audit run", { website_uuid: website });
      await run("audit result", { website_uuid: website, requested_at });
    });
    expectExactly(adminAccess, seen);
  });
});

type Request = Parameters<typeof call>;

/** Everything that can be asked of a group, the deletion last. */
function requestsTo(group: GroupName, estate: Estate): Request[] {
  const query = { userUuid: estate.user, businessUuid: estate.business };
  const withWebsite = { ...query, websiteUuid: estate.website };
  const hostname = "https://example.com";
  const custom_fields = [{ Region: "North" }];
  const requests: Record<GroupName, Request[]> = {
    users: [["GET /v1/users"]],
    onboarding: [["POST /v1/onboarding", { body: onboardingBody() }]],
    businesses: [
      ["POST /v1/businesses", { query, body: { ...businessBody, custom_fields } }],
      ...crud("businesses", "business", { name: "New", custom_fields }),
    ],
    websites: [
      ["POST /v1/websites", { query, body: { hostname } }],
      ...crud("websites", "website", { hostname }),
    ],
    competitors: [
      ["POST /v1/competitors", { query, body: { hostname } }],
      ...crud("competitors", "competitor", { name: "New" }),
    ],
    plans: [["GET /v1/plans"]],
    feedItems: [["GET /v1/feed-items", { query: withWebsite }]],
    webhooks: [
      ["POST /v1/webhooks", { body: { hostname } }],
      ["GET /v1/webhooks"],
      ["DELETE /v1/webhooks/{webhook_uuid}", { uuid: estate.webhook }],
    ],
  };
  return requests[group];

  function crud(
    path: string,
    record: "business" | "website" | "competitor",
    body: object,
  ): Request[] {
    const one = `/v1/${path}/{${record}_uuid}`;
    const uuid = estate[record];
    return [
      [`GET /v1/${path}`, { query }],
      [`GET ${one}`, { uuid }],
      [`PATCH ${one}`, { uuid, body }],
      [`DELETE ${one}`, { uuid }],
    ];
  }
}
