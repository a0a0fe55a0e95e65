import * as z from "zod/mini";
import { Share, type ShareRecord } from "../../shared/entities/share.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { described } from "../../shared/fields/described.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/validationErrors.ts";
import type { Page } from "../../shared/lists/readPage.ts";
import { shares } from "../../shared/lists/shares.ts";
import { websites } from "../../shared/lists/websites.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { presentShare } from "./share.ts";

/** The index has a few hundred bytes of each share. */
const MOST_OF_RECORD = 1000;

const query = z.object({
  websiteUuid: described(z.optional(uuidParameter("websiteUuid")), "Only shares of this website."),
  businessUuid: described(
    z.optional(uuidParameter("businessUuid")),
    "Only shares of this business as a whole, or of the website that is named, if it is this business's.",
  ),
  ...pageQuery,
});

export const listShares = endpoint({
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, total } = await readRequested(reseller_uuid, query);
    return paginated(event, query, { records: records.map(presentShare), total });
  },
});

async function readRequested(reseller_uuid: string, asked: z.output<typeof query>) {
  const { websiteUuid, businessUuid } = asked;
  const about_uuid = websiteUuid ?? businessUuid;
  if (about_uuid === undefined) return await readRequestedPage(shares, { reseller_uuid }, asked);
  if (websiteUuid !== undefined && businessUuid !== undefined) {
    const { data } = await websites.get({ reseller_uuid, uuid: websiteUuid });
    if (data?.business_uuid !== businessUuid) return { records: [], total: 0 };
  }
  const about = websiteUuid === undefined ? "business" : "website";
  const { offset, limit } = offsetOf(asked);
  return await readSharesOf({ reseller_uuid, about, about_uuid }, { offset, limit });
}

/** A page of the shares of one record. A share of the last second may be missing, as the index follows the table. */
async function readSharesOf(
  record: Pick<ShareRecord, "reseller_uuid" | "about" | "about_uuid">,
  { offset, limit }: { offset: number; limit: number },
): Promise<Page<ShareRecord>> {
  const { data: found } = await Share.query
    .ofRecord(record)
    .go({ count: MOST_OF_RECORD + 1, attributes: ["uuid"] });
  if (found.length > MOST_OF_RECORD) {
    const max = `More than ${MOST_OF_RECORD} shares are found by this ${record.about}`;
    throw new ValidationFailed({ [`${record.about}Uuid`]: { max } });
  }
  const keys = found.slice(offset, offset + limit).map(({ uuid }) => uuid);
  const { reseller_uuid } = record;
  const read = await batchGet(
    ...keys.map((uuid) => lookup<ShareRecord>(Share, { reseller_uuid, uuid })),
  );
  const records = read.filter((each) => each !== undefined);
  return { total: found.length - (keys.length - records.length), records };
}
