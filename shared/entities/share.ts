import type { EntityItem } from "electrodb";
import { identifyApiKey } from "../platform/apiKey.ts";
import { entity, index, listed, optionalText, primary, text } from "../platform/table/entity.ts";

/** What a share can show. */
export const shareKinds = ["status", "report"] as const;
export type ShareKind = (typeof shareKinds)[number];

/** What a share shows, and until when. */
const shown = {
  kind: { type: shareKinds, required: true },
  /** What the share is about, and the uuid of that record. */
  about: { type: ["website", "business", "user", "prospect"] as const, required: true },
  about_uuid: text,
  /** The business itself, or that of the website, and its user; of a share about a user, both are the user's. */
  business_uuid: text,
  user_uuid: text,
  /** One of `textLanguages`; without it, the user's. */
  language: optionalText,
  /** The days of a report (`2026-01-31`); without them, the seven that were over when it was read. */
  from: optionalText,
  to: optionalText,
  expires_at: optionalText,
} as const;

/** A link by which people without a key see a website, a business, or all businesses of a user. */
export const Share = entity(
  "share",
  {
    ...listed,
    ...shown,
    /** The last part of its address: `/s/<slug>`. */
    slug: text,
    created_at: text,
    updated_at: optionalText,
  },
  {
    byUuid: primary("reseller#${reseller_uuid}#share#${uuid}", "share"),
    ofRecord: index("gsi1", "reseller#${reseller_uuid}#${about}#${about_uuid}#shares", "${uuid}"),
  },
);

export type ShareRecord = EntityItem<typeof Share>;

/** What the slug of a share leads to: a copy of what the share shows, found in one read. */
export type SharedView = Pick<ShareRecord, "reseller_uuid" | keyof typeof shown> & {
  /** Made of the slug. */
  uuid: string;
};

/** The key of the stored value that a slug leads to. It is short, however long the text in an address is. */
export function slugKey(slug: string) {
  return { pk: `share#${identifyApiKey(slug).uuid}` };
}
