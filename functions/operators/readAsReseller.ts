import * as z from "zod/mini";
import type { Endpoint } from "../../shared/http/endpoint.ts";
import type { RouteKey } from "../../shared/routes.ts";
import { fetchAccount } from "../account/fetchAccount.ts";
import { listAccountBusinesses } from "../account/listAccountBusinesses.ts";
import { listAccountWebsites } from "../account/listAccountWebsites.ts";
import { fetchBusiness } from "../businesses/fetchBusiness.ts";
import { listBusinesses } from "../businesses/listBusinesses.ts";
import { fetchBusinessDigest } from "../digests/fetchBusinessDigest.ts";
import { listFeedItems } from "../feedItems/listFeedItems.ts";
import { listFindings } from "../findings/listFindings.ts";
import { listShares } from "../shares/listShares.ts";
import { fetchUser } from "../users/fetchUser.ts";
import { listUsers } from "../users/listUsers.ts";
import { fetchDelivery } from "../webhooks/fetchDelivery.ts";
import { fetchWebhook } from "../webhooks/fetchWebhook.ts";
import { listDeliveries } from "../webhooks/listDeliveries.ts";
import { listWebhooks } from "../webhooks/listWebhooks.ts";
import { fetchUptime } from "../websites/fetchUptime.ts";
import { fetchWebsite } from "../websites/fetchWebsite.ts";
import { listMaintenanceWindows } from "../websites/listMaintenanceWindows.ts";
import { asReseller } from "./asReseller.ts";
import { command, WrongInput } from "./command.ts";
import { reseller_uuid } from "./naming.ts";
import { requireReseller } from "./reseller.ts";

/** What the console reads. Nothing here tells a secret. */
const endpoints: { [Route in RouteKey]?: Endpoint } = {
  "GET /v1/account": fetchAccount,
  "GET /v1/account/websites": listAccountWebsites,
  "GET /v1/account/businesses": listAccountBusinesses,
  "GET /v1/users": listUsers,
  "GET /v1/users/{user_uuid}": fetchUser,
  "GET /v1/businesses": listBusinesses,
  "GET /v1/businesses/{business_uuid}": fetchBusiness,
  "GET /v1/businesses/{business_uuid}/digest": fetchBusinessDigest,
  "GET /v1/websites/{website_uuid}": fetchWebsite,
  "GET /v1/websites/{website_uuid}/uptime": fetchUptime,
  "GET /v1/websites/{website_uuid}/maintenance-windows": listMaintenanceWindows,
  "GET /v1/findings": listFindings,
  "GET /v1/feed-items": listFeedItems,
  "GET /v1/shares": listShares,
  "GET /v1/webhooks": listWebhooks,
  "GET /v1/webhooks/{webhook_uuid}": fetchWebhook,
  "GET /v1/webhooks/{webhook_uuid}/deliveries": listDeliveries,
  "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}": fetchDelivery,
};

const texts = z.optional(z.record(z.string(), z.string("Each value must be a text.")));

/** What a reseller's GET answers, for the operators' console. */
export const readAsReseller = command(
  { reseller_uuid, route: z.string("The route must be a text."), path: texts, query: texts },
  async ({ reseller_uuid, route, path = {}, query = {} }) => {
    await requireReseller(reseller_uuid);
    const endpoint = Object.hasOwn(endpoints, route) ? endpoints[route as RouteKey] : undefined;
    if (!endpoint) throw new WrongInput(`The console does not read ${route}.`);
    return await asReseller(reseller_uuid, endpoint, { path, query });
  },
);
