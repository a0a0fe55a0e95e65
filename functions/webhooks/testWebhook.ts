import { requestTestEvent } from "../../shared/deliveries/changeWebhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { done } from "../../shared/http/responses.ts";

/** The event reaches this webhook only, also when it is disabled or asked for other types. */
export const testWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid }) {
    const event_id = await requestTestEvent({ reseller_uuid, uuid });
    return done("Test event requested", { event_id });
  },
});
