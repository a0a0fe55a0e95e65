import { planFeatures } from "../../../shared/resources/planFeatures.ts";
import { feedItemTypes } from "../../audit/feedItemTypes.ts";

/**
 * What each field and parameter means, by its name; under `Schema.name` or `operation.name` where it
 * means something else there. What rules it has to keep is said by the rules themselves.
 */
export const fields: Readonly<Record<string, string>> = {
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

  // Feed items
  "FeedItem.category": "What the item is about.",
  "FeedItem.type": "Which check found it; `data` has its shape by it.",
  "FeedItem.status": "How good that is.",
  "FeedItem.data": "What was found.",
  "FeedItem.updated_at": "Always `null`: a feed item does not change.",
  links_broken_count: "How many distinct targets of links are broken.",
  new_links_broken_count: "How many of them were not broken at the audit before.",
  "BrokenLinkDetailsData.links": "The broken links, new ones first; 50 at most.",
  "BrokenLinkDetailsData.url": "Where the link leads.",
  "BrokenLinkDetailsData.reason":
    "Why it counts as broken; in `unchecked`, why it was not checked.",
  "BrokenLinkDetailsData.is_new": "Whether it was not broken at the audit before.",
  "BrokenLinkDetailsData.pages_count": "How many pages link there.",
  "BrokenLinkDetailsData.pages": "Some of these pages.",
  has_sitemap: "Whether the site has a sitemap.",
  sitemap_issues: "Whether the sitemap has issues.",
  sitemaps_count: "How many sitemap files were read.",
  urls_count: "How many locations they list.",
  issues_count: "How many issues they have.",
  issue_counts: "How many issues of each kind; a kind that is absent has none.",
  issues: "Some of the issues of each kind.",
  "SitemapData.issue": "The kind of issue.",
  "SitemapData.sitemap": "The sitemap that has it.",
  "SitemapData.url": "The listed page or sitemap; absent where it is about the file.",
  "SitemapData.detail": "What is wrong: the invalid value, the status, the limit.",
  bad_headings_count: "How many faults the headings of all pages have.",
  missing_h1_count: "Pages without an h1.",
  several_h1_count: "Pages with more than one h1.",
  empty_heading_count: "Headings without text.",
  skipped_level_count: "Headings more than one level deeper than the one before.",
  pages_checked_count: "How many pages were checked.",
  pages_not_checked_count:
    "Pages in another language than English, or in one that could not be told.",
  pages_unfriendly_count: "How many pages do not suit small screens.",
  details: "Some of what was found; 50 at most.",
  unchecked_count: "How much was not checked.",
  unchecked: "What was not checked, and why; 50 at most.",
  what: "What was not checked: `pages`, `links`, `sitemaps` or `listed_pages` (of a sitemap).",
  count: "How many.",
  "WebsiteSummaryDetailsData.reason": "Why they were not checked.",
  "WebsiteUnreadableData.reason": "Why audits could not read the website.",
  is_readable: "Whether audits can read the website again.",
  unreadable_since: "Since when audits could not read the website.",
  readable_since: "When an audit could read it again; absent while none can.",
  "HeadingsData.url": "The page.",
  "HeadingsData.problem": "What is wrong with its headings.",
  "HeadingsData.heading": "The heading's text; absent where no single heading is at fault.",
  spelling_error_count_total: "How many words are surely misspelled, each once per page.",
  "SpellingData.word": "The word as it stands.",
  "SpellingData.verdict":
    "`certain`: it is surely misspelled, and counted; `possible`: it may be, and is not counted.",
  "SpellingData.suggestion": "What was probably meant.",
  "SpellingData.reason":
    "`unsupported_language`: the check does not know the language; `unknown_language`: it could not be told.",
  "SpellingData.language":
    "The pages' language, as they say it; absent where it could not be told.",
  "SpellingData.pages_count": "How many pages have it.",
  "SpellingData.url": "One of these pages.",
  mobile_friendly: "Whether each page suits small screens.",
  "MobileData.url": "The page.",
  "MobileData.problems": "Why it does not suit small screens.",
  "MobileData.viewport": "What its viewport says; absent where it has none.",
  ssl_enabled: "Whether the site answers over TLS.",
  ssl_valid: "Whether chain, host name and dates of its certificate are right.",
  ssl_expired: "Whether its certificate has ended.",
  ssl_expiry_date: "When its certificate ends; `null` or absent: not known.",
  "SslData.issuer": "Who issued the certificate; absent: not known.",
  "SslData.problem": "What is wrong with it; absent: nothing.",
  lighthouse_success: "Whether the speed could be measured.",
  website_speed_performance:
    "`good` from a score of 90, `average` from 50, else `bad`; absent: not measured.",
  "MobileSpeedData.score": "Lighthouse's performance score, 0 to 100; absent: not measured.",
  uptime_percentage:
    "For how much of the time that was checked, of the last 7 days, the site was up.",
  "DomainAgeData.domain": "The registered domain; absent: not known.",
  "DomainAgeData.registered_at": "When it was registered; absent: not known.",
  "DomainAgeData.expires_at": "When the registration ends; absent: not known.",
  "DomainAgeData.age_years": "Its age in whole years; absent: not known.",
  directories_tested_count: "How many directories answered.",
  directories_found_count: "How many of them have the business.",
  directories_inconsistent_count: "In how many of those name, postcode or phone differ.",
  missing_listing_details: "Whether one of the three could not be compared.",
  has_blog: "Whether the site has a blog.",
  "BlogData.blog_url": "Where it is; absent: not known.",
  "BlogData.feed_url": "Its feed; absent: there is none.",
  "BlogData.last_post_at": "When the newest post was published; absent: not known.",
  "DowntimeData.outcome":
    "What the check came to: `dns`, `refused`, `timeout`, `tls`, `http 503` …, or `up`; `unknown (ipv6-only)` or `unknown (port)` of a site that was down and can't be reached from here any more.",
  "DowntimeData.down_since": "Since when the site is, or was, down.",
  "DowntimeData.up_since": "When it came back; absent: it is down, or nobody knows.",
  "DowntimeData.duration_seconds":
    "How long it was seen to be down, without what nobody looked at; absent: it is down.",
  "DowntimeData.unobserved_seconds":
    "For how long of that time nobody looked; absent: somebody always did.",
  "DowntimeData.seen_from":
    "The AWS regions from which it could not be reached when it went down; absent: it is looked at from one region only, or this says that it came back.",

  // Requests
  idempotency_key:
    "A name of your own for this request, a new one for each that is not a retry. Whoever sends it again with the same key, within 24 hours, gets the answer of the first time, and nothing is done twice. With another body: 422, rule `mismatch` of `idempotency_key`; before the first one is answered: 409. An error frees the key.",

  // Webhooks
  endpoint: "The URL that events are sent to, at a public address, on port 80 or 443.",
  "createWebhook.hostname": "The URL that events are sent to: another name of `endpoint`.",
  events: "The types of event that it gets; `null` or absent: all.",
  "createWebhook.events": "The types of event that it gets; absent: all.",
  disabled_at: "Since when nothing is sent to it; `null`: it is enabled.",
  disabled_reason:
    "`gone`: it answered 410. `failing`: nothing but failures for five days. `operator`: the provider. `null`: it is enabled.",
  failing_since: "Since when it only fails; `null`: it does not.",
  secret: "What deliveries are signed with.",
  retired: "The secrets that it replaced and that sign as well.",
  until: "Until when.",
  event_id: "The event's id: the header `webhook-id`.",
  "Delivery.type": "The event's type.",
  "Delivery.status":
    "`pending` waits for its next attempt, `delivered` was answered 2xx, `failed` had its last attempt.",
  "WholeDelivery.type": "The event's type.",
  "WholeDelivery.status":
    "`pending` waits for its next attempt, `delivered` was answered 2xx, `failed` had its last attempt.",
  "WholeDelivery.body": "The event: what is sent, as JSON.",
  attempts: "What came of each attempt, oldest first; of many the last ones.",
  next_attempt_at:
    "When it is tried next, or could be once its endpoint takes deliveries again; `null`: not again, or not while the webhook is disabled.",
  "DeliveryAttempt.at": "When it was made.",
  "DeliveryAttempt.status": "The status that the endpoint answered; `null`: there was no answer.",
  "DeliveryAttempt.error":
    "Why there was no answer: `timeout`, `refused`, `tls` …, or `blocked` where nothing is sent; `null`: there was one.",
  "DeliveryAttempt.duration_ms": "How long it took, in milliseconds.",
  "DeliveryAttempt.response": "The first kilobyte of the answer, as text.",
  "listDeliveries.status": "Only deliveries with this status.",
  "listDeliveries.type": "Only deliveries of this type of event.",
  since: "From when on deliveries are sent again.",
  "replayDeliveries.status": "Only deliveries with this status; `null` or absent: all.",

  // Events
  "Event.type": "What has happened.",
  "Event.timestamp": "When it happened.",
  "Event.sequence":
    "Which change of the resource it is: of two events of a resource, the later one has the higher number.",
  "Event.data":
    "The resource as the API answers it, after a deletion as it was last. Where the body would be longer than 20,000 bytes: its identifiers and, as `url`, the path where the API answers it.",
  "Identifiers.url": "The path where the API answers the resource.",

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
