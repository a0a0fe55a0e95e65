import { v5 } from "uuid";
import type { DowntimeCause } from "../vocabulary/reasons.ts";
import type { EventType } from "./catalogue.ts";

/** An event: a change of a resource, as it is delivered to the reseller's webhooks. */
export interface ServiceEvent {
  /** Derived from the change, so that a change that is seen twice makes the same event. */
  id: string;
  type: EventType;
  /** When the resource changed. */
  timestamp: string;
  /** Rises with each change of the resource. */
  sequence: number;
  /** The customer: the user and the business that the resource is or belongs to; null without one. */
  user_uuid: string | null;
  business_uuid: string | null;
  /** The downtime of a website that went down, came back or was paused; null if it was not down. */
  downtime?: EventDowntime | null | undefined;
  /** The resource as the API returns it; a deleted one as it was last. */
  data: { uuid: string } & Record<string, unknown>;
}

/** A downtime as events tell it; what is not known is null. */
export interface EventDowntime {
  began_at: string;
  ended_at: string | null;
  cause: DowntimeCause | null;
  /** What a program calls the cause. */
  technical: string | null;
}

/** The namespace of the events' identifiers (RFC 9562, 5.5): an arbitrary UUID that never changes. */
const NAMESPACE = "0b6f0e0a-6e3c-4d5b-9a55-3f1d4a3c7f10";

/** Whom a resource is or belongs to. */
export type EventCustomer = Pick<ServiceEvent, "user_uuid" | "business_uuid">;

type NewEvent = Omit<ServiceEvent, "id" | keyof EventCustomer> & Partial<EventCustomer>;

/** An event of a reseller's resource; without a customer, it belongs to none. */
export function newEvent(reseller_uuid: string, event: NewEvent): ServiceEvent {
  const { type, timestamp, sequence, user_uuid = null, business_uuid = null, ...rest } = event;
  const name = [reseller_uuid, type, rest.data.uuid, sequence].join("/");
  const id = `evt_${v5(name, NAMESPACE).replaceAll("-", "")}`;
  return { id, type, timestamp, sequence, user_uuid, business_uuid, ...rest };
}

const MAX_BODY_BYTES = 20_000;

/** The event with a body of at most 20 kB: larger `data` is replaced by its identifiers. */
export function limitData(event: ServiceEvent): ServiceEvent {
  if (Buffer.byteLength(eventBody(event)) <= MAX_BODY_BYTES) return event;
  const identifiers = Object.entries(event.data).filter(([name]) => /^(\w+_)?uuid$/.test(name));
  return { ...event, data: { ...Object.fromEntries(identifiers), uuid: event.data.uuid } };
}

/** The body of an event as it is signed and sent: all fields except the id, with `data` at the end. */
export function eventBody({ id: _, data, ...surroundings }: ServiceEvent): string {
  return JSON.stringify({ ...surroundings, data });
}
