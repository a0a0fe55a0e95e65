import * as z from "zod/mini";
import {
  errorSchema,
  gatewayErrorSchema,
  pageMetaSchema,
  validationErrorSchema,
} from "../../../shared/http/envelopes.ts";
import {
  auditRequestSchema,
  feedItemSchema,
  maintenanceWindowSchema,
  uptimeSchema,
} from "../../../shared/resources/monitoringSchemas.ts";
import {
  accountSchema,
  accountWebsiteSchema,
  addressSchema,
  businessSchema,
  competitorSchema,
  customFieldSchema,
  customFieldValueSchema,
  onboardedUserSchema,
  plainBusinessSchema,
  planSchema,
  userSchema,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";
import {
  deliveryAttemptSchema,
  deliverySchema,
  webhookSchema,
  webhookSecretSchema,
  webhookStateSchema,
  wholeDeliverySchema,
} from "../../../shared/resources/webhookSchemas.ts";
import { feedItemTypes } from "../../audit/feedItemTypes.ts";

/** What takes the place of `data` in an event that would be longer than 20,000 bytes. */
export const identifiersSchema = z.looseObject({ uuid: z.uuid(), url: z.string() });

/** The name of each type of feed item: `BrokenLinksFeedItem` of `broken_links`. */
export const feedItemNames = Object.fromEntries(
  Object.keys(feedItemTypes).map((type) => [type, `${pascal(type)}FeedItem`]),
);

const feedItems = Object.entries(feedItemTypes).flatMap(([type, { category, data }]) => {
  const item = z.extend(feedItemSchema, {
    category: z.literal(category),
    type: z.literal(type),
    status: z.enum(["info", "success", "warning", "error"]),
    data,
  });
  return [
    [`${pascal(type)}FeedItem`, item],
    [`${pascal(type)}Data`, data],
  ] as const;
});

/** The schemas that have a name in the document. */
export const components: Readonly<Record<string, z.ZodMiniType>> = {
  Account: accountSchema,
  User: userSchema,
  OnboardedUser: onboardedUserSchema,
  Business: businessSchema,
  PlainBusiness: plainBusinessSchema,
  CustomFieldValue: customFieldValueSchema,
  CustomField: customFieldSchema,
  Address: addressSchema,
  Website: websiteSchema,
  AccountWebsite: accountWebsiteSchema,
  MaintenanceWindow: maintenanceWindowSchema,
  AuditRequest: auditRequestSchema,
  Uptime: uptimeSchema,
  Competitor: competitorSchema,
  Plan: planSchema,
  FeedItem: feedItemSchema,
  Webhook: webhookSchema,
  WebhookState: webhookStateSchema,
  WebhookSecret: webhookSecretSchema,
  Delivery: deliverySchema,
  WholeDelivery: wholeDeliverySchema,
  DeliveryAttempt: deliveryAttemptSchema,
  PageMeta: pageMetaSchema,
  Identifiers: identifiersSchema,
  Error: errorSchema,
  ValidationError: validationErrorSchema,
  GatewayError: gatewayErrorSchema,
  ...Object.fromEntries(feedItems),
};

for (const [id, schema] of Object.entries(components)) z.globalRegistry.add(schema, { id });

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
