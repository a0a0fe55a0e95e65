import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, index, ofWebsite, optionalText, primary, text } from "../platform/table/entity.ts";

/** What a plan may have done for a website, at intervals. */
export type CheckKind = "uptime" | "audit";

/** What an audit found, as operators see it. */
export interface CheckResult {
  at: string;
  outcome: string;
  /** Milliseconds. */
  duration: number;
}

/** What the audit of a website remembers until the next one. */
export interface AuditMemory {
  /** By type, the last feed item: another one is written when it says something else. */
  written: Record<string, WrittenItem>;
  /** The uuids of findings whose faults only count if the next audit finds them as well. */
  suspects?: readonly string[];
  /** Why the website could not be read at first. */
  unreadable?: { reason: string; since: string };
  /** The languages of pages whose spelling cannot be checked. */
  unsupported_languages?: string[];
}

interface WrittenItem {
  /** Of the item's status and data. */
  digest: string;
  at: string;
}

/**
 * The audits of a website: when the next one is due, and the last results. A worker that has done it moves
 * `due_at` on the condition that it is still the time that the message named. A message that comes twice
 * or late therefore changes nothing.
 */
export const Check = entity(
  "check",
  {
    ...ofWebsite,
    kind: { type: ["audit"] as const, required: true },
    business_uuid: text,
    hostname: text,
    /** The shard of the due index. */
    shard: { type: "number", required: true },
    /** When the audit is due; `NEVER` while the website is deleted. */
    due_at: text,
    /** When an audit last read the website. */
    crawled_at: optionalText,
    /** When the reseller last asked for an audit, which is allowed once an hour. */
    asked_at: optionalText,
    /** The last results, newest first. */
    results: { type: CustomAttributeType<CheckResult[]>("any"), required: true },
    memory: { type: CustomAttributeType<Partial<AuditMemory>>("any"), required: true },
  },
  {
    ofWebsite: primary("reseller#${reseller_uuid}#website#${uuid}#checks", "${kind}"),
    due: index("gsi1", "due#${kind}#${shard}", "${due_at}#${uuid}"),
  },
);

export type CheckRecord = EntityItem<typeof Check>;
