import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { reportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";
import { userSchema } from "../../../shared/resources/schemas.ts";
import { userExportPageSchema } from "./exportSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/users": {
    id: "listUsers",
    summary: "List your users",
    details: "Oldest first.",
    response: pageOf(userSchema),
  },
  "GET /v1/users/{user_uuid}": {
    id: "fetchUser",
    summary: "Fetch a user",
    response: fetchedOf(userSchema),
  },
  "PATCH /v1/users/{user_uuid}": {
    id: "updateUser",
    summary: "Change or suspend a user",
    details:
      "Changes the fields that are sent, and keeps the rest. The e-mail address cannot be changed. While a user is suspended, the user's websites are not checked, and that time counts neither as up nor as down.",
    response: doneOf("User updated", userSchema),
    exampleBody: { language_preference: "fr-FR", suspended: false },
  },
  "GET /v1/users/{user_uuid}/export": {
    id: "exportUser",
    summary: "Export all data of a user",
    details:
      "The user with all businesses, websites, competitors, addresses, known words, e-mails, and what the audit log has of them. A page has at most 1,000 records, and each record is on one page: follow `meta.next_page_url` until it is `null`.",
    response: userExportPageSchema,
  },
  "GET /v1/users/{user_uuid}/report-mails": {
    id: "fetchReportMails",
    summary: "Fetch the reports by mail of a user",
    details:
      "How often the user gets a report, when the next one is due, and whether the user has unsubscribed.",
    response: fetchedOf(reportMailsSchema),
  },
  "PATCH /v1/users/{user_uuid}/report-mails": {
    id: "updateReportMails",
    summary: "Change the reports by mail of a user",
    details:
      "A report is about the last month, or the last week from Monday on, and is sent on the day after it, in the user's language. A user who has unsubscribed gets none, whatever is set.",
    response: doneOf("Report mails updated", reportMailsSchema),
    exampleBody: { frequency: "weekly", timezone: "Europe/Berlin" },
  },
  "DELETE /v1/users/{user_uuid}": {
    id: "deleteUser",
    summary: "Delete a user",
    details:
      "The e-mail address can be used again at once. The user's businesses are deleted as well, within seconds, with their websites, competitors and feed items. All of it can be restored for seven days, unless `erase` is `true`: then it is removed for good. Copies expire: stored responses after 24 hours, deliveries after 30 days, backups after 35 days. A user that was deleted within seven days can still be erased.",
    response: deletedOf("User"),
  },
} as const satisfies DescriptionsOf<"users">;
