import type * as z from "zod/mini";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { Website } from "../../shared/entities/website.ts";
import type { downtimeData } from "../../shared/feed/downtimeData.ts";
import { newFeedItem } from "../../shared/feed/newFeedItem.ts";
import { websitesOf } from "../../shared/lists/lists.ts";
import { listEntities, replaceInList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import type { Step } from "./advance.ts";

type Transition = NonNullable<Step["transition"]> & { outcome: string; now: Date };
type Changes = Pick<CheckRecord, "memory" | "results" | "due_at">;

/**
 * Writes that a website went down or came back: its check, the website, its copy in the list and a
 * feed item in one transaction, or nothing when the check was done by somebody else meanwhile.
 */
export async function recordTransition(
  check: CheckRecord,
  changes: Changes,
  transition: Transition,
) {
  const { reseller_uuid, uuid, kind, shard } = check;
  await retryOnConflict(async () => {
    const [{ data: now }, { data: website }] = await Promise.all([
      Check.get({ reseller_uuid, uuid, kind }).go({ consistent: true }),
      Website.get({ reseller_uuid, uuid }).go({ consistent: true }),
    ]);
    if (now?.due_at !== check.due_at || website?.hostname !== check.hostname) return;
    const changed = {
      is_hostname_up: transition.is_up,
      revision: website.revision + 1,
      updated_at: timestamp(transition.now),
    };
    const list = websitesOf(reseller_uuid, website.business_uuid);
    await transact(
      { check: Check, website: Website, feedItem: FeedItem, ...listEntities },
      (entities) => [
        entities.check
          .patch({ reseller_uuid, uuid, kind })
          .set({ ...changes, shard })
          .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
          .commit(),
        entities.website
          .patch({ reseller_uuid, uuid })
          .set(changed)
          .where(({ revision }, { eq }) => eq(revision, website.revision))
          .commit(),
        ...replaceInList(entities, list, { ...website, ...changed }),
        entities.feedItem.create(downtimeItem(check, transition)).commit(),
      ],
    );
  });
}

function downtimeItem(check: CheckRecord, transition: Transition) {
  const data: z.infer<typeof downtimeData> = {
    outcome: transition.outcome,
    down_since: timestamp(new Date(transition.from * 1000)),
    ...(transition.is_up
      ? {
          up_since: timestamp(new Date(transition.to * 1000)),
          duration_seconds: transition.to - transition.from,
        }
      : {}),
  };
  return newFeedItem(check, {
    type: "downtime",
    status: transition.is_up ? "success" : "error",
    data,
  });
}
