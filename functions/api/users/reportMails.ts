import * as z from "zod/mini";
import { reportFrequencies } from "../../../shared/entities/reseller.ts";
import { described } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import {
  changeReportMails,
  findReportMails,
  presentReportMails,
} from "../../../shared/reports/reportMails.ts";
import { reportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";
import { namesTimezone } from "../../../shared/views/period.ts";

/** The body of a change of a user's reports by mail. */
const reportMailsBody = z.object({
  frequency: described(
    oneOf("Frequency", [...reportFrequencies, "default"]),
    "How often; `default`: as often as the account's.",
    "weekly",
  ),
  timezone: described(
    text("Timezone").check(namesTimezone),
    "The time zone of the reports' days, by its IANA name; UTC if never set.",
    "Europe/Berlin",
  ),
});

export const fetchReportMails = endpoint({
  route: "GET /v1/users/{user_uuid}/report-mails",
  id: "fetchReportMails",
  summary: "Fetch the reports by mail of a user",
  details:
    "How often the user gets a report, when the next one is due, and whether the user has unsubscribed.",
  response: () => fetchedOf(reportMailsSchema),
  async answer({ reseller_uuid, uuid }) {
    await getListed(users, { reseller_uuid, uuid });
    return fetched(presentReportMails(uuid, await findReportMails({ reseller_uuid, uuid })));
  },
});

/** Changes how often a user gets reports by mail; an unsubscription stays. */
export const updateReportMails = endpoint({
  route: "PATCH /v1/users/{user_uuid}/report-mails",
  id: "updateReportMails",
  summary: "Change the reports by mail of a user",
  details:
    "A report is about the last month, or the last week from Monday on, and is sent on the day after it, in the user's language. A user who has unsubscribed gets none, whatever is set.",
  response: () => doneOf("Report mails updated", reportMailsSchema),
  exampleBody: { frequency: "weekly", timezone: "Europe/Berlin" },
  body: z.partial(reportMailsBody),
  async answer({ reseller_uuid, uuid, body }) {
    await getListed(users, { reseller_uuid, uuid });
    const { frequency, timezone } = body;
    const changed = await changeReportMails({ reseller_uuid, uuid }, () => ({
      ...(frequency && { frequency: frequency === "default" ? undefined : frequency }),
      ...(timezone && { timezone }),
    }));
    return updated("Report mails", presentReportMails(uuid, changed));
  },
});
