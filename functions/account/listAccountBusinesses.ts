import * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import { ReportMails, type ReportMailsRecord } from "../../shared/entities/reportMails.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { described } from "../../shared/fields/described.ts";
import { businessNamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import {
  continued,
  listCursorOf,
  listCursorQuery,
  readListCursor,
} from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/validationErrors.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { businessesOf } from "../../shared/lists/listedKind.ts";
import {
  type CursorPage,
  cut,
  findAccountBusinesses,
  readBusinesses,
} from "../../shared/lists/readAccount.ts";
import { readWebsitesOfEach } from "../../shared/lists/readCustomer.ts";
import { readListPage } from "../../shared/lists/readPage.ts";
import { searchByName } from "../../shared/lists/searchAccount.ts";
import { presentWithCustomFields } from "../../shared/resources/business.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";
import { type FindingSeverity, findingSeverities } from "../../shared/severity.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import { countStates } from "../../shared/websiteState.ts";

const query = z.object({
  name: described(
    z.optional(businessNamePrefix),
    "Only businesses whose name begins with this text; case is ignored.",
    "Example",
  ),
  userUuid: described(z.optional(uuidParameter("userUuid")), "Only businesses of this user."),
  ...listCursorQuery,
});

export const listAccountBusinesses = endpoint({
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, next } = await readRequested(reseller_uuid, query);
    // Read after the page, so that every value on it has its custom field.
    const [fields, websites, mails] = await Promise.all([
      readCustomFields(reseller_uuid),
      readWebsitesOfEach(records),
      readMailsOf(records),
    ]);
    return continued(event, query, {
      records: records.map((business, index) => ({
        ...presentWithCustomFields(business, fields),
        user_uuid: business.user_uuid,
        sequence: business.revision,
        ...sumUp(websites[index] ?? []),
        last_report_at: mails.get(business.user_uuid)?.last_sent_at ?? null,
      })),
      next,
    });
  },
});

/** The reports by mail of the users of businesses. */
async function readMailsOf(businesses: BusinessRecord[]): Promise<Map<string, ReportMailsRecord>> {
  const keys = new Map(
    businesses.map(({ reseller_uuid, user_uuid: uuid }) => [uuid, { reseller_uuid, uuid }]),
  );
  const found = await batchGetWith(
    { consistent: false },
    ...[...keys.values()].map((key) => lookup<ReportMailsRecord>(ReportMails, key)),
  );
  return new Map(found.flatMap((mails) => (mails ? [[mails.uuid, mails]] : [])));
}

/** The states and open findings of the websites of a business. */
function sumUp(websites: WebsiteRecord[]) {
  const open = (severity: FindingSeverity) =>
    websites.reduce((sum, { open_findings }) => sum + (open_findings?.[severity] ?? 0), 0);
  const [error, warning, info] = findingSeverities;
  return {
    website_counts: countStates(websites),
    open_findings: { error: open(error), warning: open(warning), info: open(info) },
  };
}

async function readRequested(
  reseller_uuid: string,
  { name, userUuid: user_uuid, cursor, per_page: limit }: z.output<typeof query>,
): Promise<CursorPage<BusinessRecord>> {
  const { from, after } = readListCursor(cursor);
  const user = user_uuid === undefined ? undefined : { reseller_uuid, user_uuid };
  const list = user && businessesOf(user).list;
  const isInList = (each: string) => (list ? each === list : each.endsWith("#businesses"));
  const found = name ? await searchByName(reseller_uuid, name, isInList) : undefined;
  if (user && !found) {
    const { records, next } = await readListPage(businesses, user, { from, limit });
    const last = records.at(-1);
    return { records, next: last && next !== undefined ? listCursorOf(last) : undefined };
  }
  const { page, next } = found
    ? cut(found, { after, limit })
    : await findAccountBusinesses(reseller_uuid, { after, limit });
  return {
    records: await readBusinesses(reseller_uuid, page),
    next: next && listCursorOf({ sequence: 0, uuid: next }),
  };
}
