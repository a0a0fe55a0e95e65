import { newEvent, type ServiceEvent } from "../../../functions/events/event.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";

export interface Load {
  /** Of the endpoint. */
  port: number;
  /** Calls of the function in each turn, messages of a call, events of a message. */
  calls: number;
  messages: number;
  events: number;
  /** Whom the messages of a call are for. */
  webhooks: number;
  /** The webhooks of each call have addresses of their own, which no other call has. */
  fresh?: boolean;
}

/** An event as large as most are. */
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
