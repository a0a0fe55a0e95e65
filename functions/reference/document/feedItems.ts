import * as z from "zod/mini";
import { feedItemTypes } from "../../../shared/audit/feedItemTypes.ts";
import { named } from "../../../shared/fields/described.ts";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { pascal } from "./nameSchemas.ts";

/** Each type of feed item with its schemas and their names: `BrokenLinksFeedItem` of `broken_links`. */
export const feedItems = Object.entries(feedItemTypes).map(([type, { category, data }]) => {
  const [name, dataName] = [`${pascal(type)}FeedItem`, `${pascal(type)}Data`];
  const schema = named(
    name,
    z.extend(feedItemSchema, {
      category: z.literal(category),
      type: z.literal(type),
      status: z.enum(["info", "success", "warning", "error"]),
      data: named(dataName, data),
    }),
  );
  return { type, name, dataName, schema };
});
