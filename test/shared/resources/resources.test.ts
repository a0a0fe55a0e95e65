import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";
import {
  businessSchema,
  competitorSchema,
  userSchema,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";
import { webhookSchema } from "../../../shared/webhooks/webhookSchemas.ts";
import { call } from "../../support/api.ts";
import {
  businessBody,
  makeCustomFields,
  makeEstate,
  makeFeedItem,
} from "../../support/factories.ts";

const estate = await makeEstate();
const { reseller, user, business, website } = estate;
const { key } = reseller;
await makeCustomFields(reseller, [{ name: "Region", options: ["North"] }, { name: "Manager" }]);
await call("POST /v1/businesses", {
  key,
  query: { userUuid: user },
  body: { ...businessBody, custom_fields: [{ Region: "North" }, { Manager: "Kim" }] },
});
const place = { reseller_uuid: reseller.uuid, business_uuid: business, website_uuid: website };
await makeFeedItem(place);

test.each<[string, z.ZodMiniType, Record<string, string>]>([
  ["users", userSchema, {}],
  ["businesses", businessSchema, { userUuid: user }],
  ["websites", websiteSchema, { businessUuid: business }],
  ["competitors", competitorSchema, { businessUuid: business }],
  ["feed-items", feedItemSchema, { businessUuid: business, websiteUuid: website }],
  ["webhooks", webhookSchema, {}],
])("what is shown of %s is exactly what their schema says", async (noun, schema, query) => {
  const { body } = await call(`GET /v1/${noun}`, { key, query });
  expect(body.data.length).toBeGreaterThan(0);
  for (const resource of body.data) {
    expect(schema.parse(resource)).toEqual(resource);
    for (const name of Object.keys(resource)) {
      const { [name]: _, ...others } = resource;
      expect(schema.safeParse(others).success).toBe(false);
    }
    expect(schema.safeParse({ ...resource, more: 1 }).success).toBe(false);
  }
});
