import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, key, optionalExpiry, optionalText, text } from "../platform/table/entity.ts";

/**
 * A value under a key of its own, which nothing lists: a claim, an answer to keep for some time.
 * The domain that writes it names the key, whose beginning decides who may read it.
 */
export const StoredValue = entity(
  "storedValue",
  {
    pk: text,
    value: { type: CustomAttributeType<unknown>("any") },
    /** Identifies the writer of a claim, which alone may change it. */
    token: optionalText,
    /** Seconds since 1970, while the work of a claim goes on: when others may claim it. */
    lease_epoch: { type: "number" },
    expires_epoch: optionalExpiry,
  },
  {
    byKey: {
      pk: { field: "pk", composite: ["pk"], casing: "none" },
      sk: key("sk", "value"),
    },
  },
);

/** A stored value of a known form. */
export type Stored<Value> = Omit<EntityItem<typeof StoredValue>, "value"> & { value: Value };

/** Reads a stored value consistently; undefined if there is none. */
export async function findStored<Value>(key: { pk: string }): Promise<Stored<Value> | undefined> {
  const { data } = await StoredValue.get(key).go({ consistent: true });
  return (data as Stored<Value> | null) ?? undefined;
}
