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
      shard: { type: "number", required: true },
      due_at: text,
      /** While a worker is at it, until when nobody else begins. */
      claimed_until: optionalText,
      /** The last results, newest first. */
      results: { type: CustomAttributeType<CheckResult[]>("any"), required: true },
      /** What the kind of check remembers from one time to the next. */
      memory: { type: CustomAttributeType<Record<string, unknown>>("any"), required: true },
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

export type CheckRecord = EntityItem<typeof Check>;
