import * as z from "zod/mini";
import { addressFields } from "../../shared/fields/address.ts";
import type { PageMeta } from "../../shared/http/envelopes.ts";
import { listBusinesses } from "../businesses/listBusinesses.ts";
import { updateAddress } from "../businesses/updateAddress.ts";
import { listCompetitors } from "../competitors/listCompetitors.ts";
import { listCustomFields } from "../customFields/listCustomFields.ts";
import type { presentDelivery } from "../events/presentDelivery.ts";
import { listFeedItems } from "../feedItems/listFeedItems.ts";
import { listUsers } from "../users/listUsers.ts";
import { updateUser } from "../users/updateUser.ts";
import { fetchDelivery } from "../webhooks/fetchDelivery.ts";
import { listDeliveries } from "../webhooks/listDeliveries.ts";
import { replayDelivery } from "../webhooks/replayDelivery.ts";
import { testWebhook } from "../webhooks/testWebhook.ts";
import { listWebsites } from "../websites/listWebsites.ts";
import { updateWebsite } from "../websites/updateWebsite.ts";
import { asReseller, type ListEndpoint } from "./asReseller.ts";
import { business_uuid } from "./business.ts";
import { command, flag, optionOf, singleSpaced, uuid, WrongInput, wholeNumber } from "./command.ts";
import { reseller_uuid, user_uuid } from "./naming.ts";
import { requireOwned } from "./records.ts";
import { requireChangeable, requireOpenReseller, requireReseller } from "./reseller.ts";
import { webhook_uuid } from "./webhook.ts";
import { requireWebsite, website } from "./website.ts";

const pageError = "--page must be a whole number from 1.";
const page = z._default(z.int(pageError).check(z.gte(1, pageError)), 1);
const limit = z._default(wholeNumber("--limit", 100), 20);
const deliveryFields = { uuid: uuid("The delivery", "delivery list"), webhook_uuid };

const addressNames = Object.keys(addressFields) as (keyof typeof addressFields)[];
/** Normalises white space only: the endpoint validates the field. */
const spaced = z.optional(z.string("The address must be made of texts.").check(singleSpaced()));
const address = Object.fromEntries(addressNames.map((name) => [name, spaced])) as Record<
  keyof typeof addressFields,
  typeof spaced
>;

/**
 * The commands that do what an endpoint of the API does: each finds the record's reseller and calls
 * the endpoint in its name. A list shows a few fields of each record.
 */
export const endpointCommands = {
  "user list": command({ reseller_uuid, page }, async ({ reseller_uuid, page }) => {
    await requireReseller(reseller_uuid);
    const fields = ["uuid", "email", "suspended_at"] as const;
    return await listPage("users", listUsers, { reseller_uuid, page, fields });
  }),
  "business list": command({ user_uuid, page }, async ({ user_uuid, page }) => {
    const { reseller_uuid } = await requireOwned("user", user_uuid);
    const query = { userUuid: user_uuid };
    const fields = ["uuid", "name"] as const;
    return await listPage("businesses", listBusinesses, { reseller_uuid, query, page, fields });
  }),
  "website list": command({ business_uuid, page }, async ({ business_uuid, page }) => {
    const { reseller_uuid } = await requireOwned("business", business_uuid);
    const query = { businessUuid: business_uuid };
    const fields = ["uuid", "hostname", "is_hostname_up"] as const;
    return await listPage("websites", listWebsites, { reseller_uuid, query, page, fields });
  }),
  "competitor list": command({ business_uuid, page }, async ({ business_uuid, page }) => {
    const { reseller_uuid } = await requireOwned("business", business_uuid);
    const query = { businessUuid: business_uuid };
    const fields = ["uuid", "hostname", "name"] as const;
    return await listPage("competitors", listCompetitors, { reseller_uuid, query, page, fields });
  }),
  "custom-field list": command({ reseller_uuid }, async ({ reseller_uuid }) => {
    await requireReseller(reseller_uuid);
    return (await asReseller(reseller_uuid, listCustomFields, {})).data;
  }),
  "feed list": command(
    { website, limit, details: flag("--details") },
    async ({ website: named, limit, details = false }) => {
      const { reseller_uuid, business_uuid, uuid } = await requireWebsite(named);
      const query = { businessUuid: business_uuid, websiteUuid: uuid, per_page: String(limit) };
      const { data } = await asReseller(reseller_uuid, listFeedItems, { query });
      const fields = ["created_at", "type", "status", "uuid"] as const;
      return data.map((item) => pick(item, details ? [...fields, "data"] : fields));
    },
  ),
  "delivery list": command(
    {
      webhook_uuid,
      status: z.optional(z.string("--status must be a text.")),
      type: z.optional(z.string("--type must be a text.")),
      after: z.optional(z.string("--after must be a text.")),
    },
    async ({ webhook_uuid, status, type, after: cursor }) => {
      const { reseller_uuid } = await requireOwned("webhook", webhook_uuid);
      const { data, meta } = await asReseller(reseller_uuid, listDeliveries, {
        path: { webhook_uuid },
        query: { ...(status && { status }), ...(type && { type }), ...(cursor && { cursor }) },
        asOptions: true,
      });
      const [, search] = meta.next_page_url?.split("?") ?? [];
      const next = new URLSearchParams(search).get("cursor");
      return { deliveries: data.map(summarise), next };
    },
  ),
  "delivery show": command(deliveryFields, async ({ uuid: delivery_uuid, webhook_uuid }) => {
    const { reseller_uuid } = await requireOwned("webhook", webhook_uuid);
    const path = { webhook_uuid, delivery_uuid };
    return (await asReseller(reseller_uuid, fetchDelivery, { path })).data;
  }),
  "delivery replay": command(deliveryFields, async ({ uuid: delivery_uuid, webhook_uuid }) => {
    const { reseller_uuid } = await requireChangeable("webhook", webhook_uuid);
    const path = { webhook_uuid, delivery_uuid };
    return (await asReseller(reseller_uuid, replayDelivery, { path })).data;
  }),
  "webhook test": command({ uuid: webhook_uuid }, async ({ uuid: webhook_uuid }) => {
    const { reseller_uuid } = await requireChangeable("webhook", webhook_uuid);
    const path = { webhook_uuid };
    const { data } = await asReseller(reseller_uuid, testWebhook, { path });
    return { uuid: webhook_uuid, ...data };
  }),
  "user suspend": command({ uuid: user_uuid }, ({ uuid }) => setSuspension(uuid, true)),
  "user resume": command({ uuid: user_uuid }, ({ uuid }) => setSuspension(uuid, false)),
  "business set-address": command(
    { uuid: business_uuid, ...address },
    async ({ uuid: business_uuid, ...given }) => {
      const body = Object.fromEntries(
        Object.entries(given).filter(([, text]) => text !== undefined),
      );
      if (Object.keys(body).length === 0) {
        const options = addressNames.map(optionOf).join(", ");
        throw new WrongInput(`Nothing to change: give one or more of ${options}.`);
      }
      const { reseller_uuid, name } = await requireChangeable("business", business_uuid);
      const path = { business_uuid };
      const sent = { path, body, asOptions: true };
      const { data } = await asReseller(reseller_uuid, updateAddress, sent);
      return { uuid: business_uuid, name, ...data };
    },
  ),
  "website set-hostname": command(
    { website, hostname: z.string("Hostname must be a string.") },
    async ({ website: named, hostname }) => {
      const { reseller_uuid, uuid: website_uuid } = await requireWebsite(named);
      await requireOpenReseller(reseller_uuid);
      const sent = { path: { website_uuid }, body: { hostname } };
      return (await asReseller(reseller_uuid, updateWebsite, sent)).data;
    },
  ),
};

interface Listing<Field> {
  reseller_uuid: string;
  query?: Record<string, string>;
  page: number;
  /** The fields of a resource that are shown. */
  fields: readonly Field[];
}

async function listPage<Resource, Field extends keyof Resource>(
  name: string,
  endpoint: ListEndpoint<Resource>,
  { reseller_uuid, query, page, fields }: Listing<Field>,
) {
  const sent = { query: { ...query, page: String(page) } };
  const { data, meta } = await asReseller(reseller_uuid, endpoint, sent);
  return { ...placeOf(meta), [name]: data.map((resource) => pick(resource, fields)) };
}

function placeOf({ total, current_page, last_page }: PageMeta) {
  return { total, page: current_page, last_page };
}

function pick<Resource, Field extends keyof Resource>(
  resource: Resource,
  fields: readonly Field[],
): Pick<Resource, Field> {
  return Object.fromEntries(fields.map((field) => [field, resource[field]])) as Pick<
    Resource,
    Field
  >;
}

async function setSuspension(uuid: string, suspended: boolean) {
  const { reseller_uuid } = await requireChangeable("user", uuid);
  const sent = { path: { user_uuid: uuid }, body: { suspended } };
  const { data } = await asReseller(reseller_uuid, updateUser, sent);
  const { email, suspended_at } = data;
  return { uuid, reseller_uuid, email, suspended_at };
}

/** A delivery in a line: `delivery show` has the rest. */
function summarise({ attempts, ...delivery }: ReturnType<typeof presentDelivery>) {
  const last = attempts.at(-1);
  return {
    uuid: delivery.uuid,
    type: delivery.type,
    status: delivery.status,
    attempts: attempts.length,
    last_answer: last ? (last.status ?? last.error) : null,
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
  };
}
