import { newEvent, type ServiceEvent } from "../../../functions/events/event.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";

export interface Load {
  /** The endpoint's port. */
  port: number;
  /** Calls of the function in each turn, messages of a call, events of a message. */
  calls: number;
  messages: number;
  events: number;
  /** The webhooks of the messages of a call. */
  webhooks: number;
  /** Whether the webhooks of each call have addresses that no other call has. */
  fresh?: boolean;
}

/** An event of usual size. */
export function makeEvent(reseller_uuid: string): ServiceEvent {
  const now = timestamp();
  return newEvent(reseller_uuid, {
    type: "website.updated",
    timestamp: now,
    sequence: 2,
    data: {
      uuid: newUuid(),
      hostname: "https://www.example.com/shop",
      business_uuid: newUuid(),
      created_at: now,
      updated_at: now,
      is_hostname_up: true,
    },
  });
}

/** The URL of an endpoint: all of 127.0.0.0/8 is this machine. */
export function endpointUrl(index: number, port: number): string {
  return `http://127.1.${(index >> 8) & 255}.${index & 255}:${port}/webhook`;
}
