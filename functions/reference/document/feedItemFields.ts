/** What the fields that every feed item has mean. Those of its `data` are described by their schemas. */
export const feedItemFields: Readonly<Record<string, string>> = {
  "FeedItem.category": "What the item is about.",
  "FeedItem.type": "Which check found it; `data` has its shape by it.",
  "FeedItem.status": "How good that is.",
  "FeedItem.data": "What was found.",
  "FeedItem.updated_at": "Always `null`: a feed item does not change.",
};
