import type { ResellerRecord } from "../entities/reseller.ts";
import type { ShareRecord } from "../entities/share.ts";
import { businesses } from "../lists/businesses.ts";
import { createListed } from "../lists/createListed.ts";
import { limitOf } from "../lists/recordLimits.ts";
import { shares, tokenCreation } from "../lists/shares.ts";
import { users } from "../lists/users.ts";
import { websites } from "../lists/websites.ts";
import { identifyApiKey, randomToken } from "../platform/apiKey.ts";
import { type Write, write } from "../platform/table/transact.ts";

type NewShare = Pick<ShareRecord, "kind" | "about" | "about_uuid" | "business_uuid" | "user_uuid"> &
  Partial<Pick<ShareRecord, "language" | "from" | "to" | "expires_at">>;

interface Options {
  /** Without it, the share has a random token. */
  slug?: string | undefined;
  /** Without it, the share has a new one. */
  uuid?: string;
  /** Throws if the share must not be made. */
  check?: () => Promise<void>;
  also?: (record: ShareRecord) => Write[];
}

/**
 * Creates a share and returns its slug or token; undefined if the reseller does not exist. Throws ValidationFailed if the
 * reseller has reached its limit, and TooBusy if the website or business does not exist.
 */
export async function addShare(
  reseller: ResellerRecord,
  share: NewShare,
  { slug, also = () => [], ...options }: Options,
): Promise<string | undefined> {
  const token = slug ?? randomToken();
  const named = slug === undefined ? { token_uuid: identifyApiKey(token).uuid } : { slug };
  const record = await createListed(
    shares,
    { reseller_uuid: reseller.uuid },
    {
      ...options,
      attributes: { ...share, ...named },
      limit: limitOf(reseller, "max_shares", `${share.about}_uuid`),
      also: (record) => [existing(record), tokenCreation(token, record), ...also(record)],
    },
  );
  return record && token;
}

/** A slug that nobody can guess. It is stored, unlike a token, so that the address can be shown again. */
export function randomSlug(): string {
  return randomToken().toLowerCase().slice(-22);
}

/** Checks that the record still exists when the share is made. */
function existing({ reseller_uuid, about, about_uuid: uuid }: ShareRecord) {
  const { entity } = about === "website" ? websites : about === "user" ? users : businesses;
  return write(entity, (each) =>
    each
      .check({ reseller_uuid, uuid })
      .where(({ revision }, { exists }) => exists(revision))
      .commit(),
  );
}
