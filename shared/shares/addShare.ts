import type { ResellerRecord } from "../entities/reseller.ts";
import { type ShareRecord, slugKey } from "../entities/share.ts";
import { findStored } from "../entities/storedValue.ts";
import { businesses } from "../lists/businesses.ts";
import { createListed } from "../lists/createListed.ts";
import { limitOf } from "../lists/recordLimits.ts";
import { shares, slugCreation } from "../lists/shares.ts";
import { users } from "../lists/users.ts";
import { websites } from "../lists/websites.ts";
import { randomToken } from "../platform/apiKey.ts";
import { ValidationFailed } from "../platform/errors.ts";
import { checkOnly, type Write } from "../platform/table/transact.ts";

type NewShare = Pick<ShareRecord, "kind" | "about" | "about_uuid" | "business_uuid" | "user_uuid"> &
  Partial<Pick<ShareRecord, "slug" | "language" | "from" | "to" | "expires_at">>;

interface Options {
  /** Without it, the share has a new one. */
  uuid?: string;
  also?: (record: ShareRecord) => Write[];
}

/**
 * Creates a share and returns its slug; undefined if the reseller does not exist. Throws ValidationFailed if the
 * reseller has reached its limit or the slug is in use, and TooBusy if the website or business does not exist.
 */
export async function addShare(
  reseller: ResellerRecord,
  { slug: chosen, ...share }: NewShare,
  { also = () => [], ...options }: Options = {},
): Promise<string | undefined> {
  const slug = chosen ?? randomSlug();
  const record = await createListed(
    shares,
    { reseller_uuid: reseller.uuid },
    {
      ...options,
      attributes: { ...share, slug },
      limit: limitOf(reseller, "max_shares", `${share.about}_uuid`),
      also: async (record) => {
        if (chosen) await assertFree(chosen);
        return [existing(record), slugCreation(slug, record), ...also(record)];
      },
    },
  );
  return record?.slug;
}

/** Throws ValidationFailed if the slug leads to a share. */
export async function assertFree(slug: string) {
  if (await findStored(slugKey(slug)))
    throw new ValidationFailed({ slug: { unique: "Slug is already in use" } });
}

/** A slug that nobody can guess. */
export function randomSlug(): string {
  return randomToken().toLowerCase().slice(-22);
}

/** Checks that the record still exists when the share is made. */
function existing({ reseller_uuid, about, about_uuid: uuid }: ShareRecord) {
  const { entity } = about === "website" ? websites : about === "user" ? users : businesses;
  return checkOnly(entity.remove({ reseller_uuid, uuid }));
}
