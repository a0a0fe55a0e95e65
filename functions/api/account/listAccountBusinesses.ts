import * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { ReportMails, type ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { User, type UserRecord } from "../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { optional } from "../../../shared/fields/described.ts";
import { businessName } from "../../../shared/fields/fields.ts";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import {
  type CursorPage,
  findBusinesses,
  readBusinesses,
} from "../../../shared/lists/readAccount.ts";
import { readWebsitesOfEach } from "../../../shared/lists/readCustomer.ts";
import { readListPage } from "../../../shared/lists/readPage.ts";
import { findByText } from "../../../shared/lists/search.ts";
import { foldName } from "../../../shared/lists/searchTexts.ts";
import { findEach } from "../../../shared/platform/table/batch.ts";
import { uuidOf } from "../../../shared/platform/table/queryIndex.ts";
import { accountBusinessSchema } from "../../../shared/resources/accountSchemas.ts";
import { presentWithCustomFields, readCustomFields } from "../../../shared/resources/business.ts";
import { type FindingSeverity, findingSeverities } from "../../../shared/vocabulary/severity.ts";
import { countStates } from "../../../shared/vocabulary/websiteState.ts";

const query = z.object({
  name: optional(
    businessName,
    "Only businesses whose name begins with this text; case is ignored.",
    "Example",
  ),
  userUuid: optional(uuidParameter("userUuid"), "Only businesses of this user."),
  ...cursorQuery,
});

export const listAccountBusinesses = endpoint({
  route: "GET /v1/account/businesses",
  id: "listAccountBusinesses",
  summary: "List all your businesses",
  details:
    "The businesses of all your users, oldest first. A search by `name` may miss a business that was added within the last second, or find one by the name that it had until then. A page of large businesses may have fewer than `per_page`.",
  response: () => cursorPageOf(accountBusinessSchema),
  isStrict: true,
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, next } = await readRequested(reseller_uuid, query);
    // Read after the page, so that every value on it has its custom field.
    const [fields, websites, users, mails] = await Promise.all([
      readCustomFields(reseller_uuid),
      readWebsitesOfEach(
        reseller_uuid,
        records.map(({ uuid }) => uuid),
      ),
      findOfUsers<UserRecord>(User, records),
      findOfUsers<ReportMailsRecord>(ReportMails, records),
    ]);
    return continued(event, query, {
      records: records.map((business, index) => ({
        ...presentWithCustomFields(business, fields),
        user_uuid: business.user_uuid,
        user_name: nameOf(users.get(business.user_uuid)),
        sequence: business.revision,
        ...sumUp(websites[index] ?? []),
        last_report_at: mails.get(business.user_uuid)?.last_sent_at ?? null,
      })),
      next,
    });
  },
});

/** The records of an entity that the users of businesses have, by the user. */
async function findOfUsers<Found extends { uuid: string }>(
  entity: Parameters<typeof findEach>[0],
  businesses: BusinessRecord[],
): Promise<Map<string, Found>> {
  const keys = businesses.map(({ reseller_uuid, user_uuid: uuid }) => ({ reseller_uuid, uuid }));
  const records = await findEach<Found>(entity, keys);
  return new Map(records.map((record) => [record.uuid, record]));
}

const nameOf = (user: UserRecord | undefined) =>
  user ? `${user.first_name} ${user.last_name}` : null;

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
  { name = "", userUuid: user_uuid, cursor, per_page: limit }: z.output<typeof query>,
): Promise<CursorPage<BusinessRecord>> {
  const prefix = foldName(name);
  const isNamed = (business: BusinessRecord) => foldName(business.name).startsWith(prefix);
  if (user_uuid !== undefined) {
    const slice = { after: cursor, limit };
    const page = await readListPage(businesses, { reseller_uuid, user_uuid }, slice);
    return { ...page, records: page.records.filter(isNamed) };
  }
  const { page, next } =
    prefix === ""
      ? await findAll(reseller_uuid, cursor, limit)
      : await findByText(reseller_uuid, { scope: "business", prefix }, { after: cursor, limit });
  const records = await readBusinesses(reseller_uuid, page);
  return { records: records.filter(isNamed), next };
}

async function findAll(reseller_uuid: string, cursor: string | undefined, limit: number) {
  const after = cursor && uuidOf(cursor);
  const { page, next } = await findBusinesses({ reseller_uuid }, { after, limit });
  return { page, next: next && `all#${next}` };
}
