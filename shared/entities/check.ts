import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** The kinds of check that every website has. */
export const checkKinds = ["uptime", "audit"] as const;
export type CheckKind = (typeof checkKinds)[number];

/** What a check found, as operators see it. */
export interface CheckResult {
  at: string;
  outcome: string;
  /** Milliseconds. */
  duration: number;
  /** By region, what it came to from there, where that was asked. */
  elsewhere?: Record<string, string>;
}

/** Seconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

/** What the uptime check of a website remembers. Times are seconds since 1970. */
export interface UptimeMemory {
  state: "up" | "suspect" | "down" | "recovering";
  /** Since when it fails, or since when it answers again. */
  since?: number;
  first_checked_at?: number;
  /** When a probe last said whether it is up. */
  checked_at?: number;
  /** Of a website that joined a bucket, the time of its first round: until then it counts as observed in advance. */
  observed_until?: number | undefined;
  /** Confirmed downtimes of the last days, oldest first; the last one is open while it is down. */
  downtimes: { from: number; to?: number }[];
  /** Times of the last days in which nobody looked, oldest first. A downtime ends where one begins. */
  gaps?: Period[];
  /** Since when the website is shown as down, with gaps in between. */
  down_since?: number;
  /** The URL that answered last, of the two that a host name without a scheme stands for. */
  url?: string;
  /** How many of its failures in a row were discarded, since it last answered. */
  discarded?: number;
}

/** What the probes of a website came to. */
export interface Tally {
  looks: number;
  failures: number;
  /** Seconds. */
  observed: number;
  /** How many answers took how long, by the classes of `functions/monitoring/tallies.ts`. */
  times: Record<string, number>;
}

/** What the audit of a website remembers until the next one, its analysers' by their names. */
export interface AuditMemory extends Record<string, unknown> {
  /** By type, the last feed item: another one is written when it says something else. */
  written: Record<string, WrittenItem>;
}

export interface WrittenItem {
  /** Of the item's status and data. */
  digest: string;
  at: string;
}

/**
 * What a round has to know of a website: its interval, host name and the URL that answered last. A
 * website keeps it while it is checked on its own schedule, as its days are made up from former rounds.
 */
export interface RoundTarget {
  minutes: number;
  hostname: string;
  url: string;
  /** Since when the rounds of this interval count, in seconds since 1970, if it had another one before. */
  since?: number;
}

/** What each kind of check remembers from one time to the next; nothing before the first one. */
interface CheckMemory {
  uptime: Partial<UptimeMemory>;
  audit: Partial<AuditMemory>;
}

/**
 * A check of a website: when it is due next, and what the last ones found. A worker that has done
 * it moves `due_at` on, on the condition that it is still what the worker was called for: a message
 * that comes twice, or late, then changes nothing.
 */
export const Check = new Entity(
  {
    model: { service: "monitoring", entity: "check", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The website's. */
      uuid: text,
      kind: { type: checkKinds, required: true },
      business_uuid: text,
      hostname: text,
      /** Where the due index has it: a shard of its own schedule, or one of its interval's buckets. */
      shard: { type: "number", required: true },
      /** When it is due; in a bucket, its position and a time, by which the index orders it (`placeInIndex`). */
      due_at: text,
      target: { type: CustomAttributeType<RoundTarget>("any") },
      /** By day (`2026-01-31`), what the probes came to that were not part of a round. */
      tallies: { type: CustomAttributeType<Record<string, Tally>>("any") },
      /** The last day whose figures were written by the website's own check. */
      folded: optionalText,
      /** While a worker is at it, until when nobody else begins. */
      claimed_until: optionalText,
      /** Whose claim that is: a uuid. */
      claimed_by: optionalText,
      /** When an audit last read the website: not again within the hour, also if its host name changes. */
      crawled_at: optionalText,
      /** When its reseller asked for an audit last: once an hour at most. */
      asked_at: optionalText,
      /** When an operator asked for it: then what was found within the hour does not count. */
      requested_at: optionalText,
      /** Of one that was put off, when it was due at first. */
      waiting_since: optionalText,
      /** The last results, newest first. */
      results: { type: CustomAttributeType<CheckResult[]>("any"), required: true },
      memory: { type: CustomAttributeType<CheckMemory[CheckKind]>("any"), required: true },
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${uuid}#checks", [
          "reseller_uuid",
          "uuid",
        ]),
        sk: key("sk", "${kind}", ["kind"]),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#${kind}#${shard}", ["kind", "shard"]),
        sk: key("gsi1sk", "${due_at}#${uuid}", ["due_at", "uuid"]),
      },
    },
  },
  tableConfiguration,
);

/** A check as it is stored, with the memory of its kind. */
export type CheckRecord<Kind extends CheckKind = CheckKind> = Kind extends CheckKind
  ? Omit<EntityItem<typeof Check>, "kind" | "memory"> & { kind: Kind; memory: CheckMemory[Kind] }
  : never;
