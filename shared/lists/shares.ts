import { Reseller } from "../entities/reseller.ts";
import { Share, type SharedView, type ShareRecord, tokenKey } from "../entities/share.ts";
import { StoredValue } from "../entities/storedValue.ts";
import { identifyApiKey } from "../platform/apiKey.ts";
import { batchDelete } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { type Write, write } from "../platform/table/transact.ts";
import { removeListed } from "./changeListed.ts";
import { type ListedKind, sharesOf } from "./listedKind.ts";

/** The shares of a reseller. */
export const shares: ListedKind<ShareRecord> = {
  entity: Share,
  get: (key) => Share.get(key).go({ consistent: true }),
  table: "shares",
  list: sharesOf,
  parent: {
    entity: Reseller,
    key: ({ reseller_uuid }) => ({ uuid: reseller_uuid }),
    counter: "share_sequence",
  },
};

/** The keys of what the token and the slug of a share lead to. */
function tokensOf({ token_uuid, slug }: Partial<Pick<ShareRecord, "token_uuid" | "slug">>) {
  const uuids = [token_uuid, slug === undefined ? undefined : identifyApiKey(slug).uuid];
  return uuids.filter((uuid) => uuid !== undefined).map(tokenKey);
}

/** Removes a share and its tokens. Throws RecordNotFound. */
export async function removeShare(key: OwnedKey): Promise<void> {
  await removeListed(shares, key, tokenRemovals);
}

/** What a token leads to; that of a prospect's page is removed when it expires, in seconds since 1970. */
type Token = Omit<SharedView, "uuid" | "sha256"> & { expires_epoch?: number };

/** The write that has a token or a slug lead to a share; it fails if the slug leads to one already. */
export function tokenCreation(token: string, share: Token): Write {
  return write(StoredValue, (entity) => entity.create(tokenOf(token, share)).commit());
}

/** The same, for a slug that leads to what becomes the share. */
export function tokenReplacement(slug: string, share: Token): Write {
  return write(StoredValue, (entity) => entity.put(tokenOf(slug, share)).commit());
}

/** The writes that have the token and the slug of a share lead nowhere. */
export function tokenRemovals(share: Parameters<typeof tokensOf>[0]): Write[] {
  return tokensOf(share).map((token) =>
    write(StoredValue, (entity) => entity.delete(token).commit()),
  );
}

/** Has the tokens and slugs of deleted shares lead nowhere. */
export async function forgetTokens(shares: Parameters<typeof tokensOf>[0][]) {
  await batchDelete(StoredValue, shares.flatMap(tokensOf));
}

function tokenOf(token: string, share: Token) {
  const { reseller_uuid, kind, about, about_uuid, business_uuid, user_uuid } = share;
  const { language, from, to, expires_at, expires_epoch } = share;
  const identity = identifyApiKey(token);
  const value: SharedView = {
    ...identity,
    ...{ reseller_uuid, kind, about, about_uuid, business_uuid, user_uuid },
    ...{ language, from, to, expires_at },
  };
  return { ...tokenKey(identity.uuid), value, expires_epoch };
}
