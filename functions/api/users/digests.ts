import * as z from "zod/mini";
import { appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellStoredCause } from "../../../shared/catalogue/causeTexts.ts";
import { ReportMails, type ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { accountLocale, Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { languageFor, languageQuery } from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { offsetOf, pageQuery, paginated } from "../../../shared/http/pagination.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { type Customer, readCustomerPage } from "../../../shared/lists/readCustomer.ts";
import { users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { formatsOf } from "../../../shared/reports/formats.ts";
import { findDowntimes } from "../../../shared/uptime/downtimes.ts";
import { presentAccountWebsites } from "../../../shared/views/accountWebsite.ts";
import { periodOf, periodQuery } from "../../../shared/views/period.ts";
import { readView, readViews, type WebsiteView } from "../../../shared/views/websiteView.ts";
import { type TextLanguage, textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { websiteDetailsSchema, websiteDigestSchema } from "./digestSchemas.ts";

/** The query parameters of a digest. */
const digestQuery = z.object({ ...periodQuery, language: languageQuery, ...pageQuery });

/** What the description says of every digest. */
const DIGEST_DETAILS =
  "How each website did in the last seven days that are over, or from `from` to `to`: uptime, downtimes, response times, what audits found, and what is not known. Days begin and end at midnight in `timezone`. Uptime is kept by the hour for a week and by the day in UTC before: a day that the period divides counts whole if the period has its noon.";

interface Asked {
  query: z.output<typeof digestQuery>;
  event: ApiEvent;
  language: TextLanguage;
}

/** The answer to GET of a customer's digest: a page of websites, oldest first. */
async function showDigest(customer: Customer, { query, event, language }: Asked) {
  const now = event.requestContext.timeEpoch;
  const period = periodOf(query, now);
  const page = await readCustomerPage(customer, offsetOf(query));
  const views = await readViews(page.records, { period, language, now });
  return paginated(event, query, { records: views.map(presentDigest), total: page.total });
}

/** A website's digest as the API shows it. */
function presentDigest({
  days: _,
  kinds: __,
  later: ___,
  ...digest
}: WebsiteView): z.output<typeof websiteDigestSchema> {
  return digest;
}

export const fetchUserDigest = endpoint({
  route: "GET /v1/users/{user_uuid}/digest",
  id: "fetchUserDigest",
  summary: "Fetch the digest of a user's websites",
  details: `${DIGEST_DETAILS} A user with more than 100 businesses or 1,000 websites is refused (rule \`max\`): fetch the digests of the businesses.`,
  response: () => pageOf(websiteDigestSchema),
  isStrict: true,
  query: digestQuery,
  async answer({ reseller_uuid, uuid, query, event }) {
    const { language_preference } = await getListed(users, { reseller_uuid, uuid });
    const language = query.language ?? textLanguageOf(language_preference);
    return await showDigest({ reseller_uuid, user_uuid: uuid }, { query, event, language });
  },
});

export const fetchBusinessDigest = endpoint({
  route: "GET /v1/businesses/{business_uuid}/digest",
  id: "fetchBusinessDigest",
  summary: "Fetch the digest of a business's websites",
  details: DIGEST_DETAILS,
  response: () => pageOf(websiteDigestSchema),
  isStrict: true,
  query: digestQuery,
  async answer({ reseller_uuid, uuid, query, event }) {
    const business = await getListed(businesses, { reseller_uuid, uuid });
    const language = await languageFor(query.language, business);
    return await showDigest({ reseller_uuid, business_uuid: uuid }, { query, event, language });
  },
});

export const fetchWebsiteDigest = endpoint({
  route: "GET /v1/websites/{website_uuid}/digest",
  id: "fetchWebsiteDigest",
  summary: "Fetch the digest of a website",
  details: DIGEST_DETAILS.replace("each website", "the website"),
  response: () => fetchedOf(websiteDetailsSchema),
  query: z.object({ ...periodQuery, language: languageQuery }),
  async answer({ reseller_uuid, uuid, query, event }) {
    const now = event.requestContext.timeEpoch;
    const website = await getListed(websites, { reseller_uuid, uuid });
    const { user_uuid } = website;
    const language = await languageFor(query.language, { reseller_uuid, user_uuid });
    const scope = { period: periodOf(query, now), language, now };
    const [digest, [listed], customer_text] = await Promise.all([
      readView(website, scope).then(presentDigest),
      presentAccountWebsites([website], now),
      readCustomerText(website, now),
    ]);
    const {
      business_name = null,
      last_24_hours = [],
      certificate_expires_at = null,
      domain_expires_at = null,
      response_ms: median = null,
      response_p95_ms: p95 = null,
    } = listed ?? {};
    return fetched({
      ...digest,
      ...{ business_name, last_24_hours, certificate_expires_at, domain_expires_at },
      last_24_hours_response_ms: median !== null && p95 !== null ? { median, p95 } : null,
      customer_text,
    });
  },
});

const NEWS_MS = 24 * 3600 * 1000;

/**
 * What a reseller may write to the customer of a website that is down, or was within 24 hours: in the customer's
 * language, in the time zone of the customer's reports, else that of the account. Null without such news.
 */
async function readCustomerText(
  { reseller_uuid, user_uuid, uuid: website_uuid, hostname, state }: WebsiteRecord,
  now: number,
): Promise<string | null> {
  const from = timestamp(new Date(now - NEWS_MS));
  const until = timestamp(new Date(now + 1000));
  const [last] = await findDowntimes({ reseller_uuid, uuid: website_uuid }, { from, until }, 1);
  const isOver = last?.ended_at !== undefined;
  if (!last || !(isOver || state === "down")) return null;
  const [user, mails, reseller] = await batchGet(
    lookup<UserRecord>(User, { reseller_uuid, uuid: user_uuid }),
    lookup<ReportMailsRecord>(ReportMails, { reseller_uuid, uuid: user_uuid }),
    lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
  );
  if (!user || !reseller) return null;
  const language = textLanguageOf(user.language_preference);
  const { news, report } = catalogues[language];
  const formats = formatsOf(language, mails?.timezone ?? accountLocale(reseller).timezone);
  const { sender } = appearanceOf(reseller);
  const { title, why, what_to_do } = tellStoredCause(last.cause, language, sender);
  const host = hostname.replace(/^https?:\/\//i, "");
  const since = formats.time(last.began_at);
  if (isOver)
    return `${news.back(host, formats.duration(last.duration_seconds ?? 0), since)}\n\n${title}.`;
  const todo = `${formats.label(report.todo)} ${what_to_do}`;
  return `${news.down(host, since)}\n\n${title}. ${why}\n\n${todo}`;
}
