import * as z from "zod/mini";
import { described, field, named, nullable } from "../../../shared/fields/described.ts";
import {
  changedFindingsSchema,
  downtimeSchema,
  feedItemSchema,
} from "../../../shared/resources/monitoringSchemas.ts";
import {
  businessSchema,
  CREATED_AT,
  competitorSchema,
  exampleIds,
  time,
  UPDATED_AT,
  userSchema,
  uuid,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";
import { type EventType, eventCatalogue, eventTypes } from "../../../shared/webhooks/catalogue.ts";
import { webhookSchema } from "../../../shared/webhooks/webhookSchemas.ts";
import { describeFields } from "./describeFields.ts";
import { exampleOf } from "./jsonSchema.ts";
import { pascal, type Schemas } from "./nameSchemas.ts";

type Noun<Type extends string = EventType> = Type extends `${infer First}.${string}`
  ? First
  : never;

/** The resource in the `data` of an event, by the first word of its type. */
const resources = {
  business: businessSchema,
  competitor: competitorSchema,
  feed_item: feedItemSchema,
  user: userSchema,
  webhook: webhookSchema,
  website: websiteSchema,
} as const satisfies Record<Noun, z.ZodMiniObject>;

/** Takes the place of `data` in an event that would be longer than 20,000 bytes. */
const identifiersSchema = named(
  "Identifiers",
  z.looseObject({
    uuid: described(uuid, "Identifies the resource."),
  }),
);

function resourceOf(type: EventType) {
  if (type === "website.findings_changed") return changedFindingsSchema;
  return resources[type.split(".")[0] as Noun];
}

/** What an event of these types shows otherwise than the example of the resource. */
const shownOtherwise: Partial<Record<EventType, object>> = {
  "website.down": { is_hostname_up: false },
  "user.suspended": { suspended_at: UPDATED_AT },
};

/** An example body of a type of event. */
export function eventExample(type: EventType) {
  const resource = exampleOf(resourceOf(type)) as {
    created_at?: string;
    updated_at?: string | null;
    changed_at?: string;
  };
  const [noun] = type.split(".") as [Noun];
  const isFirst = /\.(?:created|onboarded|test)$/.test(type);
  const updated_at = isFirst ? resource.updated_at && resource.created_at : UPDATED_AT;
  return {
    type,
    timestamp: isFirst ? CREATED_AT : UPDATED_AT,
    sequence: isFirst ? 1 : 2,
    user_uuid: noun === "webhook" ? null : exampleIds.user,
    business_uuid: noun === "webhook" || noun === "user" ? null : exampleIds.business,
    ...(isOfDowntime(type) && { downtime: downtimeExample(type) }),
    data: { ...resource, ...("updated_at" in resource && { updated_at }), ...shownOtherwise[type] },
  };
}

const withDowntime = ["website.down", "website.up", "website.paused"] as const;

function isOfDowntime(type: EventType): type is (typeof withDowntime)[number] {
  return withDowntime.some((each) => each === type);
}

function downtimeExample(type: (typeof withDowntime)[number]) {
  if (type === "website.paused") return null;
  const ended_at = type === "website.up" ? UPDATED_AT : null;
  return {
    began_at: "2026-11-22T14:00:00+00:00",
    ended_at,
    cause: "http_5xx",
    technical: "http 503",
  };
}

const downtime = nullable(
  named(
    "EventDowntime",
    z.pick(downtimeSchema, { began_at: true, ended_at: true, cause: true, technical: true }),
  ),
  "The downtime that begins or ends; `null` if the website was not down.",
);

/** The headers of a delivery, as Standard Webhooks 1.0.0 has them. */
const headers = [
  ["webhook-id", "The event's id, the same in every attempt and replay.", "evt_5f0c1b6a7d2e5c3f"],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970.", "1795356300"],
  [
    "webhook-signature",
    "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; one for each valid secret, separated by spaces.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
] as const;

/** The Path Items of the events, by type. */
export function webhooksOf(schemas: Schemas) {
  return Object.fromEntries(
    eventTypes.map((type) => [type, { post: eventOperation(type, schemas) }]),
  );
}

function eventOperation(type: EventType, { convert, name }: Schemas) {
  const { when } = eventCatalogue[type];
  const event = z.strictObject({
    type: described(z.literal(type), "The type of the event."),
    timestamp: described(time, "When it happened."),
    sequence: field.int(
      "The number of the change: of two events of the same resource, the later one has the higher number.",
    ),
    user_uuid: nullable(
      uuid,
      "The user that the resource is or belongs to; `null` if it is a webhook, or if the user is not known any more.",
    ),
    business_uuid: nullable(
      uuid,
      "The business that the resource is or belongs to; `null` if it is a user or a webhook.",
    ),
    ...(isOfDowntime(type) && { downtime }),
    data: described(
      z.union([resourceOf(type), identifiersSchema]),
      "The resource as the API answers it; after a deletion, as it was last. If the body would be longer than 20,000 bytes: only its identifiers.",
    ),
  });
  return {
    operationId: `on${pascal(type)}`,
    summary: `${when.charAt(0).toUpperCase()}${when.slice(1)}`,
    description: `Sent when ${when}.`,
    tags: ["Events"],
    // OpenAPI Generator makes calls of them otherwise, which are broken in Python.
    "x-internal": true,
    security: [],
    parameters: headers.map(([name, description, example]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
      example,
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: name(
            `${pascal(type)}Event`,
            describeFields(convert(event, "output"), () => undefined),
          ),
          example: eventExample(type),
        },
      },
    },
    responses: {
      "2XX": {
        description: "You have received it. Answer within 15 seconds, and do the work afterwards.",
      },
      "410": { description: "You want no more events: the webhook is disabled." },
      "4XX": {
        description: "The delivery is tried again later, as after any answer but 2xx and 410.",
      },
    },
  };
}
