import { Competitor } from "../../shared/entities/competitor.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { ListSegment } from "../../shared/entities/listSegment.ts";
import { Website } from "../../shared/entities/website.ts";
import { competitorsOf, type List, websitesOf } from "../../shared/lists/lists.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import type { Deleted } from "./deleted.ts";

const ENTRIES_AT_ONCE = 100;

/** Removes the websites and competitors of a deleted business, however many there are. */
export async function removeBelowBusiness({ reseller_uuid, uuid }: Deleted) {
  await removeList(websitesOf(reseller_uuid, uuid), (keys) => batchDelete(Website, keys));
  await removeList(competitorsOf(reseller_uuid, uuid), (keys) => batchDelete(Competitor, keys));
}

/**
 * Removes each record before its entry in the list: if this ends half-way, the entries that are
 * left say which records are. The website's own deletion then comes by the stream as well.
 */
async function removeList(list: List, deleteRecords: (keys: Deleted[]) => Promise<void>) {
  const { reseller_uuid } = list;
  while (true) {
    const { data: entries } = await ListEntry.query
      .inOrder(list)
      .go({ consistent: true, limit: ENTRIES_AT_ONCE });
    if (entries.length === 0) break;
    const uuids = entries.map(({ record }) => String(record["uuid"]));
    await deleteRecords(uuids.map((uuid) => ({ reseller_uuid, uuid })));
    await batchDelete(
      ListEntry,
      entries.map(({ sequence }) => ({ ...list, sequence })),
    );
  }
  const { data: segments } = await ListSegment.query
    .inOrder(list)
    .go({ consistent: true, pages: "all" });
  await batchDelete(
    ListSegment,
    segments.map(({ segment }) => ({ ...list, segment })),
  );
}
