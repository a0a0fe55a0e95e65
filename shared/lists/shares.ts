import { Reseller } from "../entities/reseller.ts";
import { Share, type ShareRecord, ShareToken } from "../entities/share.ts";
import { identifyApiKey } from "../platform/apiKey.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { write } from "../platform/table/transact.ts";
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
export function tokensOf({ token_uuid, slug }: Partial<Pick<ShareRecord, "token_uuid" | "slug">>) {
  const uuids = [token_uuid, slug === undefined ? undefined : identifyApiKey(slug).uuid];
  return uuids.filter((uuid) => uuid !== undefined).map((uuid) => ({ uuid }));
}

/**
 * Removes a share and its tokens. `check` throws if the share must stay. Throws RecordNotFound.
 */
export async function removeShare(
  key: OwnedKey,
  check?: (found: ShareRecord) => Promise<undefined>,
): Promise<void> {
  await removeListed(shares, key, async (found) => {
    await check?.(found);
    return tokensOf(found).map((token) =>
      write(ShareToken, (entity) => entity.delete(token).commit()),
    );
  });
}
