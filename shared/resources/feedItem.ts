import * as z from "zod/mini";
import type { FeedItemRecord } from "../entities/feedItem.ts";
import { time, uuid } from "./common.ts";

/** A feed item as section 2.8 of the specification shows it; `data` has the shape of its `type`. */
export const feedItemSchema = z.strictObject({
  uuid,
  business_uuid: uuid,
  website_uuid: uuid,
  competitor_uuid: z.nullable(uuid),
  category: z.string(),
  type: z.string(),
  status: z.string(),
  data: z.record(z.string(), z.unknown()),
  created_at: time,
  updated_at: z.nullable(time),
});

export function presentFeedItem(item: FeedItemRecord) {
  return {
    uuid: item.uuid,
    business_uuid: item.business_uuid,
    website_uuid: item.website_uuid,
    competitor_uuid: item.competitor_uuid ?? null,
    category: item.category,
    type: item.type,
    status: item.status,
    data: item.data,
    created_at: item.created_at,
    updated_at: item.updated_at ?? null,
  };
}
