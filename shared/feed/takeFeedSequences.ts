import { FeedCounter } from "../entities/feedCounter.ts";
import { takeSequences } from "../lists/takeSequences.ts";

/**
 * Takes `count` places in a website's feed and returns the first. A place that stays unused leaves its
 * page one item short.
 */
export async function takeFeedSequences(
  website: { reseller_uuid: string; website_uuid: string },
  count: number,
): Promise<number> {
  const counter = { entity: FeedCounter, key: website, creates: true } as const;
  const taken = await takeSequences(counter, ["next_sequence"], count);
  return taken?.first.next_sequence ?? 0;
}
