import { Reseller } from "../entities/reseller.ts";
import { Share, type SharedView, type ShareRecord, slugKey } from "../entities/share.ts";
import { StoredValue } from "../entities/storedValue.ts";
import { identifyApiKey } from "../platform/apiKey.ts";
import { batchDelete } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import type { Write } from "../platform/table/transact.ts";
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

/** Removes a share, and has its slug lead nowhere. Throws RecordNotFound. */
export async function removeShare(key: OwnedKey): Promise<void> {
  await removeListed(shares, key, ({ slug }) => [slugRemoval(slug)]);
}

/** What a slug leads to; that of a prospect's page is removed when it expires, in seconds since 1970. */
type Page = Omit<SharedView, "uuid"> & { expires_epoch?: number };

/** The write that has a slug lead to a share; it fails if the slug leads to one already. */
export function slugCreation(slug: string, page: Page): Write {
  return StoredValue.create(storedPage(slug, page));
}

/** The same, for a slug that leads to what becomes the share. */
export function slugReplacement(slug: string, page: Page): Write {
  return StoredValue.put(storedPage(slug, page));
}

/** The write that has a slug lead nowhere. */
export function slugRemoval(slug: string): Write {
  return StoredValue.delete(slugKey(slug));
}

/** Has the slugs of deleted shares or prospects lead nowhere. */
export async function forgetSlugs(removed: { slug: string }[]) {
  await batchDelete(
    StoredValue,
    removed.map(({ slug }) => slugKey(slug)),
  );
}

function storedPage(slug: string, page: Page) {
  const { reseller_uuid, kind, about, about_uuid, business_uuid, user_uuid } = page;
  const { language, from, to, expires_at, expires_epoch } = page;
  const { uuid } = identifyApiKey(slug);
  const value: SharedView = {
    ...{ uuid, reseller_uuid, kind, about, about_uuid, business_uuid, user_uuid },
    ...{ language, from, to, expires_at },
  };
  return { ...slugKey(slug), value, expires_epoch };
}
