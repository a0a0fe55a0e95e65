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
  /** The outcome by region, if other regions were asked. */
  elsewhere?: Record<string, string>;
}

/** Seconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

/** Seconds by hour; an hour is named by its number since 1970. */
export type SecondsByHour = Record<string, number>;

/** What the uptime check of a website remembers. Times are seconds since 1970. */
export interface UptimeMemory {
  state: "up" | "suspect" | "down" | "recovering";
  /** Since when every probe fails, or since when the website answers again. */
  since?: number;
  first_checked_at?: number;
  /** When a probe last said whether it is up. */
  checked_at?: number;
  /** The first round of a website that joined a bucket: the time until then counts as observed in advance. */
  observed_until?: number | undefined;
  /** Confirmed downtimes of the last days, oldest first; the last one is open while it is down. */
  downtimes: { from: number; to?: number }[];
  /** Gaps of the last days, oldest first. A downtime ends where a gap begins. */
  gaps?: Period[];
  /** What counted as down in the last days, confirmed or not, before `since`; without it, `downtimes`. */
  down?: SecondsByHour;
  /** What lies in gaps in the last days; without it, `gaps`. */
  unseen?: SecondsByHour;
  /** The failures of the last hour that no downtime followed. */
  failed?: number[] | undefined;
  /** Since when the website is unstable. */
  unstable_since?: number | undefined;
  /** Since when the website is shown as down, with gaps in between. */
  down_since?: number;
  /** Whether only failures were seen so far, of which none is confirmed: it is shown as not checked yet. */
  is_undecided?: true | undefined;
  /** Whether the website is shown as paused. */
  is_paused?: boolean | undefined;
  /** The URL that answered last, of the two that a host name without a scheme stands for. */
  url?: string;
  /** The number of failures that were discarded since the website last answered. */
  discarded?: number;
}

/** The sums of a website's probes. */
export interface Tally {
  /** Probes; the API calls them looks. */
  looks: number;
  failures: number;
  /** Seconds. */
  observed: number;
  /** Seconds that count as down by a former host name. */
  down?: number;
  /** The number of answers by class of duration (`functions/monitoring/durationClasses.ts`). */
  times: Record<string, number>;
}

/** What the audit of a website remembers until the next one; the memories of analysers by their names. */
export interface AuditMemory extends Record<string, unknown> {
  /** By type, the last feed item: another one is written when it says something else. */
  written: Record<string, WrittenItem>;
  /** The languages of pages whose spelling cannot be checked. */
  unsupported_languages?: string[];
}

interface WrittenItem {
  /** Of the item's status and data. */
  digest: string;
  at: string;
  /** Of the summary: its place in the feed. */
  sequence?: number;
}

/**
 * What a round needs of a website: its interval, host name and the URL that answered last. A website
 * keeps it while it is checked separately, because its daily figures include former rounds.
 */
export interface RoundTarget {
  minutes: number;
  hostname: string;
  url: string;
  /** Since when the rounds of this interval count, in seconds since 1970, if it had another one before. */
  since?: number;
}

/** The memory of each kind of check; empty before the first one. */
interface CheckMemory {
  uptime: Partial<UptimeMemory>;
  audit: Partial<AuditMemory>;
}

/**
 * A check of a website: when it is due next, and the last results. A worker that has done the check moves
 * `due_at` on the condition that it is still the time that the message named. A message that comes twice
 * or late therefore changes nothing.
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
      /** The shard of the due index: of separate checks, or of its interval's buckets. */
      shard: { type: "number", required: true },
      /** When the check is due. In a bucket: its position, by which the index orders websites, and a time (`placeInIndex`). */
      due_at: text,
      target: { type: CustomAttributeType<RoundTarget>("any") },
      /** By day (`2026-01-31`), the sums of the probes that were not part of a round. */
      tallies: { type: CustomAttributeType<Record<string, Tally>>("any") },
      /** The last day whose figures were written by the website's own check. */
      folded: optionalText,
      /** When an audit last read the website. */
      crawled_at: optionalText,
      /** When the reseller last asked for an audit, which is allowed once an hour. */
      asked_at: optionalText,
      /** When a check that was put off was due at first. */
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
