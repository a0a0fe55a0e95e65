import * as z from "zod/mini";
import { restorableKinds } from "../../../shared/entities/deleted.ts";
import { described, field, named, nullable } from "../../../shared/fields/described.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { accountWebsiteSchema, byState } from "../../../shared/resources/accountSchemas.ts";
import {
  CREATED_AT,
  exampleIds,
  idOf,
  time,
  UPDATED_AT,
  uuid,
} from "../../../shared/resources/schemas.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";

/** @file A reseller's account as the client sees it; imported as types only, like `schemas.ts`. */

const count = field.int("The number that exists now.");
const max = field.int("The highest number allowed.");

function limit(text: string, highest: number) {
  return described(z.strictObject({ max }), text, { max: highest });
}

function counted(text: string, now: number, highest: number) {
  return described(z.strictObject({ count, max }), text, { count: now, max: highest });
}

const NO_LIMIT = "`null` if there is no limit.";

function rate(text: string, now: number, highest: number) {
  const requests = z.strictObject({
    count: field.int("What the requests of the last 60 seconds count."),
    max: field.int("The highest count in 60 seconds."),
  });
  return nullable(requests, `${text}; ${NO_LIMIT}`, { count: now, max: highest });
}

/** The account of a key: its permissions, and how many records and requests exist and are allowed. */
export const accountSchema = named(
  "Account",
  z.strictObject({
    uuid: idOf("reseller", "Identifies the account."),
    name: field.string("The name of the account.", "Acme Web Design"),
    language: described(z.enum(textLanguages), "The language of the e-mails to you.", "en"),
    timezone: field.string(
      "The time zone of the times in e-mails to you, and of quiet hours.",
      "Europe/Berlin",
    ),
    branding: described(
      z.strictObject({
        sender_name: field.string("The sender of e-mails to your users.", "Acme Web"),
        colour: field.string("The colour of buttons.", "#1f5fbf"),
        logo_url: nullable(z.string(), "Your logo; `null` if you have none.", null),
        link: nullable(z.string(), "Where your logo leads; `null`: nowhere.", null),
      }),
      "The look of pages and e-mails to your users, which only we can change.",
    ),
    api_key: described(
      z.strictObject({
        uuid: described(uuid, "Identifies the key.", "4f1c2d3e-5b6a-8c7d-8e9f-0a1b2c3d4e5f"),
        name: field.string("The name of the key.", "Dashboard"),
        is_test: field.boolean(
          "Whether the key belongs to the account's sandbox (`rwm_test_…`).",
          false,
        ),
        is_read_only: field.boolean(
          "Whether the key allows GET and HEAD only, and no secrets.",
          true,
        ),
        allowed_ips: nullable(
          z.array(z.string()),
          "The networks that may use the key (`203.0.113.0/24`, `2001:db8::/32`); `null` for any.",
          ["203.0.113.0/24", "2001:db8::/32"],
        ),
        created_at: described(time, "When the key was issued.", CREATED_AT),
        expires_at: nullable(
          time,
          "When the key expires; `null` if it does not.",
          "2027-02-18T09:30:00+00:00",
        ),
        last_used_at: nullable(
          time,
          "When the key was last used, to the hour; `null` if this is the first time.",
          UPDATED_AT,
        ),
      }),
      "The key of this request, without its secret text, which cannot be read again.",
    ),
    record_limits: described(
      z.strictObject({
        users: counted("Users.", 212, 100_000),
        businesses: counted("Businesses of all users.", 230, 100_000),
        websites: counted("Websites of all businesses.", 251, 100_000),
        webhooks: counted("Webhooks.", 2, 20),
        shares: counted("Shares, including those that have expired.", 12, 1_000_000),
        prospects_per_day: counted("Prospects created today, in UTC.", 4, 100),
        websites_per_business: limit("Websites of each business.", 1000),
        competitors_per_business: limit("Competitors of each business.", 1000),
      }),
      "How many records exist, and how many are allowed.",
    ),
    request_limits: described(
      z.strictObject({
        reads_per_minute: rate("GET and HEAD", 84, 6000),
        writes_per_minute: rate("POST, PATCH and DELETE", 3, 1200),
        deliveries_per_minute: rate("First attempts to deliver to your webhooks", 120, 2000),
      }),
      "How many requests and deliveries were made, and how many are allowed.",
    ),
    mail: described(
      z.strictObject({
        per_day: described(
          z.strictObject({
            count: field.int("The number sent today, in UTC."),
            max: field.int("The highest number a day. More are not sent."),
          }),
          "Mails sent.",
          { count: 3, max: 200 },
        ),
        not_sent_today: field.int(
          "How many mails were not sent today, because the highest number was reached. They are not sent later.",
          0,
        ),
      }),
      "The e-mails to your users and to you, without reports.",
    ),
  }),
);

const websitesPage = cursorPageOf(accountWebsiteSchema);

/** A page of the list of all websites, with the number of all websites in each state. */
export const accountWebsitesPage = z.extend(websitesPage, {
  meta: described(
    named(
      "WebsitesMeta",
      z.extend(websitesPage.shape.meta, {
        counts: byState("How many of all websites are in each state, whatever the filter."),
      }),
    ),
    "Where the list goes on, and how many websites there are.",
  ),
});

const wallClock = (text: string, example: string) => field.string(text, example);

/** Who gets alerts, and when. */
export const alertsSchema = named(
  "Alerts",
  z.strictObject({
    addresses: field.strings("Who gets alerts; empty: nobody.", ["ops@example.com"]),
    unsubscribed_addresses: field.strings(
      "Those of the addresses that have unsubscribed and get nothing.",
      [],
    ),
    delay_minutes: field.int("A website that is up again within this time makes no alert.", 5),
    quiet_hours: nullable(
      z.strictObject({
        from: wallClock("When they begin.", "22:00"),
        to: wallClock("When they end, on the next day if before `from`.", "06:00"),
      }),
      "When nothing is sent, in the account's time zone; `null`: never.",
    ),
  }),
);

/** A record that a search has found. */
export const searchHitSchema = named(
  "SearchHit",
  z.strictObject({
    kind: described(
      z.enum(["user", "business", "website"]),
      "What kind of record it is.",
      "business",
    ),
    uuid: idOf("business", "Identifies the record."),
    text: field.string(
      "The name, e-mail address or host name by which it is found.",
      "Example Bakery",
    ),
    user_uuid: nullable(uuid, "Its user, or itself.", exampleIds.user),
    business_uuid: nullable(
      uuid,
      "Its business, or itself; `null` for a user.",
      exampleIds.business,
    ),
  }),
);

/** @file A deleted record as the client sees it; imported as types only, like `schemas.ts`. */

export const deletedSchema = named(
  "Deleted",
  z.strictObject({
    uuid: described(
      uuid,
      "Identifies the deleted record, and again once restored.",
      exampleIds.deletion,
    ),
    type: described(z.enum(restorableKinds), "What kind of record it was.", "user"),
    name: field.string("Its e-mail address, name, host name or endpoint.", "ada@example.com"),
    user_uuid: nullable(uuid, "The user that it belonged to; `null` for a user or webhook.", null),
    business_uuid: nullable(
      uuid,
      "The business that it belonged to; `null` for a user, business or webhook.",
      null,
    ),
    deleted_at: described(time, "When it was deleted.", UPDATED_AT),
  }),
);
