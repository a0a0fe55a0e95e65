import * as z from "zod/mini";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { CustomFields, type CustomFieldsRecord } from "../../../shared/entities/customFields.ts";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { optional } from "../../../shared/fields/described.ts";
import { anyText, businessName } from "../../../shared/fields/fields.ts";
import {
  parentMissing,
  shortArray,
  uuidParameter,
} from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { offsetOf, pageQuery, paginated } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, fetched, updated } from "../../../shared/http/responses.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { businesses, newBusiness } from "../../../shared/lists/businesses.ts";
import { changeListed, removeListed } from "../../../shared/lists/changeListed.ts";
import { createListed, newListed } from "../../../shared/lists/createListed.ts";
import { hasParent } from "../../../shared/lists/listedKind.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { assertRoom } from "../../../shared/lists/recordLimits.ts";
import {
  NotAuthenticated,
  RecordNotFound,
  ValidationFailed,
} from "../../../shared/platform/errors.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import {
  BUSINESS_BYTES,
  businessBytes,
  presentBusiness,
  presentWithCustomFields,
  readCustomFields,
} from "../../../shared/resources/business.ts";
import { businessSchema, plainBusinessSchema } from "../../../shared/resources/schemas.ts";
import { customFieldEntries, newValues, replacedValues } from "./customFieldValues.ts";

const MAX_PRODUCTS = 100;

/** The body of a business (section 4.4 of the specification). */
const businessBody = z.object({
  name: businessName,
  industry: anyText("Industry"),
  products: shortArray(
    MAX_PRODUCTS,
    `A business can have at most ${MAX_PRODUCTS} products`,
    z.array(anyText("Each product")),
  ),
  custom_fields: optional(
    customFieldEntries,
    "Values of your custom fields: each an object with one key, the field's name. A `select` takes one of its options. A new business needs every required field; a change keeps the values that are not sent, and an empty string clears a `select`.",
  ),
});

export const listBusinesses = endpoint({
  route: "GET /v1/businesses",
  id: "listBusinesses",
  summary: "List the businesses of a user",
  details: "Oldest first. The list is empty if the user does not exist.",
  response: () => pageOf(businessSchema),
  query: z.object({ userUuid: uuidParameter("userUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const user = { reseller_uuid, user_uuid: query.userUuid };
    const { records, total } = await readPage(businesses, user, offsetOf(query));
    // Read after the page, so that every value on it has its custom field.
    const fields = await readCustomFields(reseller_uuid);
    return paginated(event, query, {
      records: records.map((business) => presentWithCustomFields(business, fields)),
      total,
    });
  },
});

/** Reads the business and the reseller's custom fields in one request. */
export const fetchBusiness = endpoint({
  route: "GET /v1/businesses/{business_uuid}",
  id: "fetchBusiness",
  summary: "Fetch a business",
  response: () => fetchedOf(businessSchema),
  async answer({ reseller_uuid, uuid }) {
    const [business, customFields] = await batchGet(
      lookup<BusinessRecord>(Business, { reseller_uuid, uuid }),
      lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
    );
    if (!business || !(await hasParent(businesses, business)))
      throw new RecordNotFound("businesses");
    return fetched(presentWithCustomFields(business, customFields?.fields ?? []));
  },
});

export const createBusiness = postEndpoint({
  route: "POST /v1/businesses",
  id: "createBusiness",
  summary: "Add a business to a user",
  details:
    "The business gets your default plan. The number of your businesses is limited: rule `max`. A business takes at most 30,000 bytes of JSON with its custom field values, where quotation marks and backslashes count twice: rule `length`.",
  response: () => doneOf("Business created", businessSchema),
  exampleBody: { name: "Example Bakery", industry: "Bakery", products: ["bread"] },
  query: z.object({ userUuid: uuidParameter("userUuid") }),
  body: businessBody,
  async answer({ reseller_uuid, query, body, keep }) {
    const { custom_fields = [], ...own } = body;
    const [[reseller, customFields], counts] = await Promise.all([
      batchGet(
        lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
        lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
      ),
      readCounts(reseller_uuid),
    ]);
    if (!reseller) throw new NotAuthenticated();
    assertRoom(reseller, counts, { max_businesses: "name" });
    const fields = customFields?.fields ?? [];
    const attributes = newBusiness({
      ...own,
      plan_uuid: reseller.default_plan_uuid,
      custom_field_values: newValues(custom_fields, fields),
    });
    const place = { reseller_uuid, user_uuid: query.userUuid };
    assertSize(newListed({ place, sequence: 0, attributes }), body);
    const business = await createListed(businesses, place, {
      attributes,
      also: (record) => keep(created("Business", presentWithCustomFields(record, fields))),
    });
    if (!business) throw parentMissing("userUuid");
  },
});

export const updateBusiness = endpoint({
  route: "PATCH /v1/businesses/{business_uuid}",
  id: "updateBusiness",
  summary: "Change a business",
  details:
    "Changes the fields and custom fields that are sent, and keeps the rest. The answer has no `custom_field_values`. The size is limited as at the creation.",
  response: () => doneOf("Business updated", plainBusinessSchema),
  exampleBody: { name: "The Bakery" },
  body: z.partial(businessBody),
  async answer({ reseller_uuid, uuid, body }) {
    const { custom_fields, ...attributes } = body;
    const key = { reseller_uuid, uuid };
    const business = await changeListed(businesses, key, async (business) => {
      const { custom_field_values: former } = business;
      const custom_field_values =
        custom_fields &&
        replacedValues(former, custom_fields, await readCustomFields(reseller_uuid));
      const set = { ...attributes, ...(custom_field_values && { custom_field_values }) };
      assertSize({ ...business, ...set }, body);
      return { set };
    });
    return updated("Business", presentBusiness(business));
  },
});

/** The fields that can make a business large, the largest first. */
const LARGE = ["products", "custom_fields", "industry"] as const;

/**
 * Throws ValidationFailed when a business would be too large for a page of businesses to be answered. Custom fields,
 * which an operator can change later, have a limit of their own.
 */
function assertSize(business: BusinessRecord, sent: Partial<z.output<typeof businessBody>>) {
  if (businessBytes(business) <= BUSINESS_BYTES) return;
  const field = LARGE.find((name) => sent[name] !== undefined) ?? "name";
  const length = `The business must be <= ${BUSINESS_BYTES} bytes of JSON, with the values of its custom fields; quotation marks and backslashes count twice`;
  throw new ValidationFailed({ [field]: { length } });
}

/**
 * Removes the business at once, and `functions/workers/cleanup` takes away the records that belong to it. All can be
 * restored for 7 days (`shared/customers/keepDeleted.ts`).
 */
export const deleteBusiness = endpoint({
  route: "DELETE /v1/businesses/{business_uuid}",
  id: "deleteBusiness",
  summary: "Delete a business",
  details: "Its websites, competitors and feed items are deleted as well, within seconds.",
  response: () => deletedOf("Business"),
  async answer({ reseller_uuid, uuid }) {
    await removeListed(businesses, { reseller_uuid, uuid });
    return deleted("Business");
  },
});
