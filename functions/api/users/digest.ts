import * as z from "zod/mini";
import { languageQuery } from "../../../shared/findings/finding.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { offsetOf, pageQuery, paginated } from "../../../shared/http/pagination.ts";
import { type Customer, readCustomerPage } from "../../../shared/lists/readCustomer.ts";
import { periodOf, periodQuery } from "../../../shared/views/period.ts";
import { readViews, type WebsiteView } from "../../../shared/views/websiteView.ts";
import type { TextLanguage } from "../../../shared/vocabulary/texts.ts";
import type { websiteDigestSchema } from "./digestSchemas.ts";

/** The query parameters of a digest. */
export const digestQuery = z.object({ ...periodQuery, language: languageQuery, ...pageQuery });

/** What the description says of every digest. */
export const DIGEST_DETAILS =
  "How each website did in the last seven days that are over, or from `from` to `to`: uptime, downtimes, response times, what audits found, and what is not known. Days begin and end at midnight in `timezone`. Uptime is kept by the hour for six days and by the day in UTC before: a day that the period divides counts by its downtimes and its share.";

interface Asked {
  query: z.output<typeof digestQuery>;
  event: ApiEvent;
  language: TextLanguage;
}

/** The answer to GET of a customer's digest: a page of websites, oldest first. */
export async function showDigest(customer: Customer, { query, event, language }: Asked) {
  const now = event.requestContext.timeEpoch;
  const period = periodOf(query, now);
  const page = await readCustomerPage(customer, offsetOf(query));
  const views = await readViews(page.records, { period, language, now });
  return paginated(event, query, { records: views.map(presentDigest), total: page.total });
}

/** A website's digest as the API shows it. */
export function presentDigest({
  days: _,
  kinds: __,
  later: ___,
  ...digest
}: WebsiteView): z.output<typeof websiteDigestSchema> {
  return digest;
}
