import { v5 } from "uuid";
import type { EventType } from "./catalogue.ts";

/** Something that has changed, as a reseller's webhooks are told of it. */
export interface ServiceEvent {
  /** Made from what changed: the same change, seen twice, is the same event. */
  id: string;
  type: EventType;
  /** When it changed. */
  timestamp: string;
  /** Which change of this resource it is: a later one has a higher number. */
  sequence: number;
  /** The resource as the API returns it; as it was last, where it was deleted. */
  data: { uuid: string } & Record<string, unknown>;
}

/** The namespace of the events' identifiers (RFC 9562, 5.5): any UUID, but always the same one. */
const EVENTS = "0b6f0e0a-6e3c-4d5b-9a55-3f1d4a3c7f10";

/** An event of a reseller's resource. */
export function newEvent(reseller_uuid: string, event: Omit<ServiceEvent, "id">): ServiceEvent {
  const { type, sequence, data } = event;
  const name = [reseller_uuid, type, data.uuid, sequence].join("/");
  return { id: `evt_${v5(name, EVENTS).replaceAll("-", "")}`, ...event };
}
