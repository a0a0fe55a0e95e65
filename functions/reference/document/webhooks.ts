import * as z from "zod/mini";
import { eventCatalogue, eventData } from "../../../shared/events/catalogue.ts";
import { type EventType, eventTypes } from "../../../shared/events/eventTypes.ts";
import { examples } from "../../../shared/events/examples.ts";
import { time } from "../../../shared/resources/schemas.ts";
import { identifiersSchema } from "./components.ts";
import { describeFields } from "./describeFields.ts";
import type { Convert } from "./operations.ts";

/** The headers of a delivery, as Standard Webhooks 1.0.0 has them. */
const headers = [
  ["webhook-id", "The event's id: the same in each attempt and replay.", "evt_5f0c1b6a7d2e5c3f"],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970.", "1795356300"],
  [
    "webhook-signature",
    "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; one for each valid secret, with spaces between.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
] as const;

/** The Path Items of the events, by type. */
export function webhooksOf(convert: Convert) {
  return Object.fromEntries(
    eventTypes.map((type) => [type, { post: eventOperation(type, convert) }]),
  );
}

function eventOperation(type: EventType, convert: Convert) {
  const { when, resource } = eventCatalogue[type];
  const event = z.strictObject({
    type: z.literal(type),
    timestamp: time,
    sequence: z.int(),
    data: z.union([eventData[resource], identifiersSchema]),
  });
  return {
    operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}`,
    summary: `${when.charAt(0).toUpperCase()}${when.slice(1)}`,
    tags: ["Events"],
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
          schema: describeFields(convert(event, "output"), "Event"),
          example: examples[type],
        },
      },
    },
    responses: {
      "2XX": { description: "You have it. Answer within 15 seconds, and do the work afterwards." },
      "410": { description: "You want no more: the webhook is disabled." },
      "4XX": { description: "Tried again later, like anything else but 2xx and 410." },
    },
  };
}
