import { Erasure, type ErasureRecord, type OwnedKind, ownedKinds } from "../entities/erasure.ts";
import type { OwnedKey } from "../table/entity.ts";
import { type Write, write } from "../table/transact.ts";
import { timestamp } from "../time.ts";

/** Whether a user was erased, or is being erased: nothing may bring it back. */
export async function isErased({ reseller_uuid, uuid }: OwnedKey): Promise<boolean> {
  const { data } = await Erasure.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data !== null;
}

/** By then the clean-up has usually taken what belongs to the user out of its lists. */
const WAITS_SECONDS = 120;

/** The write that begins a user's erasure; it fails if that was begun before. */
export function beginErasure({ reseller_uuid, uuid }: OwnedKey): Write {
  const requested_at = timestamp();
  const due_at = timestamp(new Date(Date.now() + WAITS_SECONDS * 1000));
  const erasure = { reseller_uuid, uuid, requested_at, due_at, passes: 0, found: {} };
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

/** The uuids that an erasure has found, by their kind. */
export type Found = Record<OwnedKind, string[]>;

const UUID_BYTES = 16;
const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The uuids that an erasure has noted. */
export function unpackFound({ found }: Pick<ErasureRecord, "found">): Found {
  const unpacked = ownedKinds.map((kind) => {
    const all = Buffer.from(found[kind] ?? []).toString("hex");
    const uuids = all.match(/.{32}/g) ?? [];
    return [kind, uuids.map((each) => each.replace(HYPHENS, "$1-$2-$3-$4-$5"))];
  });
  return Object.fromEntries(unpacked);
}

/** The uuids as an erasure notes them. */
export function packFound(found: Found): ErasureRecord["found"] {
  const packed = ownedKinds.map((kind) => [
    kind,
    Buffer.from([...new Set(found[kind])].join("").replaceAll("-", ""), "hex"),
  ]);
  return Object.fromEntries(packed);
}

/** How many records of a kind belonged to an erased user. */
export function countFound({ found }: Pick<ErasureRecord, "found">, kind: OwnedKind): number {
  return (found[kind]?.length ?? 0) / UUID_BYTES;
}
