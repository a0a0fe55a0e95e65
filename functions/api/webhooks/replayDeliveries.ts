import * as z from "zod/mini";
import { deliveryStatuses } from "../../../shared/entities/delivery.ts";
import type { Replay } from "../../../shared/entities/webhook.ts";
import { described } from "../../../shared/fields/described.ts";
import { oneOf, timestampParameter } from "../../../shared/fields/validationErrors.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { CREATED_AT, time } from "../../../shared/resources/schemas.ts";
import { requestReplay } from "../../../shared/webhooks/replay.ts";

/** Replays all deliveries since a time; the log of deliveries shows the progress. */
export const replayDeliveries = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/replay",
  id: "replayDeliveries",
  summary: "Send all deliveries since a time again",
  details: "Sends them with the same event ids; the log shows the progress.",
  response: () =>
    doneOf(
      "Deliveries will be sent again",
      z.strictObject({
        since: described(time, "Deliveries of this time or later are sent again.", CREATED_AT),
        status: described(
          z.nullable(z.enum(deliveryStatuses)),
          "Only deliveries with this status; `null` for all.",
          "failed",
        ),
      }),
    ),
  query: z.object({
    since: described(
      timestampParameter("Since"),
      "Deliveries of this time or later are sent again.",
      "2026-11-20T09:30:00+00:00",
    ),
    status: described(
      z.optional(oneOf("Status", deliveryStatuses)),
      "Only deliveries with this status.",
      "failed",
    ),
  }),
  async answer({ reseller_uuid, uuid, query, keep }) {
    const key = { reseller_uuid, uuid };
    return answerOf(await requestReplay(key, query, (replay) => keep(answerOf(replay))));
  },
});

function answerOf({ since, status }: Replay) {
  return done("Deliveries will be sent again", { since, status: status ?? null });
}
