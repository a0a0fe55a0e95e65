import * as z from "zod/mini";
import { Business } from "../../../shared/entities/business.ts";
import { Share, type ShareRecord } from "../../../shared/entities/share.ts";
import { User } from "../../../shared/entities/user.ts";
import { Website } from "../../../shared/entities/website.ts";
import { optional } from "../../../shared/fields/described.ts";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import type { CursorPage, CursorSlice } from "../../../shared/lists/readAccount.ts";
import { readListPage } from "../../../shared/lists/readPage.ts";
import { shares } from "../../../shared/lists/shares.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { batchGet, batchGetEventually, lookup } from "../../../shared/platform/table/batch.ts";
import { uuidOf } from "../../../shared/platform/table/queryIndex.ts";
import { listedShareSchema } from "./shareSchemas.ts";
import { presentShare } from "./shares.ts";

const query = z.object({
  websiteUuid: optional(uuidParameter("websiteUuid"), "Only shares of this website."),
  businessUuid: optional(
    uuidParameter("businessUuid"),
    "Only shares of this business as a whole, or of the website that is named, if it is this business's.",
  ),
  ...cursorQuery,
});

export const listShares = endpoint({
  route: "GET /v1/shares",
  id: "listShares",
  summary: "List your shares",
  details:
    "Oldest first, including those that have expired. `websiteUuid` and `businessUuid` find those of one record. A page may have fewer shares than `per_page` before the last one.",
  response: () => cursorPageOf(listedShareSchema),
  isStrict: true,
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, next } = await readRequested(reseller_uuid, query);
    const origin = originOf(event);
    const names = await readNames(records);
    const presented = records.map((record, index) => ({
      ...presentShare(record, origin),
      about: names[index] ?? null,
    }));
    return continued(event, query, { records: presented, next });
  },
});

/** What names a website, a business or a user. */
type Named = Partial<Record<"hostname" | "name" | "first_name" | "last_name", string>>;

/** What each share is about, at half the read units: a name may be a second old. */
async function readNames(records: ShareRecord[]): Promise<(string | undefined)[]> {
  const owners = await batchGetEventually(
    ...records.map(({ reseller_uuid, about, about_uuid: uuid }) =>
      lookup<Named>(about === "website" ? Website : about === "user" ? User : Business, {
        ...{ reseller_uuid, uuid },
      }),
    ),
  );
  return owners.map((owner) => owner?.hostname ?? owner?.name ?? nameOf(owner));
}

function nameOf({ first_name, last_name }: Named = {}): string | undefined {
  return first_name && `${first_name} ${last_name}`;
}

async function readRequested(
  reseller_uuid: string,
  { websiteUuid, businessUuid, cursor, per_page: limit }: z.output<typeof query>,
): Promise<CursorPage<ShareRecord>> {
  const slice = { after: cursor, limit };
  const about_uuid = websiteUuid ?? businessUuid;
  if (about_uuid === undefined) {
    return await readListPage(shares, { reseller_uuid }, slice);
  }
  if (websiteUuid !== undefined && businessUuid !== undefined) {
    const { data } = await websites.get({ reseller_uuid, uuid: websiteUuid });
    if (data?.business_uuid !== businessUuid) return { records: [], next: undefined };
  }
  const about = websiteUuid === undefined ? "business" : "website";
  return await readSharesOf({ reseller_uuid, about, about_uuid }, slice);
}

/** A page of the shares of one record. A share of the last second may be missing, as the index follows the table. */
async function readSharesOf(
  record: Pick<ShareRecord, "reseller_uuid" | "about" | "about_uuid">,
  { after = "", limit }: CursorSlice,
): Promise<CursorPage<ShareRecord>> {
  const { data: shares } = await Share.query
    .ofRecord(record)
    .gt({ uuid: uuidOf(after) })
    .go({ limit: limit + 1, attributes: ["uuid"] });
  const uuids = shares.slice(0, limit).map(({ uuid }) => uuid);
  const { reseller_uuid } = record;
  const read = await batchGet(
    ...uuids.map((uuid) => lookup<ShareRecord>(Share, { reseller_uuid, uuid })),
  );
  return {
    records: read.filter((each) => each !== undefined),
    next: shares.length > limit ? uuids.at(-1) : undefined,
  };
}
