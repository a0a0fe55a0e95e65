import * as z from "zod/mini";
import { appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { accountLocale, Reseller } from "../../../shared/entities/reseller.ts";
import { described } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { readRates } from "../../../shared/limits/rates.ts";
import { readCounts, websitesIn } from "../../../shared/lists/account.ts";
import { sharesOf, usersOf } from "../../../shared/lists/listedKind.ts";
import { type LimitName, mostOf } from "../../../shared/lists/recordLimits.ts";
import { countRecords } from "../../../shared/lists/stripes.ts";
import { mailsPerDay, readMailsOfDay } from "../../../shared/mail/dailyLimit.ts";
import { NotAuthenticated } from "../../../shared/platform/errors.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { settingsWrite } from "../../../shared/resellers/resellerWrites.ts";
import { presentKey } from "../../../shared/resources/presenters.ts";
import { readProspectsOfDay } from "../../../shared/usage/readUsage.ts";
import { namesTimezone } from "../../../shared/views/period.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";
import { accountSchema } from "./accountSchemas.ts";

/** The account as the API shows it. */
export type Account = z.output<typeof accountSchema>;

/**
 * The reseller of a request's key, the key's rights, and the limits of records and requests with what is
 * used of them. Costs six reads, and three more for a reseller with request limits.
 */
export async function readAccount({ reseller_uuid = "", api_key, requestContext }: ApiEvent) {
  const { timeEpoch: now } = requestContext;
  const [{ data: reseller }, counts, users, shares, prospects, mails] = await Promise.all([
    Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    readCounts(reseller_uuid),
    countRecords(usersOf({ reseller_uuid })),
    countRecords(sharesOf({ reseller_uuid })),
    readProspectsOfDay(reseller_uuid, now),
    readMailsOfDay(reseller_uuid, now),
  ]);
  // A reseller is deleted after its keys, which containers cache for some seconds.
  if (!reseller || !api_key) throw new NotAuthenticated();
  const { uuid, name, webhook_count } = reseller;
  const { sender, colour, logo_url = null, link = null } = appearanceOf(reseller);
  const most = (limit: LimitName) => ({ max: mostOf(reseller, limit) });
  const account: Account = {
    uuid,
    name,
    ...accountLocale(reseller),
    branding: { sender_name: sender, colour, logo_url, link },
    api_key: presentKey(api_key),
    record_limits: {
      users: { count: users, ...most("max_users") },
      businesses: { count: counts.businesses, ...most("max_businesses") },
      websites: { count: websitesIn(counts), ...most("max_websites") },
      webhooks: { count: webhook_count, ...most("max_webhooks") },
      shares: { count: shares, ...most("max_shares") },
      prospects_per_day: { count: prospects, ...most("max_prospects_per_day") },
      websites_per_business: most("max_websites_per_business"),
      competitors_per_business: most("max_competitors_per_business"),
    },
    request_limits: await readRates(reseller, now),
    mail: {
      per_day: { count: mails.sent, max: mailsPerDay(reseller) },
      not_sent_today: mails.not_sent,
    },
  };
  return account;
}

export const fetchAccount = endpoint({
  route: "GET /v1/account",
  id: "fetchAccount",
  summary: "Fetch your account",
  details:
    "The account of the request's key, the key's permissions, and how many records and requests you have made and are allowed. A test key belongs to your sandbox, which has its own records. A change of a key is shown within ten seconds; businesses and websites are counted within seconds.",
  response: () => fetchedOf(accountSchema),
  async answer({ event }) {
    return fetched(await readAccount(event));
  },
});

const body = z.object({
  language: described(
    oneOf("Language", textLanguages),
    "The language of the e-mails to you.",
    "de",
  ),
  timezone: described(
    text("Timezone").check(namesTimezone),
    "The time zone of the times in them, and of quiet hours, by its IANA name.",
    "Europe/Berlin",
  ),
});

/** Changes the language and the time zone of what is sent to the reseller itself. */
export const updateAccount = endpoint({
  route: "PATCH /v1/account",
  id: "updateAccount",
  summary: "Change the language and time zone of your account",
  details: "They are those of the e-mails to you. What your users get has its own.",
  response: () => doneOf("Account updated", accountSchema),
  exampleBody: { language: "de", timezone: "Europe/Berlin" },
  body: z.partial(body),
  async answer({ body, event }) {
    const account = await retryOnConflict(async () => {
      const account = await readAccount(event);
      await transact(settingsWrite(account.uuid, body));
      return { ...account, ...body };
    });
    return updated("Account", account);
  },
});
