import type { FeedItemTypeName } from "../audit/feedItemTypes.ts";

// The entities need the name of a table when they are imported; nothing is read from it.
process.env["TABLE_NAME"] ??= "none";
const { feedItemTypes } = await import("../audit/feedItemTypes.ts");

/** The types of feed item. In a bundle this module is replaced by its value, so that no analyser is loaded. */
export const made = Object.keys(feedItemTypes) as FeedItemTypeName[];
