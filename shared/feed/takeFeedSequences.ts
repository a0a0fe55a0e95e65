import { FeedCounter } from "../entities/feedCounter.ts";

/**
 * Takes so many places in a website's feed, and returns the first. One that is not used in the end
 * stays unused: the page that it would be on has an item less.
 */
export async function takeFeedSequences(
  website: { reseller_uuid: string; website_uuid: string },
  count: number,
): Promise<number> {
  const { data } = await FeedCounter.update(website)
    .add({ next_sequence: count })
    .go({ response: "all_new" });
  return (data.next_sequence ?? 0) - count;
}
