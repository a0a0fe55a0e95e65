import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { cursorPageOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { accountBusinessSchema } from "../../../shared/resources/accountSchemas.ts";
import { auditLogEntrySchema } from "../../../shared/resources/auditLogSchemas.ts";
import { usualReportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";
import {
  accountSchema,
  accountWebsitesPage,
  alertsSchema,
  searchHitSchema,
} from "./accountSchemas.ts";
import { usageSchema } from "./usageSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/account": {
    id: "fetchAccount",
    summary: "Fetch your account",
    details:
      "The account of the request's key, the key's permissions, and how many records and requests you have made and are allowed. A test key belongs to your sandbox, which has its own records. A change of a key is shown within ten seconds; businesses and websites are counted within seconds.",
    response: fetchedOf(accountSchema),
  },
  "PATCH /v1/account": {
    id: "updateAccount",
    summary: "Change the language and time zone of your account",
    details: "They are those of the e-mails to you. What your users get has its own.",
    response: doneOf("Account updated", accountSchema),
    exampleBody: { language: "de", timezone: "Europe/Berlin" },
  },
  "GET /v1/account/websites": {
    id: "listAccountWebsites",
    summary: "List all your websites",
    details:
      "The websites of all your businesses, oldest first, or by `sort=state` the worst first. `state=down` lists those that are down now; `downtime` says since when, and why. `meta.counts` says how many of all your websites are in each state, whatever the filter. Response times are of whole hours, known some minutes after an hour; a downtime counts in `uptime_30_days` at once. `userUuid` and `businessUuid` list those of a customer: at most 1,000 websites of 100 businesses, and a search by host name with `sort=state` at most 1,000, else 422 (rule `max`). Without a customer, the list may miss what changed within the last second. A page may have fewer websites than `per_page`, or none, before the last one: `is_hostname_up`, or a state and a host name, leave some out.",
    response: accountWebsitesPage,
  },
  "GET /v1/account/businesses": {
    id: "listAccountBusinesses",
    summary: "List all your businesses",
    details:
      "The businesses of all your users, oldest first. A search by `name` may miss a business that was added within the last second, or find one by the name that it had until then. A page of large businesses may have fewer than `per_page`.",
    response: cursorPageOf(accountBusinessSchema),
  },
  "GET /v1/account/search": {
    id: "searchAccount",
    summary: "Search users, businesses and websites",
    details:
      "Finds records by how a word of their name, e-mail address or host name begins, case ignored: `bak` finds Example Bakery and `www.bakery.example.com`. A text of several words has to follow one another in the name. In the order of the words that were found. A change is found within seconds. A page may have fewer records than `per_page`, or none, before the last one.",
    response: cursorPageOf(searchHitSchema),
  },
  "GET /v1/account/audit-log": {
    id: "listAuditLog",
    summary: "List who changed what",
    details:
      "Newest first. Every change of your records by a key, by us or by the service itself, within seconds. What checks measure is no change. Entries are kept for 400 days, also of what was deleted, and nobody can change them. A page with `actor`, `action` or `record` may have fewer entries than `per_page`, or none, before the last one.",
    response: cursorPageOf(auditLogEntrySchema),
  },
  "GET /v1/account/usage": {
    id: "fetchUsage",
    summary: "Fetch what you used by month",
    details:
      "Websites are counted every night when a day (UTC) begins, also while they are paused, under the plan that their business has. Deliveries and API calls of a day are added in the night after it. A test key tells of your sandbox, which is counted separately. At most 24 months at once (rule `max`).",
    response: fetchedOf(usageSchema),
  },
  "GET /v1/account/report-mails": {
    id: "fetchAccountReportMails",
    summary: "Fetch how often your users get reports by mail",
    details: "This is for users without a frequency of their own.",
    response: fetchedOf(usualReportMailsSchema),
  },
  "PATCH /v1/account/report-mails": {
    id: "updateAccountReportMails",
    summary: "Change how often your users get reports by mail",
    details:
      "It holds for users without a frequency of their own, those of the future included. A change reaches all users within minutes.",
    response: doneOf("Report mails updated", usualReportMailsSchema),
    exampleBody: { frequency: "monthly" },
  },
  "GET /v1/account/alerts": {
    id: "fetchAlerts",
    summary: "Fetch who gets alerts",
    response: fetchedOf(alertsSchema),
  },
  "PATCH /v1/account/alerts": {
    id: "updateAlerts",
    summary: "Change who gets alerts by e-mail, and when",
    details:
      "An alert says that websites went down or came back. Those of two minutes share one e-mail. Nothing is sent of a website in maintenance, and no e-mail leaves a sandbox.",
    response: doneOf("Alerts updated", alertsSchema),
    exampleBody: {
      addresses: ["ops@example.com"],
      delay_minutes: 5,
      quiet_hours: { from: "22:00", to: "06:00" },
    },
  },
} as const satisfies DescriptionsOf<"account">;
