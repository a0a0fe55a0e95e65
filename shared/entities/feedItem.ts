import { CustomAttributeType, type EntityItem } from "electrodb";
import {
  entity,
  nextSequence,
  optionalExpiry,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";
import { packed } from "../platform/table/packedJson.ts";

/** One entry of a website's feed. `data` has the shape of its `type` (section 2.8 of the specification). */
export const FeedItem = entity(
  "feedItem",
  {
    reseller_uuid: text,
    business_uuid: text,
    website_uuid: text,
    /** The item's place in the website's feed (`takeFeedSequences`). */
    sequence: { type: "number", required: true, padding: { length: 7, char: "0" } },
    uuid: text,
    competitor_uuid: optionalText,
    category: text,
    type: text,
    status: text,
    data: { type: CustomAttributeType<Record<string, unknown>>("any"), ...packed },
    created_at: text,
    updated_at: optionalText,
    /** It is of a prospect: no event tells of it. */
    is_quiet: { type: "boolean" },
    expires_epoch: optionalExpiry,
  },
  {
    ofWebsite: primary(
      "reseller#${reseller_uuid}#feed#${website_uuid}",
      "${business_uuid}#${sequence}",
    ),
  },
);

export type FeedItemRecord = EntityItem<typeof FeedItem>;

/** Counts the feed items that were ever written for a website: the place of the next one in its feed. */
export const FeedCounter = entity(
  "feedCounter",
  {
    reseller_uuid: text,
    website_uuid: text,
    next_sequence: nextSequence,
  },
  {
    ofWebsite: primary("reseller#${reseller_uuid}#website#${website_uuid}#feed", "counter"),
  },
);
