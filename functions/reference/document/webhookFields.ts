/** What the fields of webhooks, their deliveries and events mean, as in `fields.ts`. */
export const webhookFields: Readonly<Record<string, string>> = {
  // Webhooks
  endpoint: "The URL that events are sent to, at a public address, on port 80 or 443.",
  "createWebhook.hostname": "The URL that events are sent to: another name of `endpoint`.",
  events: "The types of event that it gets; `null` or absent: all.",
  "createWebhook.events": "The types of event that it gets; absent: all.",
  disabled_at: "Since when nothing is sent to it; `null`: it is enabled.",
  disabled_reason:
    "`gone`: it answered 410. `failing`: nothing but failures for five days. `operator`: the provider. `null`: it is enabled.",
  failing_since: "Since when it only fails; `null`: it does not.",
  secret: "What deliveries are signed with.",
  retired: "The secrets that it replaced and that sign as well.",
  until: "Until when.",
  event_id: "The event's id: the header `webhook-id`.",
  "Delivery.type": "The event's type.",
  "Delivery.status":
    "`pending` waits for its next attempt, `delivered` was answered 2xx, `failed` had its last attempt.",
  "WholeDelivery.type": "The event's type.",
  "WholeDelivery.status":
    "`pending` waits for its next attempt, `delivered` was answered 2xx, `failed` had its last attempt.",
  "WholeDelivery.body": "The event: what is sent, as JSON.",
  attempts: "What came of each attempt, oldest first; of many the last ones.",
  next_attempt_at:
    "When it is tried next, or could be once its endpoint takes deliveries again; `null`: not again, or not while the webhook is disabled.",
  "DeliveryAttempt.at": "When it was made.",
  "DeliveryAttempt.status": "The status that the endpoint answered; `null`: there was no answer.",
  "DeliveryAttempt.error":
    "Why there was no answer: `timeout`, `refused`, `tls` …, or `blocked` where nothing is sent; `null`: there was one.",
  "DeliveryAttempt.duration_ms": "How long it took, in milliseconds.",
  "DeliveryAttempt.response": "The first kilobyte of the answer, as text.",
  "listDeliveries.status": "Only deliveries with this status.",
  "listDeliveries.type": "Only deliveries of this type of event.",
  since: "From when on deliveries are sent again.",
  "replayDeliveries.status": "Only deliveries with this status; `null` or absent: all.",

  // Events
  "Event.type": "What has happened.",
  "Event.timestamp": "When it happened.",
  "Event.sequence":
    "Which change of the resource it is: of two events of a resource, the later one has the higher number.",
  "Event.data":
    "The resource as the API answers it, after a deletion as it was last. Where the body would be longer than 20,000 bytes: its identifiers and, as `url`, the path where the API answers it.",
  "Identifiers.url": "The path where the API answers the resource.",
};
