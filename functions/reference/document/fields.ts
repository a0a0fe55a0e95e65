import { planFeatures } from "../../../shared/resources/planFeatures.ts";
import { feedItemTypes } from "../../audit/feedItemTypes.ts";
import { feedItemFields } from "./feedItemFields.ts";
import { webhookFields } from "./webhookFields.ts";

/**
 * What each field and parameter means, by its name; under `Schema.name` or `operation.name` where it
 * means something else there. What rules it has to keep is said by the rules themselves.
 */
export const fields: Readonly<Record<string, string>> = {
  ...feedItemFields,
  ...webhookFields,

  // Every resource
  uuid: "Identifies it.",
  created_at: "When it was made.",
  updated_at: "When it was changed last; at first the same as `created_at`.",
  reseller_uuid: "Your account.",
  business_uuid: "The business that it belongs to.",
  website_uuid: "The website that it is about.",
  competitor_uuid: "The competitor that it is about; `null`: the website itself.",
  user_uuid: "The user.",
  plan_uuid: "The plan that says which checks there are.",
  webhook_uuid: "The webhook.",
  delivery_uuid: "The delivery, as the log has it.",

  // The account
  "Account.name": "The name of the account, or of the key.",
  api_key: "The key of this request; not the key itself, which nobody can read again.",
  is_test: "Whether it is a key of the account's sandbox (`rwm_test_…`).",
  is_read_only: "Whether it answers GET and HEAD only, and no secrets.",
  allowed_ips:
    "The networks from which it is accepted (`203.0.113.0/24`, `2001:db8::/32`); `null`: from anywhere.",
  "Account.expires_at": "When it ends; `null`: not by itself.",
  "Account.last_used_at": "When it was used last, to the hour; `null`: never before.",
  record_limits: "How many records there may be, and how many there are.",
  "Account.users": "Users.",
  "Account.businesses": "Businesses of all users.",
  "Account.websites": "Websites of all businesses.",
  "Account.webhooks": "Webhooks.",
  websites_per_business: "Websites of each business.",
  competitors_per_business: "Competitors of each business.",
  request_limits:
    "How many requests there may be in 60 seconds, and how many there were in the last; `null`: any number.",
  reads_per_minute: "GET and HEAD.",
  writes_per_minute: "POST, PATCH and DELETE.",
  "Account.count": "How many there are.",
  "Account.max": "How many there can be at most.",

  // Users
  first_name: "First name.",
  last_name: "Last name.",
  email:
    "E-mail address; it belongs to one of your users only, upper and lower case being the same.",
  avatar: "URL of a picture; `null`: there is none.",
  language_preference: "The language of the user's e-mails, as language and region: `en-GB`.",
  country_code: "ISO 3166-1 alpha-2 code of the country, in capitals.",
  suspended_at: "When the user was suspended; `null`: not suspended.",
  "updateUser.avatar": "URL of a picture; empty: none.",
  suspended: "`true` suspends the user, `false` ends that.",
  "User.updated_at": "When the user was changed last; `null`: never.",
  "OnboardedUser.updated_at": "When the user was changed last; `null`: never.",
  "onboard.user": "The user that was made.",
  "onboard.business":
    "The user's first business, with its postal address, which directories are compared with.",
  business_name: "Name of the business.",

  // Businesses and competitors
  name: "Name.",
  industry: "What it does, in your own words; may be empty.",
  products: "What it has bought from you, in your own words.",
  custom_fields:
    "Values of your custom fields: each an object with one key, the field's name. A required field has to be among them at creation, and a `select` takes one of its options.",
  "updateBusiness.custom_fields":
    "Values of your custom fields to replace: each an object with one key, the field's name. Others stay as they are. An empty string clears a `select`.",
  custom_field_values: "Its values of your custom fields.",
  custom_field_uuid: "The custom field that it is a value of.",
  custom_field: "The custom field itself.",
  "CustomFieldValue.value": "The value.",
  "CustomFieldValue.updated_at": "When it was changed last; `null`: never.",
  "CustomField.name": "The field's name: the key in `custom_fields`.",
  "CustomField.type": "`text`, or `select` for one of its options.",
  "CustomField.options": "The values to select from; `null`: any text.",
  "CustomField.is_required": "Whether a new business has to have a value.",
  "CustomField.updated_at": "When it was changed last; `null`: never.",
  address_line_1: "Street and number; empty until known.",
  address_line_2: "More of the address; may be empty.",
  address_line_3: "More of the address; may be empty.",
  city: "Town; empty until known.",
  county: "County or region; may be empty.",
  postcode: "Postcode; may be empty.",
  phone_number: "Phone number in international format; empty until known.",
  "Competitor.name": "Name; until its site was read, its host without `www.`.",
  "Competitor.industry": "What it does; empty until known.",
  "Address.country_code": "ISO 3166-1 alpha-2 code of the country, in capitals; empty until known.",
  "Competitor.country_code":
    "ISO 3166-1 alpha-2 code of the country, in capitals; empty until known.",

  // Websites
  hostname:
    "Host name or URL of the site: `example.com`, `https://example.com/shop`. Kept as you send it.",
  is_hostname_up: "Whether the site is up: true until a downtime is confirmed.",

  // Uptime
  "fetchUptime.from": "The first day, in UTC; absent: 29 days before the last one.",
  "fetchUptime.to": "The last day, in UTC; absent: today.",
  "Uptime.from": "The first day, in UTC.",
  "Uptime.to": "The last day, in UTC.",
  "Uptime.uptime_percentage":
    "For how much of the time that was observed the site was up; `null`: none was.",
  downtimes: "The downtimes of which some lies within these days, oldest first.",
  "AccountWebsite.downtime":
    "Since when it is down, and why; `null`: it is up, or that is not known.",
  began_at: "When it began.",
  ended_at: "When it ended; `null`: it lasts.",
  cause: "What the check came to: `dns`, `timeout`, `http 503` …; `null`: not known.",
  duration_seconds: "How long the site was seen to be down; `null`: it is.",
  unobserved_seconds: "For how long of that time nobody looked.",
  days: "Figures of each day, oldest first; a day without a look is left out.",
  "Uptime.date": "The day, in UTC.",
  looks: "How often the site was looked at.",
  failures: "How many of these looks failed.",
  observed_seconds: "For how long of the day it is known whether the site was up.",
  down_seconds: "For how long of that it was down.",
  maintenance_seconds: "For how long of the day a maintenance was announced.",
  response_ms: "Milliseconds until the answer; `null`: there was none.",
  mean: "The mean.",
  median: "Half of the looks were answered faster.",
  p95: "95 % of the looks were answered faster.",

  // Audits and maintenance windows
  "AuditRequest.website_uuid": "The website that is audited.",
  requested_at: "When the audit was asked for.",
  maintenance_window_uuid: "The maintenance window.",
  starts_at: "When it begins.",
  ends_at: "When it ends: within 30 days of its beginning.",
  "createMaintenanceWindow.starts_at": "When it begins; absent: now. Not in the past.",
  "createMaintenanceWindow.reason": "Why, in your own words; may be absent.",
  "MaintenanceWindow.website_uuid": "The website that is maintained.",
  "MaintenanceWindow.reason": "Why, in your own words; `null`: not said.",

  // Plans
  "Plan.name": "The plan's name.",
  is_default: "Whether new businesses get this plan; exactly one does.",
  ...Object.fromEntries(planFeatures.map((feature) => [`Plan.${feature}`, switchText(feature)])),

  // Requests
  idempotency_key:
    "A name of your own for this request, a new one for each that is not a retry. Whoever sends it again with the same key, within 24 hours, gets the answer of the first time, and nothing is done twice. With another body: 422, rule `mismatch` of `idempotency_key`; before the first one is answered: 409. An error frees the key.",

  // Answers and lists
  data: "What was asked for.",
  message: "What was done, for a person to read.",
  success: "Whether it was done.",
  meta: "Where in the list this page is.",
  page: "Which page of the list; past the last one `data` is empty.",
  per_page: "How many a page has at most.",
  "listFeedItems.type": "Only items of this type.",
  "listFeedItems.status": "Only items with this status.",
  "listFeedItems.since": "Only items that were written since then.",
  "listUsers.email": "Only the user with this address, capitals or not.",
  "listBusinesses.name": "Only businesses whose name begins so, capitals or not.",
  "listAccountBusinesses.name": "Only businesses whose name begins so, capitals or not.",
  "listAccountWebsites.is_hostname_up":
    "`false`: only websites that are down; `true`: only the others.",
  "listAccountWebsites.hostname":
    "Only websites with this address, whatever scheme, `www.` and capitals they have.",
  userUuid: "The user whose businesses it is about.",
  businessUuid: "The business that it is about.",
  websiteUuid: "The website that it is about.",
  "PageMeta.from": "Place in the list of the page's first record, from 1; 0: the page is empty.",
  "PageMeta.to": "Place in the list of the page's last record; 0: the page is empty.",
  "PageMeta.current_page": "This page.",
  "PageMeta.last_page": "The last page; of an empty list 1.",
  "PageMeta.total": "How many records the whole list has.",
  "PageMeta.next_page_url": "The next page; `null`: this is the last one.",
  "PageMeta.prev_page_url": "The page before; `null`: this is the first one.",
  "PageMeta.first_page_url": "The first page.",
  "PageMeta.last_page_url": "The last page.",
  "Error.code": "The status of the answer.",
  "Error.message": "What was wrong, for a person to read.",
  "GatewayError.message": "What was wrong, for a person to read.",
  "ValidationError.message": "Always `error`.",
  "ValidationError.errors":
    "For each field the first rule that it breaks, and a text for a person to read. Rules: `required`, `type`, `length`, `format`, `options`, `unique`, `exists`, `min`, `max`. A field within another is named with a dot: `business.hostname`.",
};

function switchText(feature: string): string {
  const types = Object.entries(feedItemTypes).filter(([, type]) => type.feature === feature);
  if (types.length === 0) return "Has no check yet.";
  return `Whether there are feed items of type ${types.map(([type]) => `\`${type}\``).join(", ")}.`;
}
