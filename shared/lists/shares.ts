import { Reseller } from "../entities/reseller.ts";
import { Share, type ShareRecord, ShareToken } from "../entities/share.ts";
import type { OwnedKey } from "../table/entity.ts";
import { removeListed } from "./changeListed.ts";
import { type ListedKind, sharesOf } from "./listedKind.ts";

type Place = Pick<ShareRecord, "reseller_uuid">;

/** The shares of a reseller. */
export const shares: ListedKind<ShareRecord, Place> = {
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

/**
 * Removes a share, and first its token: should the rest fail, the share can be removed again. `check` throws if
 * the share must stay. Throws RecordNotFound.
 */
export async function removeShare(
  key: OwnedKey,
  check?: (found: ShareRecord) => Promise<undefined>,
): Promise<void> {
  await removeListed(shares, key, async (found) => {
    await check?.(found);
    await ShareToken.delete({ uuid: found.token_uuid }).go();
    return undefined;
  });
}
