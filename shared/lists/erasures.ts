import { Erasure } from "../entities/erasure.ts";
import type { OwnedKey } from "../table/entity.ts";
import { type Write, write } from "../table/transact.ts";
import { timestamp } from "../time.ts";

/** Whether a user was erased, or is being erased: nothing may bring it back. */
export async function isErased({ reseller_uuid, uuid }: OwnedKey): Promise<boolean> {
  const { data } = await Erasure.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data !== null;
}

/** The write that begins a user's erasure; it fails if that was begun before. */
export function beginErasure({ reseller_uuid, uuid }: OwnedKey): Write {
  const requested_at = timestamp();
  const erasure = { reseller_uuid, uuid, requested_at, due_at: requested_at, passes: 0, found: {} };
  return write(Erasure, (entity) => entity.create(erasure).commit());
}

/** The write that fails if a user is erased. */
export function isNotErased({ reseller_uuid, uuid }: OwnedKey): Write {
  return write(Erasure, (entity) =>
    entity
      .check({ reseller_uuid, uuid })
      .where(({ requested_at }, { notExists }) => notExists(requested_at))
      .commit(),
  );
}
