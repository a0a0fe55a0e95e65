import type * as z from "zod/mini";
import type { FeedItemRecord } from "../entities/feedItem.ts";
import type { feedItemSchema } from "./monitoringSchemas.ts";

/** A feed item as section 2.8 of the specification shows it. */
export function presentFeedItem(item: FeedItemRecord): z.output<typeof feedItemSchema> {
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
