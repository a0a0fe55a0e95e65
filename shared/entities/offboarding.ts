import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/**
 * How far an offboarding is: its export is written, its data are kept, or erased, or were; or the reseller came
 * back, and its webhooks are being enabled, or the files of the export deleted.
 */
const offboardingStates = [
  "exporting",
  "kept",
  "erasing",
  "erased",
  "returning",
  "returned",
] as const;

const count = { type: "number", required: true } as const;

/**
 * The offboarding of a reseller with its sandbox. It has no personal value, and stays: no table that is restored
 * from a backup brings an erased reseller back unawares.
 */
export const Offboarding = new Entity(
  {
    model: { service: "monitoring", entity: "offboarding", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The reseller's, as the due index has it. */
      uuid: text,
      state: { type: offboardingStates, required: true },
      requested_at: text,
      /** When the data are erased, unless the reseller comes back; the export is complete before. */
      erase_at: text,
      /** When the next step is due, or the claim of a worker ends; `NEVER` after the last one. */
      due_at: text,
      /** Where the next part of the export begins. */
      place: optionalText,
      parts: count,
      /** How many parts there were at most: earlier exports had the same keys. */
      files: count,
      records: count,
      bytes: count,
      exported_at: optionalText,
      /** How many passes of the erasure were done. */
      passes: count,
      /** When nothing was left, messages that were on their way included. */
      erased_at: optionalText,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#offboarding", ["reseller_uuid"]),
        sk: key("sk", "${uuid}", ["uuid"]),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#offboarding#0", []),
        sk: key("gsi1sk", "${due_at}#${uuid}", ["due_at", "uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type OffboardingRecord = EntityItem<typeof Offboarding>;

/** The key of a part of a reseller's export: JSON lines, compressed. */
export function offboardingFile(reseller_uuid: string, part: number): string {
  return `offboarding/${reseller_uuid}/${part}.jsonl.gz`;
}
