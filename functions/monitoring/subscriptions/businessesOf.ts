import { ListEntry } from "../../../shared/entities/listEntry.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { searchGroup } from "../../operators/searchIndex.ts";

const AT_ONCE = 100;

/** The uuids of the businesses of a user or plan, in pages. */
export async function* businessesOf({
  entity,
  reseller_uuid,
  uuid,
}: OwnedKey & { entity: string }): AsyncGenerator<string[]> {
  if (entity === "user") yield* ofUser({ reseller_uuid, uuid });
  if (entity === "plan") yield* ofPlan(uuid);
}

async function* ofUser({ reseller_uuid, uuid: user_uuid }: OwnedKey) {
  let cursor: string | null = null;
  do {
    const page: { data: { record: Record<string, unknown> }[]; cursor: string | null } =
      await ListEntry.query
        .inOrder(businesses.list({ reseller_uuid, user_uuid }))
        .go({ consistent: true, limit: AT_ONCE, cursor });
    yield page.data.map(({ record }) => String(record["uuid"]));
    cursor = page.cursor;
  } while (cursor);
}

/** From an index, which shows a change within about a second; a business that changes meanwhile has a message of its own. */
async function* ofPlan(uuid: string) {
  let after: string | undefined;
  do {
    const page = await searchGroup<"business">(`plan#${uuid}`, { after, limit: AT_ONCE });
    yield page.records.map(({ record }) => record.uuid);
    after = page.next;
  } while (after !== undefined);
}
